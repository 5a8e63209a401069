/*
 * Metrics that agents and servers export to Prometheus: names, labels, units, meaning. Tests check dashboards, rules and docs/observability.md against
 * this table, and exporters against it: an exported name that is missing here has no panel; a name listed here must exist.
 * Names and units follow https://prometheus.io/docs/practices/naming/.
 */
import type { ExportedMetric } from './exported-metric.js';
import { LATENCY_BOUNDS_NS } from './histogram.js';

/** Bounds of exported histograms in seconds: every fourth of Weft's own, one per octave (docs/decisions/exported-latency-bounds.md). */
export const EXPORTED_LATENCY_BOUNDS_SECONDS: readonly number[] = LATENCY_BOUNDS_NS.filter((_, index) => index % 4 === 0).map(
  (bound) => bound / 1e9,
);

/** Bounds of the time to store statistics, seconds. */
const STATISTICS_BOUNDS_SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

/** Bounds of the time to evaluate alert rules, seconds. */
const ALERT_BOUNDS_SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10];

type Kind = Pick<ExportedMetric, 'by' | 'type' | 'labels' | 'per' | 'source'>;
type Rest = Pick<ExportedMetric, 'name' | 'unit' | 'meaning'> & Partial<ExportedMetric>;
const all = (kind: Kind, ...metrics: Rest[]): ExportedMetric[] => metrics.map((metric) => ({ ...kind, ...metric }));

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
      meaning: `The same of reads and of writes alone (direction: read, write) ${what}. Absent: the agent does not collect it.`,
      source: 'bpftrace, beside dm-stats',
      bounds: EXPORTED_LATENCY_BOUNDS_SECONDS,
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
const server: Kind = { by: 'server', type: 'gauge', labels: [], per: 'server', source: 'the server' };
const runtime: Kind = { ...server, source: 'Node.js, by prom-client' };

export const EXPORTED_METRICS: readonly ExportedMetric[] = [
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
    source: "dm-stats of the leg's LV, on the target",
  }),
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
      meaning: 'Finished part of the resync, check or repair that runs; 1 when none runs.',
    },
  ),
  ...all(
    smart,
    { name: 'weft_drive_wear_ratio', unit: 'ratio', meaning: 'Endurance used, as the drive estimates it; may exceed 1.' },
    { name: 'weft_drive_available_spare_ratio', unit: 'ratio', meaning: 'Spare capacity left.' },
    { name: 'weft_drive_temperature_celsius', unit: 'celsius', meaning: 'Composite temperature.' },
    { name: 'weft_drive_media_errors_total', type: 'counter', unit: 'count', meaning: 'Unrecovered data integrity errors.' },
    { name: 'weft_drive_critical_warning', unit: 'none', meaning: 'Critical warning bits of the log; 0: none.' },
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
  ),
  ...all(
    nic,
    { name: 'weft_nic_receive_bytes_total', unit: 'bytes', meaning: 'Bytes received.' },
    { name: 'weft_nic_transmit_bytes_total', unit: 'bytes', meaning: 'Bytes sent.' },
    { name: 'weft_nic_receive_errors_total', unit: 'count', meaning: 'Packets received with errors.' },
    { name: 'weft_nic_transmit_errors_total', unit: 'count', meaning: 'Packets not sent because of errors.' },
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
  ...all(
    server,
    {
      name: 'weft_server_volume_health',
      unit: 'none',
      labels: ['volume', 'health'],
      per: 'volume',
      meaning: '1 for the present health of the volume; other values of the label are absent.',
    },
    {
      name: 'weft_server_node_connected',
      unit: 'none',
      labels: ['node'],
      per: 'node',
      meaning: "1 while the node's agent is connected to a server, else 0.",
    },
    {
      name: 'weft_server_node_identity_disputed',
      unit: 'none',
      labels: ['node'],
      per: 'node',
      meaning: "1 while a second agent holds the node's credential, until it is revoked; else 0.",
    },
    {
      name: 'weft_server_foreign_host',
      unit: 'none',
      labels: ['volume', 'client'],
      per: 'attachment',
      meaning: '1 while a host other than the client is connected to an export of the volume, as its target reports; else 0.',
    },
    {
      name: 'weft_server_orphans',
      unit: 'count',
      labels: ['side', 'only_copy'],
      per: 'orphan',
      meaning:
        'Objects without their counterpart, by the side that has them (host, database), and by whether one may hold the only copy of its bytes (yes, unknown, no).',
    },
    {
      name: 'weft_server_ignored_orphans',
      unit: 'count',
      meaning: 'Objects without their counterpart that a person ignored, with a reason. `weft_server_orphans` leaves them out.',
    },
    {
      name: 'weft_server_node_clock_skewed',
      unit: 'none',
      labels: ['node'],
      per: 'node',
      meaning: "1 while the clock of the node differs from its server's, else 0.",
    },
    {
      name: 'weft_server_node_version_skewed',
      unit: 'none',
      labels: ['node'],
      per: 'node',
      meaning: "1 while the version of the node's agent differs from its server's, else 0.",
    },
    {
      name: 'weft_server_drive_missing',
      unit: 'none',
      labels: ['node', 'drive'],
      per: 'missing',
      meaning: '1 for a drive in service that its node does not list; other drives are absent.',
    },
    {
      name: 'weft_server_drive_class_repair_headroom_bytes',
      unit: 'bytes',
      labels: ['drive_class'],
      per: 'mirrorClass',
      meaning:
        'Free bytes of the class minus the bytes that a repair needs after the loss of the node with the most mirror legs. Negative: too few.',
    },
    {
      name: 'weft_server_certificate_expiry_timestamp_seconds',
      unit: 'seconds',
      meaning: 'When the certificate of the server expires. Absent: it serves without one.',
      source: "the server's certificate",
    },
    {
      name: 'weft_server_alerts',
      unit: 'count',
      labels: ['rule', 'severity', 'state'],
      per: 'alert',
      meaning: "Open alerts of Weft's own evaluation, by rule, severity and state (pending, firing).",
    },
    {
      name: 'weft_server_alert_evaluation_seconds',
      type: 'histogram',
      unit: 'seconds',
      meaning: 'Time of one evaluation of all alert rules, on the server that evaluates them.',
      bounds: ALERT_BOUNDS_SECONDS,
    },
    {
      name: 'weft_server_drive_class_until_full_seconds',
      unit: 'seconds',
      labels: ['drive_class'],
      per: 'class',
      meaning:
        'Time until the class has no bytes free for new legs, if its use grows as it did; absent if it does not grow, or has not enough history.',
    },
    { name: 'weft_server_agent_reports_total', type: 'counter', unit: 'count', meaning: 'Reports taken from agents.' },
    { name: 'weft_server_samples_total', type: 'counter', unit: 'count', meaning: 'Samples taken from agents.' },
    {
      name: 'weft_server_samples_refused_total',
      type: 'counter',
      unit: 'count',
      labels: ['reason'],
      per: 'reason',
      meaning: 'Samples refused, by reason.',
    },
    {
      name: 'weft_server_sample_objects_unknown_total',
      type: 'counter',
      unit: 'count',
      meaning: 'Objects in samples that do not exist, or do not belong to the node that sent them.',
    },
    { name: 'weft_server_statistics_points_total', type: 'counter', unit: 'count', meaning: 'Points of statistics stored in MongoDB.' },
    {
      name: 'weft_server_statistics_points_lost_total',
      type: 'counter',
      unit: 'count',
      meaning: 'Points that MongoDB did not take in time: gaps in the history.',
    },
    { name: 'weft_server_statistics_open_points', unit: 'count', meaning: 'Points in memory that are not complete yet.' },
    {
      name: 'weft_server_statistics_write_seconds',
      type: 'histogram',
      unit: 'seconds',
      meaning: 'Time to store what ended in one step of 10 s.',
      bounds: STATISTICS_BOUNDS_SECONDS,
    },
    {
      name: 'weft_server_statistics_roll_up_seconds',
      type: 'histogram',
      unit: 'seconds',
      meaning: 'Time to roll one step of a coarser resolution up.',
      bounds: STATISTICS_BOUNDS_SECONDS,
    },
    { name: 'weft_server_statistics_watched_objects', unit: 'count', meaning: 'Objects that browsers watch live.' },
    {
      name: 'weft_server_peer_links',
      unit: 'count',
      meaning: 'Other servers whose live statistics this one asks for: all living ones while a browser watches here, else none.',
    },
    { name: 'weft_server_peer_links_up', unit: 'count', meaning: 'Servers of these that it is connected to.' },
    { name: 'weft_server_jobs', unit: 'count', labels: ['state'], per: 'state', meaning: 'Jobs by state.' },
    {
      name: 'weft_server_mongodb_member_up',
      unit: 'none',
      labels: ['member'],
      per: 'member',
      meaning: '1 while this server reaches the member of the replica set and it is primary or secondary, else 0.',
      source: "the server's MongoDB driver",
    },
    {
      name: 'weft_server_backup_failures_total',
      type: 'counter',
      unit: 'count',
      meaning: 'Backups of the database by this server that failed.',
    },
    {
      name: 'weft_server_backup_duration_seconds',
      unit: 'seconds',
      meaning: 'Time that the last backup by this server took, with its check.',
    },
    {
      name: 'weft_server_backup_last_success_timestamp_seconds',
      unit: 'seconds',
      meaning: 'Time of the newest backup in the folder. Absent: none, or the folder cannot be read.',
      source: 'the folder of backups',
    },
    {
      name: 'weft_server_backup_late',
      unit: 'none',
      meaning: '1: a rotation is late, or the server cannot read the folder. 0: neither. Absent: no folder is configured.',
      source: 'the folder of backups',
    },
    {
      name: 'weft_server_backup_size_bytes',
      unit: 'bytes',
      meaning: 'Size of the newest backup in the folder. Absent: none, or the folder cannot be read.',
      source: 'the folder of backups',
    },
    {
      name: 'weft_server_http_request_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      labels: ['endpoint', 'method', 'status'],
      per: 'endpoint',
      meaning: 'Time from a request to its answer, by endpoint of the contract.',
      bounds: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    },
    { name: 'weft_server_mongodb_connections', unit: 'count', meaning: 'Open connections to MongoDB.' },
    { name: 'weft_server_mongodb_connections_in_use', unit: 'count', meaning: 'Connections to MongoDB that are in use.' },
    {
      name: 'weft_server_mongodb_checkout_failures_total',
      type: 'counter',
      unit: 'count',
      meaning: 'Operations that got no connection to MongoDB.',
    },
    { name: 'weft_server_info', unit: 'none', labels: ['version'], meaning: 'Version of the server; always 1.' },
  ),
  ...all(
    runtime,
    { name: 'process_cpu_seconds_total', type: 'counter', unit: 'seconds', meaning: 'CPU time of the server process.' },
    { name: 'process_resident_memory_bytes', unit: 'bytes', meaning: 'Resident memory of the server process.' },
    {
      name: 'nodejs_eventloop_lag_p99_seconds',
      unit: 'seconds',
      meaning: 'Delay of the event loop, 99th percentile since the last scrape.',
    },
    { name: 'nodejs_eventloop_lag_max_seconds', unit: 'seconds', meaning: 'Delay of the event loop, longest since the last scrape.' },
  ),
];
