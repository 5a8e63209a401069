import { longMemoryMetrics } from './long-memory-metrics.js';
import { all, type ExportedMetric, type Kind, STATISTICS_BOUNDS_SECONDS, server } from './metric.js';

/** Bounds of the time to evaluate alert rules, seconds. */
const ALERT_BOUNDS_SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10];

const runtime: Kind = { ...server, source: 'Node.js, by prom-client' };

const fio = "fio's output, stored with the benchmark";
const ofBenchmark = { labels: ['profile', 'direction'], per: 'benchmark', source: fio } as const;
const DIRECTION = 'of the last benchmark of the profile that finished, under its load with the most reads (or writes) a second';

/** What servers export of benchmarks. Every server exports the same. */
const benchmarkMetrics = all(
  server,
  {
    name: 'weft_server_benchmarks',
    unit: 'count',
    labels: ['state'],
    per: 'benchmarkState',
    meaning: 'Benchmarks that are stored, by state (preparing, running, removing, done, failed, cancelled).',
  },
  {
    name: 'weft_server_benchmark_end_timestamp_seconds',
    unit: 'seconds',
    labels: ['profile'],
    per: 'benchmark',
    meaning: 'When the last benchmark of the profile finished (state done). Absent: none has.',
  },
  {
    ...ofBenchmark,
    name: 'weft_server_benchmark_iops',
    unit: 'none',
    meaning: `Reads or writes a second ${DIRECTION}: the average over its repeats, all clients together.`,
  },
  { ...ofBenchmark, name: 'weft_server_benchmark_bytes_per_second', unit: 'none', meaning: `Bytes read or written a second ${DIRECTION}.` },
  {
    ...ofBenchmark,
    name: 'weft_server_benchmark_latency_seconds',
    unit: 'seconds',
    labels: ['profile', 'fraction', 'direction'],
    per: 'benchmarkFraction',
    meaning: `Completion latency of all I/O (0.5, 0.99) ${DIRECTION}: the average of the percentiles of its repeats.`,
  },
  {
    ...ofBenchmark,
    name: 'weft_server_benchmark_target_cpu_ratio',
    unit: 'ratio',
    source: 'the history of the targets, stored with the benchmark',
    meaning: `Average share of busy CPU time of the targets ${DIRECTION}. Absent: the history has no whole step of that time.`,
  },
);

/** What servers export. */
export const serverMetrics: readonly ExportedMetric[] = [
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
      name: 'weft_server_volume_scrub_mismatch_bytes',
      unit: 'bytes',
      labels: ['volume'],
      per: 'scrubbed',
      meaning:
        'Bytes of ranges in which the halves of the mirror differ, by the last scrub that says so; 0 after one without a mismatch, or a repair.',
    },
    {
      name: 'weft_server_volume_scrub_completed_timestamp_seconds',
      unit: 'seconds',
      labels: ['volume'],
      per: 'scrubbed',
      meaning: 'When the last complete scrub of the volume ended. Absent: none has.',
    },
    {
      name: 'weft_server_volume_scrub_due_timestamp_seconds',
      unit: 'seconds',
      labels: ['volume'],
      per: 'scrubbed',
      meaning: 'When the next scheduled scrub of an attached volume is or was due. Absent: no schedule, or not attached for writing.',
    },
    {
      name: 'weft_server_volume_checksum_errors',
      unit: 'count',
      labels: ['volume'],
      per: 'checksummed',
      meaning: 'How often legs of the volume returned wrong bytes since a person last acknowledged that (dm-integrity). Absent: none did.',
    },
    {
      name: 'weft_server_leg_checksum_errors',
      unit: 'count',
      labels: ['volume', 'node', 'drive'],
      per: 'checksummedLeg',
      meaning: 'How often the leg returned wrong bytes since it was made, acknowledged or not (dm-integrity). Absent: it did not.',
    },
    {
      name: 'weft_server_volume_snapshot_due_timestamp_seconds',
      unit: 'seconds',
      labels: ['volume'],
      per: 'snapshotSchedule',
      meaning: 'When the next scheduled snapshot of the volume is or was due. Absent: no schedule.',
    },
    {
      name: 'weft_server_node_connected',
      unit: 'none',
      labels: ['node'],
      per: 'node',
      meaning: "1 while the node's agent is connected to a server, else 0.",
    },
    {
      name: 'weft_server_node_connection_losses_total',
      type: 'counter',
      unit: 'count',
      labels: ['node'],
      per: 'node',
      meaning: 'How often the connection of the node was lost since the node was added. A move to another server is no loss.',
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
      name: 'weft_server_preflight_findings',
      unit: 'count',
      labels: ['severity', 'set'],
      per: 'finding',
      meaning:
        'Findings of the latest preflight run that nobody has accepted, by severity (error, warning, advice) and by set (micron-2018, weft). A finding of both sets counts in each. Checks whose facts are unknown are left out.',
    },
    ...benchmarkMetrics,
    {
      name: 'weft_server_drill_longest_stall_seconds',
      unit: 'seconds',
      labels: ['kind'],
      per: 'drill',
      meaning: 'Longest completion of any I/O of the load of the newest drill of each kind. Absent: it had no load.',
    },
    {
      name: 'weft_server_drill_succeeded',
      unit: 'none',
      labels: ['kind'],
      per: 'drill',
      meaning: '1 if the newest drill of each kind ended without a failure and within its limit, else 0. Cancelled drills do not count.',
    },
    {
      name: 'weft_server_drill_ended_timestamp_seconds',
      unit: 'seconds',
      labels: ['kind'],
      per: 'drill',
      meaning: 'When the newest drill of each kind ended, seconds since 1970.',
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
      name: 'weft_server_drive_pool_data_ratio',
      unit: 'ratio',
      labels: ['node', 'drive'],
      per: 'pool',
      meaning: 'Used share of the data of the pool of thin legs on a drive; drives without a pool are absent.',
    },
    {
      name: 'weft_server_drive_pool_metadata_ratio',
      unit: 'ratio',
      labels: ['node', 'drive'],
      per: 'pool',
      meaning: "Used share of the pool's metadata.",
    },
    {
      name: 'weft_server_drive_pool_unusable',
      unit: 'none',
      labels: ['node', 'drive'],
      per: 'pool',
      meaning: '1 while the pool is full, read-only or failed, or needs a check, else 0.',
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
      name: 'weft_server_statistics_sampling_seconds',
      unit: 'seconds',
      meaning: 'Interval of samples that the server asks of its agents: longer than the setting while it is busy.',
    },
    ...longMemoryMetrics,
    {
      name: 'weft_server_online',
      unit: 'none',
      labels: ['server'],
      per: 'peer',
      meaning:
        '1 while the server sends heartbeats to the database, else 0. A server that was stopped is absent; one that was killed, after an hour.',
      source: 'the list of servers in the database',
    },
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
