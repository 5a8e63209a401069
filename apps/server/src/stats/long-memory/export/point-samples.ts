import { PERCENTILE_FRACTIONS, percentile } from '@weft/shared/stats/percentile';
import { fieldNames, histogramNames } from '../../points/observed.js';
import type { Point } from '../../points/point.js';
import type { Series } from '../../points/series.js';
import {
  bucketLabels,
  CORES,
  type ExportedField,
  exportedFields,
  exportedHistograms,
  idLabel,
  metricName,
  OBSERVED,
  QUANTILE,
} from '../exported-series.js';
import type { ExportedSample } from './write-request.js';

/** Names of objects by id. Names never change; those of removed objects are not known any more. */
export interface ObjectNames {
  volumes: ReadonlyMap<string, string>;
  nodes: ReadonlyMap<string, string>;
  /** Serials. */
  drives: ReadonlyMap<string, string>;
  driveClasses: ReadonlyMap<string, string>;
}

type Labels = Record<string, string>;

function namesOf({ kind, id, volume, node, drive }: Series, names: ObjectNames): Record<string, string | undefined> {
  if (kind === 'drive-class') return { drive_class: names.driveClasses.get(id) };
  if (kind === 'drive') return { drive: names.drives.get(id), node: names.nodes.get(node ?? '') };
  if (kind === 'node') return { node: names.nodes.get(id) };
  const nodeName = names.nodes.get(node ?? '');
  return {
    volume: names.volumes.get(volume ?? ''),
    drive: names.drives.get(drive ?? ''),
    ...(kind === 'attachment' ? { client: nodeName } : { node: nodeName }),
  };
}

/** Ids and names of a series; an unknown name is absent. */
function labelsOf(series: Series, names: ObjectNames): Labels {
  const labels: Labels = {};
  for (const part of ['id', 'volume', 'node', 'drive'] as const) {
    const label = idLabel(series.kind, part);
    const value = series[part];
    if (label !== undefined && value !== undefined && value !== '') labels[label] = value;
  }
  for (const [label, name] of Object.entries(namesOf(series, names))) if (name !== undefined) labels[label] = name;
  return labels;
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number => (one < other ? -1 : 1);

/**
 * Samples of one stored point, at the end of its step: a range of PromQL that ends there has the step.
 * @param common labels of every series
 */
export function samplesOf({ series, at, observed }: Point, stepMs: number, common: Labels, names: ObjectNames): ExportedSample[] {
  const samples: ExportedSample[] = [];
  const own = Object.entries({ ...common, ...labelsOf(series, names) });
  const add = (field: ExportedField, value: number, more: Labels = {}) => {
    const labels = [['__name__', metricName(series.kind, field)] as const, ...own, ...Object.entries({ ...field.labels, ...more })];
    samples.push({ labels: labels.sort(byName), value: value / field.perUnit, at: at + stepMs });
  };
  add(OBSERVED, observed.coveredMs);
  for (const field of fieldNames) {
    const value = observed.numbers[field];
    // No such number is the same as zero of them.
    if (value === undefined || (value === 0 && (field === 'untimedReads' || field === 'untimedWrites'))) continue;
    add(exportedFields[field], value);
  }
  for (const [core, busy] of (observed.cores ?? []).entries()) add(CORES, busy, { core: String(core) });
  for (const name of histogramNames)
    observed[name]?.forEach((count, bucket) => {
      if (count > 0) add(exportedHistograms[name], count, { below: bucketLabels[bucket] ?? '+Inf' });
    });
  for (const quantile of PERCENTILE_FRACTIONS) {
    const found = observed.histogram && percentile(observed.histogram, quantile);
    if (found) add(QUANTILE, found.ns / 1e9, { quantile: String(quantile) });
  }
  return samples;
}
