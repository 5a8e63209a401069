import type { volumeHealths } from '@weft/shared/kinds/volume';
import { choice, dashboard } from './dashboard.js';
import { heatmap, lines, type State, stateSpans } from './panels.js';
import {
  active,
  averageLatency,
  bytesPerSecond,
  DIRECTIONS,
  iops,
  percentile,
  percentName,
  rate,
  recorded,
  series,
  sum,
} from './promql.js';

const CHOSEN = 'volume=~"$volume"';
const WITHIN_AN_OCTAVE = 'Of added buckets, off by less than a factor of two (an octave).';

const HEALTHS: readonly (State & { name: (typeof volumeHealths)[number] })[] = [
  { name: 'healthy', color: 'green' },
  { name: 'degraded', color: 'yellow' },
  { name: 'rebuilding', color: 'yellow' },
  { name: 'stalled', color: 'red' },
  { name: 'broken', color: 'red' },
  { name: 'unavailable', color: 'red' },
  { name: 'unknown', color: 'orange' },
  { name: 'detached', color: 'gray' },
];
/** `place` for each volume with this health. Servers may report two for a moment: the first of the list counts. */
const healthAs = (health: string, place: number): string =>
  `0 * max by (volume) (${series('weft_server_volume_health', CHOSEN, `health="${health}"`)}) + ${place}`;

const found = (what: 'hits' | 'misses', direction: string): string =>
  sum('volume', rate(`weft_cache_${what}_total`, CHOSEN, `direction="${direction}"`));

const overdue = (what: 'scrub' | 'snapshot'): string =>
  `time() - max by (volume) (${series(`weft_server_volume_${what}_due_timestamp_seconds`, CHOSEN)}) > 0`;

export const volumeDashboard = () =>
  dashboard({
    uid: 'volume',
    title: 'Volume',
    about: 'Volumes as their clients see them, and their legs as the targets see them.',
    variables: [choice('volume', 'weft_volume_reads_total')],
    rows: {
      'As clients see it': [
        lines({
          title: 'IOPS',
          unit: 'iops',
          about: 'Reads and writes completed a second.',
          queries: [
            { expr: sum('volume', rate('weft_volume_reads_total', CHOSEN)), legend: '{{volume}} read' },
            { expr: sum('volume', rate('weft_volume_writes_total', CHOSEN)), legend: '{{volume}} write' },
          ],
        }),
        lines({
          title: 'Throughput',
          unit: 'Bps',
          about: 'Bytes read and written a second.',
          queries: [
            { expr: sum('volume', rate('weft_volume_read_bytes_total', CHOSEN)), legend: '{{volume}} read' },
            { expr: sum('volume', rate('weft_volume_written_bytes_total', CHOSEN)), legend: '{{volume}} write' },
          ],
        }),
        lines({
          title: 'Latency percentiles',
          unit: 's',
          about: `Over 1 min, reads and writes together. ${WITHIN_AN_OCTAVE}`,
          queries: ['0.5', '0.9', '0.95', '0.99', '0.999'].map((quantile) => ({
            expr: recorded('volume', CHOSEN, `quantile="${quantile}"`),
            legend: `{{volume}} ${percentName(quantile)}`,
          })),
        }),
        lines({
          title: 'Average latency',
          unit: 's',
          about: 'Time of all reads divided by their number, and the same of writes.',
          queries: DIRECTIONS.map((direction) => ({
            expr: averageLatency('volume', direction, 'volume', CHOSEN),
            legend: `{{volume}} ${direction}`,
          })),
        }),
        lines({
          title: 'Read and write latency percentiles',
          unit: 's',
          about: `Over 1 min, from agents with the setting latencyByDirection; none without it. ${WITHIN_AN_OCTAVE}`,
          queries: [0.5, 0.99].map((quantile) => ({
            expr: percentile(quantile, 'weft_volume_io_latency_by_direction_seconds', 'volume, direction', CHOSEN),
            legend: `{{volume}} {{direction}} ${percentName(String(quantile))}`,
          })),
        }),
        heatmap({
          title: 'Latency',
          unit: 's',
          about: 'I/O per second of each octave of latency, over all chosen volumes.',
          queries: [
            {
              expr: sum('le', rate('weft_volume_io_latency_seconds_bucket', CHOSEN)),
              legend: '{{le}}',
            },
          ],
        }),
        lines({
          title: 'Average size',
          unit: 'bytes',
          about: 'Bytes of an I/O, reads and writes together.',
          queries: [
            {
              expr: active(`(${bytesPerSecond('volume', 'volume', CHOSEN)}) / (${iops('volume', 'volume', CHOSEN)})`),
              legend: '{{volume}}',
            },
          ],
        }),
        lines({
          title: 'I/O in flight',
          unit: 'short',
          about: 'Average number of I/O at a time: the time that all took, per second.',
          queries: [{ expr: sum('volume', rate('weft_volume_io_seconds_total', CHOSEN)), legend: '{{volume}}' }],
        }),
      ],
      'Caches of legs': [
        lines({
          title: 'Share found in the cache',
          unit: 'percentunit',
          about: 'Of the reads, or writes, that reach caches. Nothing without a cache.',
          queries: DIRECTIONS.map((direction) => ({
            expr: `(${found('hits', direction)}) / ((${found('hits', direction)}) + (${found('misses', direction)}))`,
            legend: `{{volume}} ${direction}s`,
          })),
        }),
        lines({
          title: 'Blocks moved',
          unit: 'short',
          about:
            'Blocks that came into caches a second, and that left them. Blocks that leave a full cache soon after they came mean that it is smaller than the working set.',
          queries: [
            { expr: sum('volume', rate('weft_cache_promotions_total', CHOSEN)), legend: '{{volume}} in' },
            { expr: sum('volume', rate('weft_cache_demotions_total', CHOSEN)), legend: '{{volume}} out' },
          ],
        }),
        lines({
          title: 'Use of caches',
          unit: 'bytes',
          about: 'Bytes of cached blocks; dirty: those that only the cache has (write-back).',
          queries: [
            { expr: sum('volume', series('weft_cache_used_bytes', CHOSEN)), legend: '{{volume}} used' },
            { expr: sum('volume', series('weft_cache_dirty_bytes', CHOSEN)), legend: '{{volume}} dirty' },
          ],
        }),
      ],
      'Legs, as targets see them': [
        ...DIRECTIONS.map((direction) =>
          lines({
            title: `Average ${direction} latency by leg`,
            unit: 's',
            about: `Time of all ${direction}s of a leg divided by their number.`,
            queries: [
              { expr: averageLatency('leg', direction, 'volume, leg, node, drive', CHOSEN), legend: '{{volume}} {{node}} {{drive}}' },
            ],
          }),
        ),
        lines({
          title: 'IOPS by leg',
          unit: 'iops',
          about: 'Reads and writes that each leg completes a second; a mirror writes to both legs.',
          queries: [{ expr: iops('leg', 'volume, leg, node, drive', CHOSEN), legend: '{{volume}} {{node}} {{drive}}' }],
        }),
        lines({
          title: 'Throughput by leg',
          unit: 'Bps',
          about: 'Bytes read and written a second of each leg.',
          queries: [{ expr: bytesPerSecond('leg', 'volume, leg, node, drive', CHOSEN), legend: '{{volume}} {{node}} {{drive}}' }],
        }),
        lines({
          title: 'p99 latency by leg',
          unit: 's',
          about: `What drive and target add; the rest is network and queues. ${WITHIN_AN_OCTAVE}`,
          queries: [
            {
              expr: percentile(0.99, 'weft_leg_io_latency_seconds', 'volume, leg, node, drive', CHOSEN),
              legend: '{{volume}} {{node}} {{drive}}',
            },
          ],
        }),
      ],
      Redundancy: [
        lines({
          title: 'Live paths',
          unit: 'short',
          about: 'By client and target: one per storage network when all is well.',
          queries: [{ expr: sum('volume, node, target', series('weft_path_live', CHOSEN)), legend: '{{volume}} {{node}} to {{target}}' }],
        }),
        lines({
          title: 'Legs missing',
          unit: 'short',
          about: 'Legs that the mirror lacks now.',
          queries: [{ expr: sum('volume, node', series('weft_array_degraded_members', CHOSEN)), legend: '{{volume}} on {{node}}' }],
          limit: 1,
        }),
        lines({
          title: 'Resync',
          unit: 'percentunit',
          about: 'Finished part of a resync; 100 % when none runs.',
          queries: [{ expr: sum('volume, node', series('weft_array_sync_ratio', CHOSEN)), legend: '{{volume}} on {{node}}' }],
        }),
        lines({
          title: 'Scrub',
          unit: 'percentunit',
          about: 'Compared part of a scrub; 100 % when none runs.',
          queries: [{ expr: sum('volume, node', series('weft_array_scrub_ratio', CHOSEN)), legend: '{{volume}} on {{node}}' }],
        }),
        lines({
          title: 'Checksum errors',
          unit: 'short',
          about:
            'How often a leg returned wrong bytes since it was made (dm-integrity), and what nobody has acknowledged of that. Empty: none did.',
          queries: [
            {
              expr: `max by (volume, node, drive) (${series('weft_server_leg_checksum_errors', CHOSEN)})`,
              legend: '{{volume}} {{node}} {{drive}}',
            },
            {
              expr: `max by (volume) (${series('weft_server_volume_checksum_errors', CHOSEN)})`,
              legend: '{{volume}} not acknowledged',
            },
          ],
        }),
        lines({
          title: 'Overdue scrubs and snapshots',
          unit: 's',
          about: 'Time since a scheduled scrub or snapshot was due. Empty: none is overdue.',
          queries: [
            { expr: overdue('scrub'), legend: '{{volume}} scrub' },
            { expr: overdue('snapshot'), legend: '{{volume}} snapshot' },
          ],
        }),
        stateSpans({
          title: 'Health',
          unit: 'short',
          about: 'The health that servers judge the volume to have.',
          queries: [{ expr: HEALTHS.map(({ name }, place) => healthAs(name, place)).join(' or '), legend: '{{volume}}' }],
          states: HEALTHS,
        }),
      ],
    },
  });
