import { dashboard } from './dashboard.js';
import { lines, stat } from './panels.js';
import {
  averageLatency,
  bytesPerSecond,
  cpuBusy,
  DIRECTIONS,
  iops,
  percentName,
  rate,
  recorded,
  series,
  sum,
  targetTax,
} from './promql.js';

const WITHIN_AN_OCTAVE = 'Percentiles are of added buckets over 1 min, off by less than a factor of two (an octave).';

/** The figures of the reference architectures: IOPS by client, GB/s, average and percentile latency, CPU by node. */
export const clusterDashboard = () =>
  dashboard({
    uid: 'cluster',
    title: 'Cluster',
    about:
      'What the reference architectures are judged by: IOPS by client, GB/s, average and percentile latency, CPU by node and what exporting takes of it.',
    variables: [],
    rows: {
      Now: [
        stat({
          title: 'IOPS',
          unit: 'iops',
          about: 'Reads and writes that clients complete a second.',
          queries: [{ expr: iops('volume', ''), legend: 'IOPS' }],
        }),
        stat({
          title: 'Throughput',
          unit: 'Bps',
          about: 'Bytes that clients read and write a second.',
          queries: [{ expr: bytesPerSecond('volume', ''), legend: 'throughput' }],
        }),
        stat({
          title: 'Average latency',
          unit: 's',
          about: 'Time of all reads divided by their number, and the same of writes, as clients see them.',
          queries: DIRECTIONS.map((direction) => ({ expr: averageLatency('volume', direction, ''), legend: direction })),
          nothing: 'No I/O',
        }),
        stat({
          title: 'p99 latency',
          unit: 's',
          about: `99 of 100 I/O were faster. ${WITHIN_AN_OCTAVE}`,
          queries: [{ expr: recorded('cluster', 'quantile="0.99"'), legend: 'p99' }],
          nothing: 'No I/O',
        }),
        stat({
          title: 'Export overhead',
          unit: 'percentunit',
          about: 'Part of its CPU time that the busiest target spends on exporting legs.',
          queries: [{ expr: `max(${targetTax()})`, legend: 'largest' }],
        }),
        stat({
          title: 'Volumes not healthy',
          unit: 'short',
          about: 'Volumes that are neither healthy nor detached.',
          queries: [
            {
              expr: `count(max by (volume) (${series('weft_server_volume_health', 'health!~"healthy|detached"')})) or 0 * count(${series('weft_server_info')})`,
              legend: 'volumes',
            },
          ],
          limit: 1,
        }),
      ],
      'I/O': [
        lines({
          title: 'IOPS by client',
          unit: 'iops',
          about: 'Reads and writes that each client completes a second.',
          queries: [{ expr: iops('volume', 'client'), legend: '{{client}}' }],
          stacked: true,
        }),
        lines({
          title: 'IOPS by direction',
          unit: 'iops',
          about: 'Reads and writes that all clients complete a second.',
          queries: [
            { expr: sum('', rate('weft_volume_reads_total')), legend: 'read' },
            { expr: sum('', rate('weft_volume_writes_total')), legend: 'write' },
          ],
          stacked: true,
        }),
        lines({
          title: 'Throughput by client',
          unit: 'Bps',
          about: 'Bytes that each client reads and writes a second.',
          queries: [{ expr: bytesPerSecond('volume', 'client'), legend: '{{client}}' }],
          stacked: true,
        }),
        lines({
          title: 'Latency',
          unit: 's',
          about: `As clients see it, over all volumes: averages of reads and of writes, which are exact, and percentiles of both. ${WITHIN_AN_OCTAVE}`,
          queries: [
            ...DIRECTIONS.map((direction) => ({ expr: averageLatency('volume', direction, ''), legend: `${direction}, average` })),
            ...['0.5', '0.9', '0.95', '0.99', '0.999'].map((q) => ({
              expr: recorded('cluster', `quantile="${q}"`),
              legend: percentName(q),
            })),
          ],
        }),
        lines({
          title: 'p99 latency by client',
          unit: 's',
          about: `Over all volumes of each client. ${WITHIN_AN_OCTAVE}`,
          queries: [{ expr: recorded('client', 'quantile="0.99"'), legend: '{{client}}' }],
        }),
        lines({
          title: 'Volumes by health',
          unit: 'short',
          about: 'As servers judge them from all reports.',
          queries: [{ expr: `count by (health) (max by (volume, health) (${series('weft_server_volume_health')}))`, legend: '{{health}}' }],
          stacked: true,
        }),
      ],
      Capacity: [
        lines({
          title: 'Time until drive classes are full',
          unit: 's',
          about: 'Until no bytes are free for new legs, by the growth of the last 30 days. A class that does not grow has no line.',
          queries: [{ expr: `max by (drive_class) (${series('weft_server_drive_class_until_full_seconds')})`, legend: '{{drive_class}}' }],
        }),
      ],
      Nodes: [
        lines({
          title: 'CPU by node',
          unit: 'percentunit',
          about: 'Part of all CPU time that is not idle; waiting for I/O counts as idle.',
          queries: [{ expr: cpuBusy(), legend: '{{node}}' }],
        }),
        lines({
          title: 'Export overhead by node',
          unit: 'percentunit',
          about:
            'Part of all CPU time spent on exporting legs; the reference architectures claim less than half of one per cent. What is counted: docs/observability.md.',
          queries: [{ expr: targetTax(), legend: '{{node}}' }],
          limit: 0.005,
        }),
        lines({
          title: 'Network by node',
          unit: 'Bps',
          about: 'Bytes received and sent a second over all NICs.',
          queries: [
            { expr: sum('node', rate('weft_nic_receive_bytes_total')), legend: '{{node}} received' },
            { expr: sum('node', rate('weft_nic_transmit_bytes_total')), legend: '{{node}} sent' },
          ],
        }),
        lines({
          title: 'Paths by client',
          unit: 'short',
          about: 'Live paths, and all that there should be: one per volume, target and storage network.',
          queries: [
            { expr: sum('node', series('weft_path_live')), legend: '{{node}} live' },
            { expr: `count by (node) (${series('weft_path_live')})`, legend: '{{node}} all' },
          ],
        }),
      ],
    },
  });
