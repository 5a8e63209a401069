import { type MetricName, metricOf } from '@weft/shared/stats/metrics';
import { percentile } from '@weft/shared/stats/percentile';
import { apiRequest } from '../api/curl.js';
import { serverNow } from '../api/server-clock.js';
import { boundsText } from '../ui/text/value-text.js';
import { promqlOf } from './promql.js';
import type { FieldProvenance, MetricProvenance } from './provenance.js';

const STEP_MS = 10_000;

const AT_CLIENTS = 'dm-stats of the volume’s device on its client: the kernel’s count of every I/O';
const AT_TARGETS = 'dm-stats of the leg’s LV on its target: the kernel’s count of every I/O';
const WITNESSES: Record<string, string> = {
  volume: AT_CLIENTS,
  attachment: AT_CLIENTS,
  client: AT_CLIENTS,
  cluster: AT_CLIENTS,
  'drive-class': AT_CLIENTS,
  leg: AT_TARGETS,
  drive: AT_TARGETS,
  target: AT_TARGETS,
};
const OWN_SOURCES: Partial<Record<MetricName, string>> = {
  'target-tax': '/proc/stat and the kernel threads that serve NVMe-oF (/proc/*/stat)',
  'agent-cpu': 'the agent itself',
  'agent-memory': 'the agent itself',
  'nic-receive': '/proc/net/dev',
  'nic-transmit': '/proc/net/dev',
  'nic-errors': '/proc/net/dev',
  'rdma-retransmits': 'hw_counters of the RDMA devices (/sys/class/infiniband)',
  'tcp-retransmits': '/proc/net/snmp: all connections of the machine',
  'memory-available': '/proc/meminfo',
  'memory-total': '/proc/meminfo',
  interrupts: '/proc/stat',
};
const SMART: readonly MetricName[] = ['wear', 'available-spare', 'temperature', 'media-errors'];

function sourceOf(metric: MetricName, kind: string): string {
  if (SMART.includes(metric)) return 'NVMe SMART / Health log of the drive';
  return OWN_SOURCES[metric] ?? (kind === 'node' ? '/proc/stat' : (WITNESSES[kind] ?? AT_CLIENTS));
}

function errorOf(metric: MetricName, bounds: string | null): string {
  const { fraction, aggregation } = metricOf(metric);
  if (fraction !== undefined)
    return `${bounds ? `The exact value is in ${bounds}: ` : 'The exact value is '}within its bucket of the histogram, at most 19 % wide. Prometheus has octaves: there within a factor of two.`;
  if (metric === 'latency-average') return 'Exact: total time divided by the number of I/Os.';
  if (metric === 'read-latency-average' || metric === 'write-latency-average')
    return 'Exact: total time of this direction divided by its number of I/Os. I/O of agents that do not report reads and writes separately is left out.';
  if (SMART.includes(metric)) return 'As reported by the drive, in whole percent and degrees; read every few minutes.';
  if (aggregation === 'rate') return 'Exact: difference of a counter over the observed time. Nothing is sampled.';
  if (aggregation === 'ratio') return 'The kernel counts CPU time in ticks of 10 ms per core.';
  return 'The value at the time of reading.';
}

/** Range that contains the exact value of a percentile, from its histogram buckets. */
function boundsOf({ metric, bounds, counts }: MetricProvenance): string | null {
  const { fraction } = metricOf(metric);
  if (bounds || fraction === undefined || !Array.isArray(counts)) return bounds ?? null;
  const found = percentile(counts, fraction);
  return found && boundsText(found.lowerNs / 1e9, found.upperNs === null ? null : found.upperNs / 1e9);
}

/** Facts about a statistics value that follow from its metric. */
export function metricFacts(of: MetricProvenance): Omit<FieldProvenance, 'nodes'> {
  const { metric, object, label, source, at } = of;
  const kind = object.split(':')[0] ?? object;
  const to = at === null ? undefined : new Date(Math.ceil(at / STEP_MS) * STEP_MS).toISOString();
  const from = new Date((at ?? serverNow()) - 60_000).toISOString();
  return {
    title: `${metricOf(metric).title}. ${source}`,
    source: sourceOf(metric, kind),
    at: at === null ? null : new Date(at).toISOString(),
    error: errorOf(metric, boundsOf(of)),
    promql: promqlOf(metric, kind, label),
    request: apiRequest('get', '/api/v1/stats/query', { params: { query: { objects: [object], metrics: [metric], from, to } } }),
    pick: metricOf(metric).list ? '.series[0].lists' : '.series[0].values',
  };
}
