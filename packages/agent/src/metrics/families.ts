import type { CpuSample } from '@weft/shared/messages/sample';
import { WEFT_VERSION } from '@weft/shared/version';
import type { IoCounters } from '../host/host.js';
import type { NodeState } from '../reconcile/loop.js';
import { drivesHealth, type Reading } from './collector.js';
import type { Family, Labels, Series } from './exposition.js';
import { pathFamilies } from './path-families.js';
import type { Counted } from './subjects.js';

export interface Agent {
  name: string;
  simulated: boolean;
}

/** All that this agent serves to Prometheus: cumulative values straight from the counters. Names and labels: docs/observability.md. */
export function agentFamilies(agent: Agent, { counters, subjects }: Reading, state: NodeState | null, content: Counted): Family[] {
  const { io, node } = counters;
  const volumes = subjects.attachments.flatMap(({ volumeName, key }) => counted({ volume: volumeName, client: agent.name }, io[key]));
  // A leg that nobody has exported has no I/O, and its volume's name is not known here.
  const legs = subjects.legs.flatMap(({ legId, volumeName, driveSerial, key }) =>
    volumeName === null ? [] : counted({ leg: legId, volume: volumeName, drive: driveSerial }, io[key]),
  );
  const one = (value: number): Series[] => [{ labels: {}, value }];
  const perNic = (value: (nic: (typeof node.nics)[number]) => number): Series[] =>
    node.nics.map((nic) => ({ labels: { nic: nic.name }, value: value(nic) }));
  return [
    ...ioFamilies('weft_volume', 'of a volume on its client', volumes),
    ...ioFamilies('weft_leg', 'of a leg on its target', legs),
    ...pathFamilies(content, state),
    ...driveFamilies(state),
    {
      name: 'weft_node_cpu_seconds_total',
      type: 'counter',
      help: 'CPU time by core and mode; idle includes waiting for I/O.',
      series: Object.entries(node.cores).flatMap(([core, times]) => MODES.map((mode) => ({ labels: { core, mode }, value: times[mode] }))),
    },
    counter('weft_node_target_tax_seconds_total', 'CPU time spent on exporting legs, an upper bound.', one(node.targetTaxSeconds)),
    counter('weft_node_interrupts_total', 'Interrupts served.', one(node.interrupts)),
    gauge('weft_node_memory_total_bytes', 'Memory of the machine.', one(node.memoryTotalBytes)),
    gauge('weft_node_memory_available_bytes', 'Memory that programs could still get.', one(node.memoryAvailableBytes)),
    counter(
      'weft_nic_receive_bytes_total',
      'Bytes received.',
      perNic(({ rxBytes }) => rxBytes),
    ),
    counter(
      'weft_nic_transmit_bytes_total',
      'Bytes sent.',
      perNic(({ txBytes }) => txBytes),
    ),
    counter(
      'weft_nic_receive_errors_total',
      'Packets received with errors.',
      perNic(({ rxErrors }) => rxErrors),
    ),
    counter(
      'weft_nic_transmit_errors_total',
      'Packets not sent because of errors.',
      perNic(({ txErrors }) => txErrors),
    ),
    counter(
      'weft_rdma_events_total',
      'A counter of the RDMA device on a NIC, named as the kernel names it.',
      node.nics.flatMap(({ name, rdma }) =>
        Object.entries(rdma ?? {}).map(([event, value]) => ({ labels: { nic: name, counter: event }, value })),
      ),
    ),
    counter('weft_agent_cpu_seconds_total', 'CPU time of the agent itself and of its commands.', one(node.agentCpuSeconds)),
    gauge('weft_agent_memory_bytes', 'Resident memory of the agent itself.', one(node.agentMemoryBytes)),
    gauge('weft_agent_info', 'Always 1. simulated="true": the node and its drives are made up.', [
      { labels: { version: WEFT_VERSION, node: agent.name, simulated: String(agent.simulated) }, value: 1 },
    ]),
  ];
}

const MODES = ['user', 'system', 'irq', 'softirq', 'steal', 'idle'] as const satisfies (keyof CpuSample)[];

const counter = (name: string, help: string, series: Series[]): Family => ({ name, type: 'counter', help, series });
const gauge = (name: string, help: string, series: Series[]): Family => ({ name, type: 'gauge', help, series });

interface Io {
  labels: Labels;
  io: IoCounters;
}
const counted = (labels: Labels, io: IoCounters | undefined): Io[] => (io === undefined ? [] : [{ labels, io }]);

function ioFamilies(prefix: string, what: string, all: readonly Io[]): Family[] {
  const of = (value: (io: IoCounters) => number): Series[] => all.map(({ labels, io }) => ({ labels, value: value(io) }));
  return [
    {
      name: `${prefix}_io_latency_seconds`,
      type: 'histogram',
      help: `Time from submission to completion of each I/O ${what}, reads and writes together.`,
      series: all.map(({ labels, io }) => ({ labels, histogram: io.histogram, sumSeconds: io.timeNs / 1e9 })),
    },
    counter(
      `${prefix}_reads_total`,
      `Reads completed ${what}.`,
      of(({ reads }) => reads),
    ),
    counter(
      `${prefix}_writes_total`,
      `Writes completed ${what}.`,
      of(({ writes }) => writes),
    ),
    counter(
      `${prefix}_read_bytes_total`,
      `Bytes read ${what}.`,
      of(({ readBytes }) => readBytes),
    ),
    counter(
      `${prefix}_written_bytes_total`,
      `Bytes written ${what}.`,
      of(({ writtenBytes }) => writtenBytes),
    ),
    counter(
      `${prefix}_io_seconds_total`,
      `Sum of the times of all I/O ${what}.`,
      of(({ timeNs }) => timeNs / 1e9),
    ),
  ];
}

function driveFamilies(state: NodeState | null): Family[] {
  const drives = drivesHealth(state?.inventory ?? null);
  const of = (value: (health: (typeof drives)[number]['health']) => number | null): Series[] =>
    drives.flatMap(({ serial, health }) => {
      const known = value(health);
      return known === null ? [] : [{ labels: { drive: serial }, value: known }];
    });
  return [
    gauge(
      'weft_drive_wear_ratio',
      'Endurance used, as the drive estimates it; may exceed 1.',
      of(({ wearRatio }) => wearRatio),
    ),
    gauge(
      'weft_drive_available_spare_ratio',
      'Spare capacity left.',
      of(({ availableSpareRatio }) => availableSpareRatio),
    ),
    gauge(
      'weft_drive_temperature_celsius',
      'Composite temperature.',
      of(({ temperatureCelsius }) => temperatureCelsius),
    ),
    counter(
      'weft_drive_media_errors_total',
      'Unrecovered data integrity errors.',
      of(({ mediaErrors }) => mediaErrors),
    ),
    gauge(
      'weft_drive_critical_warning',
      'Critical warning bits of the SMART log; 0: none.',
      of(({ criticalWarning }) => criticalWarning),
    ),
  ];
}
