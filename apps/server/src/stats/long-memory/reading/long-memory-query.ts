import { combineOf, type Field, fieldNames, type HistogramName, histogramNames } from '../../points/observed.js';
import type { SeriesKind } from '../../points/series.js';
import { CORES, type ExportedField, exportedFields, exportedHistograms, idLabel, metricName, OBSERVED } from '../exported-series.js';

/** Names of what a series of the answer is: a stored field, a histogram, the cores, or the observed time. */
export type Part = Field | HistogramName | 'cores' | 'coveredMs';

/** Label of the answer's series with their part: functions of PromQL drop the name of the metric. */
export const PART_LABEL = 'weft_part';

/** One read, of one kind of series. */
export interface LongMemoryRead {
  clusterId: string;
  kind: SeriesKind;
  /** The field of the series that names the objects. */
  by: 'id' | 'volume' | 'node' | 'drive';
  ids: readonly string[];
  parts: readonly Part[];
  /** Start of the first step and end of the last one, milliseconds since 1970. */
  from: number;
  to: number;
  /** A whole number of minutes. */
  stepMs: number;
}

const isField = (part: Part): part is Field => (fieldNames as readonly string[]).includes(part);
const isHistogram = (part: Part): part is HistogramName => (histogramNames as readonly string[]).includes(part);

export function exportedOf(part: Part): ExportedField {
  if (isField(part)) return exportedFields[part];
  if (isHistogram(part)) return exportedHistograms[part];
  return part === 'cores' ? CORES : OBSERVED;
}

/** How samples of several minutes become one value. */
function functionOf(part: Part): string {
  const how = isField(part) ? combineOf(part) : 'sum';
  return { count: 'sum_over_time', sum: 'sum_over_time', mean: 'avg_over_time', max: 'max_over_time', min: 'min_over_time' }[how];
}

/**
 * One expression for all parts. A sample stands at the end of its minute, so a window that begins less than a minute after the step's start has the step's
 * samples alone, whether its bounds belong to it or not (Prometheus 2 and 3 differ there).
 */
export function expression({ clusterId, kind, by, ids, parts, stepMs }: LongMemoryRead): string {
  const label = idLabel(kind, by);
  const windowSeconds = stepMs / 1000 - 1;
  return [...new Set<Part>(['coveredMs', ...parts])]
    .map((part) => {
      const field = exportedOf(part);
      const matchers = [
        `weft_cluster="${clusterId}"`,
        ...(label === undefined ? [] : [`${label}=~"${ids.join('|')}"`]),
        ...Object.entries(field.labels ?? {}).map(([name, value]) => `${name}="${value}"`),
      ];
      const selector = `${metricName(kind, field)}{${matchers.join(',')}}[${windowSeconds}s]`;
      return `label_replace(${functionOf(part)}(${selector}),"${PART_LABEL}","${part}","","")`;
    })
    .join(' or ');
}
