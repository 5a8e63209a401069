import { EXPORTED_LATENCY_BOUNDS_SECONDS } from './latency-bounds.js';
import { all, type ExportedMetric, type Kind } from './metric.js';

/** The same counts for a client's view (volume) and a drive's work (leg). */
const io = (prefix: string, what: string, kind: Kind): ExportedMetric[] =>
  all(
    kind,
    {
      name: `${prefix}_io_latency_seconds`,
      type: 'histogram',
      unit: 'seconds',
      meaning: `Time from submission to completion of each I/O ${what}, reads and writes together.`,
      bounds: EXPORTED_LATENCY_BOUNDS_SECONDS,
    },
    {
      name: `${prefix}_io_latency_by_direction_seconds`,
      type: 'histogram',
      unit: 'seconds',
      labels: [...kind.labels, 'direction'],
      meaning: `The same of reads and of writes alone (direction: read, write) ${what}. Only with the setting latencyByDirection.`,
      source: 'bpftrace, beside dm-stats',
      bounds: EXPORTED_LATENCY_BOUNDS_SECONDS,
      setting: 'latencyByDirection',
    },
    { name: `${prefix}_reads_total`, unit: 'count', meaning: `Reads completed ${what}.` },
    { name: `${prefix}_writes_total`, unit: 'count', meaning: `Writes completed ${what}.` },
    { name: `${prefix}_read_bytes_total`, unit: 'bytes', meaning: `Bytes read ${what}.` },
    { name: `${prefix}_written_bytes_total`, unit: 'bytes', meaning: `Bytes written ${what}.` },
    {
      name: `${prefix}_io_seconds_total`,
      unit: 'seconds',
      meaning: `Sum of the times of all I/O ${what}; divided by their number, the average.`,
    },
    {
      name: `${prefix}_read_seconds_total`,
      unit: 'seconds',
      meaning: `Sum of the times of all reads ${what}; divided by their number, the average of reads.`,
    },
    {
      name: `${prefix}_write_seconds_total`,
      unit: 'seconds',
      meaning: `Sum of the times of all writes ${what}; divided by their number, the average of writes.`,
    },
  );

const smart: Kind = { by: 'agent', type: 'gauge', labels: ['drive'], per: 'drive', source: 'NVMe SMART / Health log' };
const machine: Kind = { by: 'agent', type: 'gauge', labels: [], per: 'agent', source: '/proc/meminfo' };
const nic: Kind = { by: 'agent', type: 'counter', labels: ['nic'], per: 'nic', source: '/proc/net/dev' };
const agent: Kind = { by: 'agent', type: 'gauge', labels: [], per: 'agent', source: 'the agent' };

const pcieLink = {
  unit: 'ratio',
  meaning: 'Present rate of the PCIe link, as a fraction of what device and slot both support. Absent: unknown.',
  source: '/sys/bus/pci/devices',
} as const;

/** What agents export. */
export const agentMetrics: readonly ExportedMetric[] = [
  ...io('weft_volume', 'of a volume on its client', {
    by: 'agent',
    type: 'counter',
    labels: ['volume', 'client'],
    per: 'attachment',
    source: "dm-stats of the volume's device, on the client",
  }),
  ...io('weft_leg', 'of a leg on its target', {
    by: 'agent',
    type: 'counter',
    labels: ['leg', 'volume', 'drive'],
    per: 'leg',
    source: "dm-stats of the leg's device (above a cache), on the target",
  }),
  ...all(
    { by: 'agent', type: 'counter', labels: ['leg', 'volume', 'drive'], per: 'leg', source: 'status of dm-cache, on the target' },
    {
      name: 'weft_cache_hits_total',
      unit: 'count',
      labels: ['leg', 'volume', 'drive', 'direction'],
      meaning: 'Reads and writes (direction: read, write) that found their block in the cache.',
    },
    {
      name: 'weft_cache_misses_total',
      unit: 'count',
      labels: ['leg', 'volume', 'drive', 'direction'],
      meaning: 'Reads and writes (direction: read, write) that did not find their block in the cache.',
    },
    { name: 'weft_cache_promotions_total', unit: 'count', meaning: 'Blocks that came into the cache.' },
    { name: 'weft_cache_demotions_total', unit: 'count', meaning: 'Blocks that left the cache.' },
    { name: 'weft_cache_used_bytes', type: 'gauge', unit: 'bytes', meaning: 'Bytes of cached blocks.' },
    { name: 'weft_cache_size_bytes', type: 'gauge', unit: 'bytes', meaning: 'Size of the cache.' },
    { name: 'weft_cache_dirty_bytes', type: 'gauge', unit: 'bytes', meaning: "Bytes in the cache that the leg's own drive lacks." },
  ),
  ...all(
    { by: 'agent', type: 'gauge', labels: ['volume', 'target', 'network'], per: 'path', source: "the client's NVMe controllers (sysfs)" },
    {
      name: 'weft_path_live',
      unit: 'none',
      meaning: '1 while the path from this client to the target over the storage network is live, else 0.',
    },
  ),
  ...all(
    { by: 'agent', type: 'gauge', labels: ['volume'], per: 'array', source: "md's sysfs on the client" },
    { name: 'weft_array_degraded_members', unit: 'count', meaning: 'Legs that the mirror lacks now.' },
    {
      name: 'weft_array_sync_ratio',
      unit: 'ratio',
      meaning: 'Finished part of the resync that runs; 1 when none runs. A scrub is none.',
    },
    {
      name: 'weft_array_scrub_ratio',
      unit: 'ratio',
      meaning: 'Compared part of the mirror while md compares its halves (check or repair); 1 when it does not.',
    },
  ),
  ...all(
    smart,
    { name: 'weft_drive_wear_ratio', unit: 'ratio', meaning: 'Endurance used, as the drive estimates it; may exceed 1.' },
    { name: 'weft_drive_available_spare_ratio', unit: 'ratio', meaning: 'Spare capacity left.' },
    { name: 'weft_drive_temperature_celsius', unit: 'celsius', meaning: 'Composite temperature.' },
    { name: 'weft_drive_media_errors_total', type: 'counter', unit: 'count', meaning: 'Unrecovered data integrity errors.' },
    { name: 'weft_drive_critical_warning', unit: 'none', meaning: 'Critical warning bits of the log; 0: none.' },
    { ...pcieLink, name: 'weft_drive_pcie_link_ratio' },
  ),
  ...all(
    machine,
    {
      name: 'weft_node_cpu_seconds_total',
      type: 'counter',
      unit: 'seconds',
      labels: ['core', 'mode'],
      per: 'core',
      meaning: 'CPU time by core and mode: user, system, irq, softirq, steal, idle (waiting for I/O included).',
      source: '/proc/stat',
    },
    {
      name: 'weft_node_target_tax_seconds_total',
      type: 'counter',
      unit: 'seconds',
      meaning: 'CPU time spent on exporting legs; see "Export overhead".',
      source: '/proc/stat and kernel threads (/proc/*/stat)',
    },
    { name: 'weft_node_memory_available_bytes', unit: 'bytes', meaning: 'Memory that programs could still get.' },
    { name: 'weft_node_memory_total_bytes', unit: 'bytes', meaning: 'Memory of the machine.' },
    { name: 'weft_node_interrupts_total', type: 'counter', unit: 'count', meaning: 'Interrupts served.', source: '/proc/stat' },
    {
      name: 'weft_node_tcp_retransmits_total',
      type: 'counter',
      unit: 'count',
      meaning: 'Segments that TCP sent again, of all connections of the machine.',
      source: '/proc/net/snmp',
    },
    {
      name: 'weft_slice_io_waiting_seconds_total',
      type: 'counter',
      unit: 'seconds',
      labels: ['slice'],
      per: 'slice',
      setting: 'limits',
      meaning:
        'Time in which at least one task of the slice waited for I/O, on any device and for any cause, a limit per client among them. Only while limits are assigned.',
      source: 'io.pressure of the cgroup, some',
    },
    {
      name: 'weft_slice_io_stalled_seconds_total',
      type: 'counter',
      unit: 'seconds',
      labels: ['slice'],
      per: 'slice',
      setting: 'limits',
      meaning: 'The same, while no task of the slice did anything else.',
      source: 'io.pressure of the cgroup, full',
    },
  ),
  ...all(
    nic,
    { name: 'weft_nic_receive_bytes_total', unit: 'bytes', meaning: 'Bytes received.' },
    { name: 'weft_nic_transmit_bytes_total', unit: 'bytes', meaning: 'Bytes sent.' },
    { name: 'weft_nic_receive_errors_total', unit: 'count', meaning: 'Packets received with errors.' },
    { name: 'weft_nic_transmit_errors_total', unit: 'count', meaning: 'Packets not sent because of errors.' },
    { ...pcieLink, name: 'weft_nic_pcie_link_ratio', type: 'gauge' },
    {
      name: 'weft_rdma_events_total',
      unit: 'count',
      labels: ['nic', 'counter'],
      per: 'rdma',
      meaning: "A counter of the NIC's RDMA device, named as the kernel names it.",
      source: '/sys/class/infiniband',
    },
  ),
  ...all(
    agent,
    { name: 'weft_agent_cpu_seconds_total', type: 'counter', unit: 'seconds', meaning: 'CPU time of the agent itself.' },
    { name: 'weft_agent_memory_bytes', unit: 'bytes', meaning: 'Resident memory of the agent itself.' },
    {
      name: 'weft_agent_info',
      unit: 'none',
      labels: ['version', 'node', 'simulated'],
      meaning: 'Always 1. simulated="true": the node and its drives are simulated.',
    },
  ),
];
