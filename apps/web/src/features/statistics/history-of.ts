import type { components } from '../../api/schema.js';
import type { History } from '../../charts/timeline.js';

/** The statistics response for one object by metric, times in milliseconds. */
export const historyOf = (
  { from, to, stepSeconds, tierSeconds, longMemory, series }: components['schemas']['Statistics'],
  readAt: number,
): History => ({
  from: Date.parse(from),
  to: Date.parse(to),
  readAt,
  stepMs: stepSeconds * 1000,
  tierMs: tierSeconds * 1000,
  ...(longMemory ? { longMemory: { until: Date.parse(longMemory.until), problem: longMemory.problem } } : {}),
  series: Object.fromEntries(series.map(({ metric, values, lists, lower, upper }) => [metric, { values, lists, lower, upper }])),
});
