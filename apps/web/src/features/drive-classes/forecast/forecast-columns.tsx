import { formatBytes } from '@weft/shared/units';
import type { CapacityForecast, DriveClass } from '../../../api/types.js';
import type { Column } from '../../../table/columns/column.js';
import { shareOf } from '../../../ui/gauges/share-of.js';
import { OnlyNow } from '../../../ui/only-now.js';
import { forecastProvenance } from './forecast-provenance.js';
import { fullIn } from './forecast-words.js';

/** When the class is full, and how full it is in 30 days. */
export const forecastColumns: readonly Column<DriveClass>[] = [
  {
    name: 'Full in',
    cell: ({ forecast }) => <OnlyNow>{fullIn(forecast)}</OnlyNow>,
    told: ({ id, forecast }) => forecastProvenance(id, forecast),
    width: 9.5,
    csv: [{ header: 'days_until_full', value: ({ forecast }) => forecast.trend?.daysUntilFull }],
  },
  {
    name: 'Used in 30 days',
    cell: ({ forecast, capacityBytes }) => inAMonth(forecast, capacityBytes),
    told: ({ id, forecast }) => forecastProvenance(id, forecast),
    numeric: true,
    width: 8.5,
    csv: [{ header: 'used_in_30_days_bytes', value: ({ forecast }) => forecast.trend?.usedIn30DaysBytes }],
  },
];

const inAMonth = ({ trend }: CapacityForecast, capacityBytes: number): string | null =>
  trend && `${formatBytes(trend.usedIn30DaysBytes)}, ${Math.round(shareOf(trend.usedIn30DaysBytes, capacityBytes) * 100)} %`;
