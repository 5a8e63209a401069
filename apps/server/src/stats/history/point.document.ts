import type { Binary } from 'mongodb';
import { type Field, fieldNames, type HistogramName, histogramNames, type Observed, withUntimed } from '../points/observed.js';
import type { Point } from '../points/point.js';
import type { Series } from '../points/series.js';
import { decodeHistogram, encodeHistogram } from './stored-histogram.js';

/**
 * Time-series collections `statisticsTenSeconds`, `statisticsMinutes`, `statisticsHours`. At 10 s each server stores the part of a point that it observed,
 * and parts add up. Rolled-up points are whole: if a lost lease leaves two for the same time, one counts.
 */
export interface PointDocument extends Partial<Record<Field, number> & Record<HistogramName, Binary>> {
  /** Start of the step. */
  at: Date;
  series: Series;
  coveredMs: number;
  cores?: number[];
}

/** Collection `statisticsProgress`: one document per rolled-up tier. */
export interface ProgressDocument {
  _id: string;
  /** The tier is complete before this time. */
  until: Date;
}

/** A point of a time series needs no `_id`; the driver would add one, which takes as much space as one of the point's numbers. */
export const insertOptions = { ordered: false, forceServerObjectId: true };

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export function toDocument({ series, at, observed }: Point): PointDocument {
  const { coveredMs, numbers, cores } = observed;
  const document: PointDocument = { at: new Date(at), series, coveredMs: Math.round(coveredMs) };
  for (const field of fieldNames) if (numbers[field] !== undefined) document[field] = rounded(numbers[field]);
  // `withUntimed` restores them.
  if (!numbers.untimedReads || numbers.readTimeNs === undefined) delete document.untimedReads;
  if (!numbers.untimedWrites || numbers.writeTimeNs === undefined) delete document.untimedWrites;
  for (const name of histogramNames) {
    const counts = observed[name];
    if (counts) document[name] = encodeHistogram(counts);
  }
  if (cores) document.cores = cores.map(rounded);
  return document;
}

/** Fields that were not requested are absent. */
export function fromDocument(document: PointDocument): Point {
  const { at, series, coveredMs, cores } = document;
  const observed: Observed = { coveredMs, numbers: {} };
  for (const field of fieldNames) if (document[field] !== undefined) observed.numbers[field] = document[field];
  observed.numbers = withUntimed(observed.numbers);
  for (const name of histogramNames) {
    const stored = document[name];
    if (stored) observed[name] = decodeHistogram(stored);
  }
  if (cores) observed.cores = cores;
  return { series, at: at.getTime(), observed };
}
