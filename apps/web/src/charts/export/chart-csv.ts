import { csvLine } from '@weft/shared/csv';
import { type MetricName, metricOf } from '@weft/shared/stats/metrics';
import { type History, type Slot, valueAt } from '../timeline.js';

const timeText = (at: number): string => new Date(at).toISOString();

/** Drawn values of lines, a row for each moment; a gap is an empty field. Each row states whether the cluster is simulated. */
export function lineCsv(metrics: readonly MetricName[], slots: readonly Slot[], history: History | null, simulated: boolean): string {
  const header = csvLine(['time', ...metrics.map((metric) => `${metric} (${metricOf(metric).unit})`), 'simulated']);
  return [
    header,
    ...slots.map((slot) => csvLine([timeText(slot.at), ...metrics.map((metric) => valueAt(history, slot, metric)), simulated])),
  ].join('');
}

/** Drawn cells of a heat map, a row for each column of the picture. @param nameOf name of a row of the picture */
export function heatCsv(
  columns: readonly { from: number; to: number; values: readonly number[] | null }[],
  height: number,
  nameOf: (row: number) => string,
  simulated: boolean,
): string {
  const rows = Array.from({ length: height }, (_, row) => row);
  return [
    csvLine(['from', 'to', ...rows.map(nameOf), 'simulated']),
    ...columns.map(({ from, to, values }) => csvLine([timeText(from), timeText(to), ...rows.map((row) => values?.[row]), simulated])),
  ].join('');
}
