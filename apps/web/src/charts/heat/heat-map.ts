import type { MetricName } from '@weft/shared/stats/metrics';
import type { LivePoint } from '../live-points.js';
import { type History, stepsOf, type Window } from '../timeline.js';

/** One step of a heat map. Null: nothing was observed; an empty column is not drawn as zero. */
export interface HeatColumn {
  from: number;
  to: number;
  /** One value per row, from the bottom up. */
  values: readonly number[] | null;
  isLive: boolean;
}
export interface HeatMap {
  columns: readonly HeatColumn[];
  /** Value of the strongest colour. */
  most: number;
  /** First and last row with a value; null: no row has one. */
  rows: { first: number; last: number } | null;
  /** Number of rows, with or without a value. */
  height: number;
}

interface Wanted {
  metric: MetricName;
  /** Converts counts to shares of this rate, because counts cover different times: a partial step, or a live sample of one or five seconds. */
  rate?: MetricName;
  /** Value of the strongest colour; absent: the largest cell value. */
  full?: number | undefined;
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function rated(list: readonly number[] | null, perSecond: LivePoint['values'][MetricName], rate?: MetricName): readonly number[] | null {
  if (!list || !rate) return list;
  const all = total(list);
  return all === 0 || typeof perSecond !== 'number' ? list.map(() => 0) : list.map((count) => (count / all) * perSecond);
}

/** Mean of the live points of a step: its value so far. */
function mean(lists: readonly (readonly number[])[]): readonly number[] | null {
  const [first] = lists;
  return first ? first.map((_, row) => total(lists.map((list) => list[row] ?? 0)) / lists.length) : null;
}

/** Columns are the steps of the history. Live values add columns of the same width, up to the length of the range. */
export function heatMap(history: History, live: readonly LivePoint[], window: Window, wanted: Wanted): HeatMap {
  const { stepMs, series } = history;
  const { metric, rate } = wanted;
  const stored = (step: number) => rated(series[metric]?.lists?.[step] ?? null, series[rate ?? metric]?.values?.[step], rate);
  const byStep = new Map<number, (readonly number[])[]>();
  for (const { at, values } of live) {
    const said = values[metric];
    const list = Array.isArray(said) ? rated(said, values[rate ?? metric], rate) : null;
    if (!list) continue;
    const step = Math.ceil((at - history.from) / stepMs) - 1;
    byStep.set(step, [...(byStep.get(step) ?? []), list]);
  }
  const columns: HeatColumn[] = [];
  const first = Math.max(0, Math.floor((window.from - history.from) / stepMs));
  for (let step = first; history.from + step * stepMs < window.to; step++) {
    const from = history.from + step * stepMs;
    const whole = step < stepsOf(history) ? stored(step) : null;
    columns.push({ from, to: from + stepMs, values: whole ?? mean(byStep.get(step) ?? []), isLive: whole === null });
  }
  const { most, ...rest } = extent(columns);
  return { columns, most: wanted.full ?? most, ...rest };
}

function extent(columns: readonly HeatColumn[]): Pick<HeatMap, 'most' | 'rows' | 'height'> {
  let most = 0;
  let height = 0;
  let rows: HeatMap['rows'] = null;
  for (const { values } of columns) {
    height = Math.max(height, values?.length ?? 0);
    values?.forEach((value, row) => {
      if (value <= 0) return;
      most = Math.max(most, value);
      rows = rows ? { first: Math.min(rows.first, row), last: Math.max(rows.last, row) } : { first: row, last: row };
    });
  }
  return { most, rows, height };
}

/** Opacity of a cell, 0 to 1. On a logarithmic scale a few slow I/Os stay visible beside many fast ones. */
export function strength(value: number, most: number, scale: 'linear' | 'logarithmic'): number {
  if (value <= 0 || most <= 0) return 0;
  if (scale === 'linear') return value / most;
  // Four decades: anything rarer than one ten-thousandth of the maximum gets the minimum opacity.
  return Math.max(0.08, 1 + Math.log10(value / most) / 4);
}
