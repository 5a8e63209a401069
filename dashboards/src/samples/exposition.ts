import { EXPORTED_METRICS } from '@weft/shared/stats/exported/exported-metrics';
import type { ExportedMetric } from '@weft/shared/stats/exported/metric';

/*
 * Invented metrics of a converged node and a server: the text for tests of dashboards and rules. Names, labels and types come from the
 * table that agents and servers follow; counters grow with every tick.
 */
type Labels = Readonly<Record<string, string>>;

const volumes = ['orders', 'ledger'];
const drives = ['S1', 'S2'];
const nics = ['ens1f0', 'ens1f1'];

/** Label sets of all series for each kind of object. */
const labelsOf: Record<ExportedMetric['per'], readonly Labels[]> = {
  attachment: volumes.map((volume) => ({ volume, client: 'n1' })),
  leg: volumes.flatMap((volume) => drives.map((drive) => ({ leg: `${volume}-${drive}`, volume, drive }))),
  path: volumes.flatMap((volume) => ['left', 'right'].map((network) => ({ volume, target: 'n1', network }))),
  array: volumes.map((volume) => ({ volume })),
  scrubbed: volumes.map((volume) => ({ volume })),
  checksummed: volumes.map((volume) => ({ volume })),
  checksummedLeg: volumes.map((volume) => ({ volume, node: 'n1', drive: 'S1' })),
  snapshotSchedule: volumes.map((volume) => ({ volume })),
  volume: [
    { volume: 'orders', health: 'healthy' },
    { volume: 'ledger', health: 'degraded' },
  ],
  drive: drives.map((drive) => ({ drive })),
  core: ['0', '1'].flatMap((core) => ['user', 'system', 'irq', 'softirq', 'steal', 'idle'].map((mode) => ({ core, mode }))),
  nic: nics.map((nic) => ({ nic })),
  slice: ['system.slice', 'user.slice'].map((slice) => ({ slice })),
  rdma: nics.flatMap((nic) => ['rcvd_pkts', 'completer_retry_err'].map((counter) => ({ nic, counter }))),
  agent: [{}],
  node: [{ node: 'n1' }],
  member: ['db1:27017', 'db2:27017', 'db3:27017'].map((member) => ({ member })),
  class: [{ drive_class: 'fast' }],
  state: ['running', 'waiting', 'failed'].map((state) => ({ state })),
  reason: [{ reason: 'shape' }],
  orphan: ['host', 'database'].flatMap((side) => ['yes', 'unknown', 'no'].map((only_copy) => ({ side, only_copy }))),
  finding: ['error', 'warning', 'advice'].flatMap((severity) => ['micron-2018', 'weft'].map((set) => ({ severity, set }))),
  drill: ['close-path', 'stop-exports'].map((kind) => ({ kind })),
  benchmark: [{ profile: 'reference' }],
  benchmarkFraction: ['0.5', '0.99'].map((fraction) => ({ profile: 'reference', fraction })),
  benchmarkState: ['running', 'done', 'failed'].map((state) => ({ state })),
  missing: [{ node: 'n1', drive: 'S3' }],
  pool: [{ node: 'n1', drive: 'S1' }],
  mirrorClass: [{ drive_class: 'fast' }],
  alert: [{ rule: 'WeftVolumeDegraded', severity: 'warning', state: 'firing' }],
  endpoint: ['200', '404', '500'].map((status) => ({ endpoint: 'listVolumes', method: 'GET', status })),
  peer: [{ server: 'weft1' }, { server: 'weft2' }],
  server: [{}],
};

/** Labels of metrics whose labels describe the object instead of identifying it. */
const infoLabels: Record<string, Labels> = {
  weft_agent_info: { version: '0.1.0', node: 'n1', simulated: 'true' },
  weft_server_info: { version: '0.1.0' },
};

/** Text of Prometheus' exposition format 0.0.4. Without `by`: both. */
export function exposition(tick: number, by?: ExportedMetric['by']): string {
  return EXPORTED_METRICS.filter((metric) => by === undefined || metric.by === by)
    .map((metric) => described(metric, tick))
    .join('');
}

function described(metric: ExportedMetric, tick: number): string {
  const head = `# HELP ${metric.name} ${metric.meaning}\n# TYPE ${metric.name} ${metric.type}\n`;
  const known = infoLabels[metric.name] ? [infoLabels[metric.name] ?? {}] : labelsOf[metric.per];
  const isByDirection = metric.labels.at(-1) === 'direction';
  const each = isByDirection ? known.flatMap((labels) => ['read', 'write'].map((direction) => ({ ...labels, direction }))) : known;
  return head + each.map((labels) => samples(metric, labels, tick)).join('');
}

function samples(metric: ExportedMetric, labels: Labels, tick: number): string {
  const wrong = Object.keys(labels).join() !== metric.labels.join();
  if (wrong)
    throw new Error(`${metric.name} has the labels ${metric.labels.join()}, and ${Object.keys(labels).join()} were made up for it`);
  if (metric.type === 'histogram') return histogram(metric, labels, tick);
  return line(metric.name, labels, metric.type === 'counter' ? tick * (metric.unit === 'bytes' ? 4096 : 0.5) : gauge(metric));
}

const gauge = ({ unit }: ExportedMetric): number => ({ seconds: 0.01, bytes: 2 ** 30, ratio: 0.5, celsius: 40, count: 1, none: 1 })[unit];

/** A histogram with the same number of I/Os in each bucket. */
function histogram({ name, bounds = [] }: ExportedMetric, labels: Labels, tick: number): string {
  const cumulative = [...bounds.map(String), '+Inf'].map((le, index) => line(`${name}_bucket`, { ...labels, le }, tick * (index + 1)));
  const count = tick * (bounds.length + 1);
  return [...cumulative, line(`${name}_sum`, labels, count * 0.001), line(`${name}_count`, labels, count)].join('');
}

function line(name: string, labels: Labels, value: number): string {
  const inside = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `${name}${inside.length > 0 ? `{${inside.join(',')}}` : ''} ${value}\n`;
}
