import { LATENCY_BOUNDS_NS, LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { bucketBounds } from '@weft/shared/stats/histograms';
import { boundsText, valueText } from '../../ui/text/value-text.js';
import { logarithmicTicks } from '../axis/axis.js';

/** Position of the rows of a heat map on its y axis. */
export interface HeatRows {
  logarithmic: boolean;
  scale: 'linear' | 'logarithmic';
  edges: (row: number) => [from: number, to: number];
  rowAt: (value: number) => number;
  name: (row: number) => string;
  ticks: (least: number, most: number) => number[];
  tickText: (value: number) => string;
  /** Value of the strongest colour; absent: the largest drawn value. */
  full?: number;
}

const BUCKET = 2 ** (1 / 4);
const last = (LATENCY_BOUNDS_NS.at(-1) ?? 0) / 1e9;
const first = (LATENCY_BOUNDS_NS[0] ?? 0) / 1e9;

/** Buckets of the latency histogram. The underflow and overflow buckets have no end on a logarithmic axis, so they get the width of the others. */
export const latencyRows: HeatRows = {
  logarithmic: true,
  scale: 'logarithmic',
  edges: (row) => {
    const { lowerNs, upperNs } = bucketBounds(row);
    return [lowerNs === 0 ? first / BUCKET : lowerNs / 1e9, upperNs === null ? last * BUCKET : upperNs / 1e9];
  },
  rowAt: (value) => Math.min(LATENCY_BUCKETS - 1, LATENCY_BOUNDS_NS.filter((bound) => bound / 1e9 <= value).length),
  name: (row) => {
    const { lowerNs, upperNs } = bucketBounds(row);
    return boundsText(lowerNs / 1e9, upperNs === null ? null : upperNs / 1e9);
  },
  ticks: logarithmicTicks,
  tickText: (value) => valueText(value, 's'),
};

export const coreRows: HeatRows = {
  logarithmic: false,
  scale: 'linear',
  edges: (row) => [row, row + 1],
  rowAt: (value) => Math.max(0, Math.floor(value)),
  name: (row) => `CPU ${row}`,
  ticks: (least, most) => {
    const every = Math.max(1, 2 ** Math.ceil(Math.log2((most - least) / 8)));
    return Array.from({ length: Math.ceil(most / every) }, (_, index) => index * every + 0.5).filter((tick) => tick < most);
  },
  tickText: (value) => `CPU ${Math.floor(value)}`,
  // All of a core: a scale to the busiest core would make 5 % look like saturation.
  full: 1,
};
