import { FORECAST_DAYS, LEAST_HISTORY_HOURS, LEAST_HISTORY_SAMPLES } from '@weft/shared/kinds/capacity-forecast';
import { formatBytes } from '@weft/shared/units';
import { apiRequest } from '../../../api/curl.js';
import type { CapacityForecast } from '../../../api/types.js';
import type { FieldProvenance } from '../../../provenance/provenance.js';

/** Provenance of the forecast of a class: the history that it rests on, and how the number follows from it. */
export function forecastProvenance(driveClassId: string, forecast: CapacityForecast): FieldProvenance {
  return {
    title: titleOf(forecast),
    source: `the server’s hourly samples of the bytes allocated to legs: ${historyOf(forecast)}, of the last ${FORECAST_DAYS} days`,
    nodes: [],
    at: null,
    age: 'computed from samples of up to an hour ago and the free bytes of now',
    error: forecast.trend
      ? 'An estimate: the median of the growth between all pairs of samples. It holds while the use goes on as it did. Bytes that drives bring into the class do not count as growth.'
      : `No estimate: it needs ${LEAST_HISTORY_SAMPLES} samples over ${LEAST_HISTORY_HOURS} h.`,
    promql: null,
    request: apiRequest('get', '/api/v1/drive-classes/{id}', { params: { path: { id: driveClassId } } }),
    pick: '.forecast',
  };
}

const historyOf = ({ samples, spanHours }: CapacityForecast): string =>
  `${samples.toLocaleString('en')} over ${spanHours < 72 ? `${Math.round(spanHours)} h` : `${Math.round(spanHours / 24)} days`}`;

function titleOf({ trend }: CapacityForecast): string {
  if (trend === null) return 'Forecast: not enough history';
  const { usedBytesPerDay: perDay, usedIn30DaysBytes } = trend;
  const sign = perDay < 0 ? '−' : '+';
  return `Forecast: ${sign}${formatBytes(Math.abs(perDay))} a day, ${formatBytes(usedIn30DaysBytes)} used in 30 days`;
}
