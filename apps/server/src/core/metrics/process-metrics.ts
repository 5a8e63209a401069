import { collectDefaultMetrics, type Registry } from 'prom-client';
import { measureEventLoopDelay, NEVER_MS } from './event-loop-delay.js';

/** Metrics of the process and of Node.js. @returns what stops measuring. */
export function addProcessMetrics(registry: Registry): () => void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  const stop = measureEventLoopDelay(registry);
  // Gauges with counter names (`_total`), which `promtool check metrics` refuses; the gauges without `_total` count the same things.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`);
  return stop;
}
