import { type MetricName, metricOf } from '@weft/shared/stats/metrics';
import { RDMA_RETRANSMITS } from '@weft/shared/stats/rdma-retransmits';

/*
 * PromQL equivalent of a statistics metric, with the names that agents export. dashboards/ has the same queries; the test checks the names against
 * the table in exported-metrics.ts. The range is one minute, because scrapes are rarer than samples.
 */

/** By kind of object: prefix of the counters, and label that names the object. */
const SUBJECTS: Record<string, { prefix: 'weft_volume' | 'weft_leg' | null; label: string | null }> = {
  cluster: { prefix: 'weft_volume', label: null },
  volume: { prefix: 'weft_volume', label: 'volume' },
  client: { prefix: 'weft_volume', label: 'client' },
  leg: { prefix: 'weft_leg', label: 'leg' },
  drive: { prefix: 'weft_leg', label: 'drive' },
  target: { prefix: 'weft_leg', label: 'node' },
  node: { prefix: null, label: 'node' },
};

const GAUGES: Partial<Record<MetricName, string>> = {
  wear: 'max(weft_drive_wear_ratio{})',
  'available-spare': 'min(weft_drive_available_spare_ratio{})',
  temperature: 'max(weft_drive_temperature_celsius{})',
  'media-errors': 'max(weft_drive_media_errors_total{})',
  'agent-memory': 'weft_agent_memory_bytes{}',
  'memory-available': 'weft_node_memory_available_bytes{}',
  'memory-total': 'weft_node_memory_total_bytes{}',
};
const NODE_RATES: Partial<Record<MetricName, readonly string[]>> = {
  interrupts: ['weft_node_interrupts_total{}'],
  'nic-receive': ['weft_nic_receive_bytes_total{}'],
  'nic-transmit': ['weft_nic_transmit_bytes_total{}'],
  'nic-errors': ['weft_nic_receive_errors_total{}', 'weft_nic_transmit_errors_total{}'],
  'rdma-retransmits': [`weft_rdma_events_total{counter=~"${RDMA_RETRANSMITS.join('|')}"}`],
  'tcp-retransmits': ['weft_node_tcp_retransmits_total{}'],
};
/** Parts of the CPU time of all cores. */
const CPU_PARTS: Partial<Record<MetricName, string>> = {
  'target-tax': 'weft_node_target_tax_seconds_total{}',
  'agent-cpu': 'weft_agent_cpu_seconds_total{}',
  'cpu-user': 'weft_node_cpu_seconds_total{mode="user"}',
  'cpu-system': 'weft_node_cpu_seconds_total{mode="system"}',
  'cpu-irq': 'weft_node_cpu_seconds_total{mode="irq"}',
  'cpu-softirq': 'weft_node_cpu_seconds_total{mode="softirq"}',
  'cpu-steal': 'weft_node_cpu_seconds_total{mode="steal"}',
};
const IO_COUNTERS: Partial<Record<MetricName, readonly string[]>> = {
  iops: ['reads_total', 'writes_total'],
  'read-iops': ['reads_total'],
  'write-iops': ['writes_total'],
  throughput: ['read_bytes_total', 'written_bytes_total'],
  'read-throughput': ['read_bytes_total'],
  'write-throughput': ['written_bytes_total'],
};

/** Word in the names of counters for the averages of one direction. */
const DIRECTIONS: Partial<Record<MetricName, 'read' | 'write'>> = { 'read-latency-average': 'read', 'write-latency-average': 'write' };

const rates = (counters: readonly string[]): string => counters.map((counter) => `sum(rate(${counter}[1m]))`).join(' + ');
const ALL_CPU = 'sum(rate(weft_node_cpu_seconds_total{}[1m]))';

function ofNode(metric: MetricName): string | null {
  if (metric === 'cpu-busy') return `1 - sum(rate(weft_node_cpu_seconds_total{mode="idle"}[1m])) / ${ALL_CPU}`;
  if (metric === 'core-busy') return '1 - sum by (core) (rate(weft_node_cpu_seconds_total{mode="idle"}[1m]))';
  const part = CPU_PARTS[metric];
  if (part) return `${rates([part])} / ${ALL_CPU}`;
  const counters = NODE_RATES[metric];
  return counters ? rates(counters) : null;
}

function ofIo(metric: MetricName, prefix: string): string | null {
  const counters = IO_COUNTERS[metric];
  const named = (name: string) => `${prefix}_${name}{}`;
  if (counters) return rates(counters.map(named));
  if (metric === 'latency-average')
    return `${rates([named('io_seconds_total')])} / (${rates([named('reads_total'), named('writes_total')])})`;
  const direction = DIRECTIONS[metric];
  if (direction) return `${rates([named(`${direction}_seconds_total`)])} / ${rates([named(`${direction}s_total`)])}`;
  const buckets = `sum by (le) (rate(${named('io_latency_seconds_bucket')}[1m]))`;
  if (metric === 'latency-heat-map') return buckets;
  const { fraction, direction: only } = metricOf(metric);
  if (fraction === undefined) return null;
  const own = `sum by (le) (rate(${prefix}_io_latency_by_direction_seconds_bucket{direction="${only}"}[1m]))`;
  return `histogram_quantile(${fraction}, ${only ? own : buckets})`;
}

/** @param label value of the label that names the object. @returns null: Prometheus does not have the metric. */
export function promqlOf(metric: MetricName, kind: string, label: string): string | null {
  const subject = SUBJECTS[kind];
  if (!subject) return null;
  const found = GAUGES[metric] ?? ofNode(metric) ?? (subject.prefix && ofIo(metric, subject.prefix));
  if (!found) return null;
  const matcher = subject.label === null ? '' : `${subject.label}=${JSON.stringify(label)}`;
  return found.replaceAll(/\{([^}]*)\}/g, (_, own: string) => {
    const all = [matcher, own].filter((each) => each !== '').join(',');
    return all === '' ? '' : `{${all}}`;
  });
}

/** The query limited to one cluster: a Prometheus may scrape several, and no query may mix them. */
export const inCluster = (query: string, clusterId: string): string =>
  query.replaceAll(/(weft_\w+)(?:\{([^}]*)\})?/g, (_, name: string, own: string | undefined) => {
    const matchers = [`weft_cluster=${JSON.stringify(clusterId)}`, ...(own ? [own] : [])];
    return `${name}{${matchers.join(',')}}`;
  });
