import type { Binary } from 'mongodb';
import { type Field, fieldNames, type Observed } from '../points/observed.js';
import type { Point } from '../points/point.js';
import type { Series } from '../points/series.js';
import { decodeHistogram, encodeHistogram } from './stored-histogram.js';

/**
 * Time-series collections `statisticsTenSeconds`, `statisticsMinutes`, `statisticsHours`. At 10 s each server stores the part of a point that it saw,
 * and parts add up. The rolled-up ones are whole: of two for the same time, which a lease lost at a bad moment can leave, one counts.
 */
export interface PointDocument extends Partial<Record<Field, number>> {
  /** Start of the step. */
  at: Date;
  series: Series;
  coveredMs: number;
  histogram?: Binary;
  cores?: number[];
}

/** Collection `statisticsProgress`: one document a rolled-up tier. */
export interface ProgressDocument {
  _id: string;
  /** Everything before is in the tier. */
  until: Date;
}

/** A point of a time series needs no `_id`; the driver would give it one, which takes as much space as a number of it. */
export const insertOptions = { ordered: false, forceServerObjectId: true };

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export function toDocument({ series, at, observed }: Point): PointDocument {
  const { coveredMs, numbers, histogram, cores } = observed;
  const document: PointDocument = { at: new Date(at), series, coveredMs: Math.round(coveredMs) };
  for (const field of fieldNames) if (numbers[field] !== undefined) document[field] = rounded(numbers[field]);
  if (histogram) document.histogram = encodeHistogram(histogram);
  if (cores) document.cores = cores.map(rounded);
  return document;
}

/** Fields that were not asked for are absent. */
export function fromDocument(document: PointDocument): Point {
  const { at, series, coveredMs, histogram, cores } = document;
  const observed: Observed = { coveredMs, numbers: {} };
  for (const field of fieldNames) if (document[field] !== undefined) observed.numbers[field] = document[field];
  if (histogram) observed.histogram = decodeHistogram(histogram);
  if (cores) observed.cores = cores;
  return { series, at: at.getTime(), observed };
}
