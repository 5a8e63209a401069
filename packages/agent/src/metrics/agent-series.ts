import { linkRatio } from '@weft/shared/load/link-ratio';
import type { PciLink } from '@weft/shared/messages/pci-link';
import type { CpuSample } from '@weft/shared/messages/sample';
import { WEFT_VERSION } from '@weft/shared/version';
import type { CacheCounters } from '../host/dm-cache.js';
import type { IoCounters, NodeCounters } from '../host/host.js';
import type { NodeState } from '../reconcile/loop.js';
import { drivesHealth, type Reading } from './collector.js';
import type { Exported, HistogramSeries, Labels, Series } from './exposition.js';
import { pathSeries } from './path-series.js';
import type { Counted } from './subjects.js';

export interface Agent {
  name: string;
  simulated: boolean;
}
type Entry = [name: string, series: readonly (Series | HistogramSeries)[]];

/** Everything that this agent serves to Prometheus: cumulative values straight from the counters. Names, labels and meanings: EXPORTED_METRICS. */
export function agentSeries(agent: Agent, { counters, subjects }: Reading, state: NodeState | null, content: Counted): Exported {
  const { io, node } = counters;
  const volumes = subjects.attachments.flatMap(({ volumeName, key }) => counted({ volume: volumeName, client: agent.name }, io[key]));
  // A leg without an export has no I/O, and this node does not know its volume's name.
  const legs = subjects.legs.flatMap(({ legId, volumeName, driveSerial, key }) =>
    volumeName === null ? [] : counted({ leg: legId, volume: volumeName, drive: driveSerial }, io[key]),
  );
  return new Map<string, Entry[1]>([
    ...ioSeries('weft_volume', volumes),
    ...ioSeries('weft_leg', legs),
    ...cacheSeries(subjects, counters.caches ?? {}),
    ...pathSeries(content, state),
    ...driveSeries(state),
    ...linkSeries(state),
    ...nodeSeries(node),
    ...nicSeries(node),
    ...sliceSeries(state),
    ['weft_node_tcp_retransmits_total', node.tcpRetransmits === undefined ? [] : one(node.tcpRetransmits)],
    ['weft_agent_cpu_seconds_total', one(node.agentCpuSeconds)],
    ['weft_agent_memory_bytes', one(node.agentMemoryBytes)],
    ['weft_agent_info', one(1, { version: WEFT_VERSION, node: agent.name, simulated: String(agent.simulated) })],
  ]);
}

const one = (value: number, labels: Labels = {}): Series[] => [{ labels, value }];

interface Io {
  labels: Labels;
  io: IoCounters;
}
const counted = (labels: Labels, io: IoCounters | undefined): Io[] => (io === undefined ? [] : [{ labels, io }]);

const ioSeconds = ({ readTimeNs, writeTimeNs }: IoCounters): number => (readTimeNs + writeTimeNs) / 1e9;

function ioSeries(prefix: string, all: readonly Io[]): Entry[] {
  const of = (value: (io: IoCounters) => number): Series[] => all.map(({ labels, io }) => ({ labels, value: value(io) }));
  return [
    [`${prefix}_io_latency_seconds`, all.map(({ labels, io }) => ({ labels, histogram: io.histogram, sumSeconds: ioSeconds(io) }))],
    [`${prefix}_io_latency_by_direction_seconds`, all.flatMap(byDirection)],
    [`${prefix}_reads_total`, of(({ reads }) => reads)],
    [`${prefix}_writes_total`, of(({ writes }) => writes)],
    [`${prefix}_read_bytes_total`, of(({ readBytes }) => readBytes)],
    [`${prefix}_written_bytes_total`, of(({ writtenBytes }) => writtenBytes)],
    [`${prefix}_io_seconds_total`, of(ioSeconds)],
    [`${prefix}_read_seconds_total`, of(({ readTimeNs }) => readTimeNs / 1e9)],
    [`${prefix}_write_seconds_total`, of(({ writeTimeNs }) => writeTimeNs / 1e9)],
  ];
}

/** The sums are dm-stats': they begin earlier than the collector's counts, and rates of both agree. */
const byDirection = ({ labels, io }: Io): HistogramSeries[] =>
  io.directions
    ? [
        { labels: { ...labels, direction: 'read' }, histogram: io.directions.reads, sumSeconds: io.readTimeNs / 1e9 },
        { labels: { ...labels, direction: 'write' }, histogram: io.directions.writes, sumSeconds: io.writeTimeNs / 1e9 },
      ]
    : [];

/** A leg without an export has no name of its volume here, as above. */
function cacheSeries({ legs }: Reading['subjects'], caches: Readonly<Record<string, CacheCounters>>): Entry[] {
  const all = legs.flatMap(({ legId, volumeName, cache }) => {
    const counters = cache && caches[cache.key];
    return counters && volumeName !== null ? [{ labels: { leg: legId, volume: volumeName, drive: cache.driveSerial }, counters }] : [];
  });
  const of = (value: (cache: CacheCounters) => number): Series[] => all.map(({ labels, counters }) => ({ labels, value: value(counters) }));
  const byDirection = (read: (cache: CacheCounters) => number, write: (cache: CacheCounters) => number): Series[] =>
    all.flatMap(({ labels, counters }) => [
      { labels: { ...labels, direction: 'read' }, value: read(counters) },
      { labels: { ...labels, direction: 'write' }, value: write(counters) },
    ]);
  return [
    [
      'weft_cache_hits_total',
      byDirection(
        ({ readHits }) => readHits,
        ({ writeHits }) => writeHits,
      ),
    ],
    [
      'weft_cache_misses_total',
      byDirection(
        ({ readMisses }) => readMisses,
        ({ writeMisses }) => writeMisses,
      ),
    ],
    ['weft_cache_promotions_total', of(({ promotions }) => promotions)],
    ['weft_cache_demotions_total', of(({ demotions }) => demotions)],
    ['weft_cache_used_bytes', of(({ usedBytes }) => usedBytes)],
    ['weft_cache_size_bytes', of(({ totalBytes }) => totalBytes)],
    ['weft_cache_dirty_bytes', of(({ dirtyBytes }) => dirtyBytes)],
  ];
}

const MODES = ['user', 'system', 'irq', 'softirq', 'steal', 'idle'] as const satisfies (keyof CpuSample)[];

const nodeSeries = (node: NodeCounters): Entry[] => [
  [
    'weft_node_cpu_seconds_total',
    Object.entries(node.cores).flatMap(([core, times]) => MODES.map((mode) => ({ labels: { core, mode }, value: times[mode] }))),
  ],
  ['weft_node_target_tax_seconds_total', one(node.targetTaxSeconds)],
  ['weft_node_memory_available_bytes', one(node.memoryAvailableBytes)],
  ['weft_node_memory_total_bytes', one(node.memoryTotalBytes)],
  ['weft_node_interrupts_total', one(node.interrupts)],
];

function nicSeries({ nics }: NodeCounters): Entry[] {
  const of = (value: (nic: NodeCounters['nics'][number]) => number): Series[] =>
    nics.map((nic) => ({ labels: { nic: nic.name }, value: value(nic) }));
  return [
    ['weft_nic_receive_bytes_total', of(({ rxBytes }) => rxBytes)],
    ['weft_nic_transmit_bytes_total', of(({ txBytes }) => txBytes)],
    ['weft_nic_receive_errors_total', of(({ rxErrors }) => rxErrors)],
    ['weft_nic_transmit_errors_total', of(({ txErrors }) => txErrors)],
    [
      'weft_rdma_events_total',
      nics.flatMap(({ name, rdma }) =>
        Object.entries(rdma ?? {}).map(([event, value]) => ({ labels: { nic: name, counter: event }, value })),
      ),
    ],
  ];
}

/** PCIe links with a known ratio. A serial with several namespaces has one link. */
/** Read by the loop every two seconds while limits per client are assigned. */
function sliceSeries(state: NodeState | null): Entry[] {
  const waits = (state?.slices ?? []).flatMap(({ name, ioWait }) => (ioWait ? [{ labels: { slice: name }, ioWait }] : []));
  return [
    ['weft_slice_io_waiting_seconds_total', waits.map(({ labels, ioWait }) => ({ labels, value: ioWait.someSeconds }))],
    ['weft_slice_io_stalled_seconds_total', waits.map(({ labels, ioWait }) => ({ labels, value: ioWait.fullSeconds }))],
  ];
}

function linkSeries(state: NodeState | null): Entry[] {
  const { drives = [], nics = [] } = state?.inventory ?? {};
  const of = (label: string, links: Map<string, PciLink | undefined>): Series[] =>
    [...links].flatMap(([name, link]) => {
      const value = linkRatio(link);
      return value === null ? [] : [{ labels: { [label]: name }, value }];
    });
  return [
    ['weft_drive_pcie_link_ratio', of('drive', new Map(drives.map(({ serial, pciLink }) => [serial, pciLink])))],
    ['weft_nic_pcie_link_ratio', of('nic', new Map(nics.map(({ name, pciLink }) => [name, pciLink])))],
  ];
}

function driveSeries(state: NodeState | null): Entry[] {
  const drives = drivesHealth(state?.inventory ?? null);
  const of = (value: (health: (typeof drives)[number]['health']) => number | null): Series[] =>
    drives.flatMap(({ serial, health }) => {
      const known = value(health);
      return known === null ? [] : [{ labels: { drive: serial }, value: known }];
    });
  return [
    ['weft_drive_wear_ratio', of(({ wearRatio }) => wearRatio)],
    ['weft_drive_available_spare_ratio', of(({ availableSpareRatio }) => availableSpareRatio)],
    ['weft_drive_temperature_celsius', of(({ temperatureCelsius }) => temperatureCelsius)],
    ['weft_drive_media_errors_total', of(({ mediaErrors }) => mediaErrors)],
    ['weft_drive_critical_warning', of(({ criticalWarning }) => criticalWarning)],
  ];
}
