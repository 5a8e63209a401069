/*
 * Metrics that agents and servers export to Prometheus: names, labels, units, meaning. Tests check dashboards, rules and docs/observability.md against
 * this table, and exporters against it: an exported name that is missing here has no panel; a name listed here must exist.
 * Names and units follow https://prometheus.io/docs/practices/naming/.
 */
import { agentMetrics } from './agent-metrics.js';
import type { ExportedMetric } from './metric.js';
import { serverMetrics } from './server-metrics.js';

export const EXPORTED_METRICS: readonly ExportedMetric[] = [...agentMetrics, ...serverMetrics];
