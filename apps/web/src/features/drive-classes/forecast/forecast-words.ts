import type { CapacityForecast } from '../../../api/types.js';

const DAYS_OF_MONTH = 30.4;
const DAYS_OF_YEAR = 365;

const counted = (count: number, unit: string): string => `about ${count} ${unit}${count === 1 ? '' : 's'}`;

/** Days as a rough length of time: the history is no more exact. */
export function roughly(days: number): string {
  if (days < 1) return 'less than a day';
  if (days < 90) return counted(Math.round(days), 'day');
  if (days < 2 * DAYS_OF_YEAR) return counted(Math.round(days / DAYS_OF_MONTH), 'month');
  return counted(Math.round(days / DAYS_OF_YEAR), 'year');
}

/** When the class has no free bytes left, as a cell of a column "Full in". */
export function fullIn({ trend }: CapacityForecast): string {
  if (trend === null) return 'not enough history';
  if (trend.daysUntilFull === null) return 'not growing';
  return trend.daysUntilFull === 0 ? 'full now' : roughly(trend.daysUntilFull);
}

/** The same as a phrase of its own. */
export function fullInWords(forecast: CapacityForecast): string {
  const days = forecast.trend?.daysUntilFull ?? null;
  if (forecast.trend === null) return 'not enough history yet';
  return days === null || days === 0 ? fullIn(forecast) : `full in ${roughly(days)}`;
}
