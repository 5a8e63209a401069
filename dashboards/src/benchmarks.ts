import { choice, dashboard } from './dashboard.js';
import { lines, stat } from './panels.js';
import { series } from './promql.js';

const OF_PROFILE = 'profile=~"$profile"';
const LEGEND = '{{profile}}, {{direction}}';
/** Every server exports the same benchmarks of the database. */
const reached = (metric: string, ...matchers: string[]): string =>
  `max by (profile, direction) (${series(`weft_server_benchmark_${metric}`, OF_PROFILE, ...matchers)})`;
const count = (states: string): string => `sum(max by (state) (${series('weft_server_benchmarks', `state=~"${states}"`)}))`;

const WHICH = 'In the last finished benchmark of each profile, under its load with the most reads or writes a second.';
const STEPS = 'A benchmark that finishes is a step in the curve.';

const now = () => [
  stat({
    title: 'Benchmarks done',
    unit: 'short',
    about: 'Benchmarks that finished and are stored.',
    width: 6,
    queries: [{ expr: count('done'), legend: 'done' }],
  }),
  stat({
    title: 'Benchmarks failed',
    unit: 'short',
    about: 'Benchmarks that failed and are stored. The console has the reason of each.',
    width: 6,
    queries: [{ expr: count('failed'), legend: 'failed' }],
    limit: 1,
  }),
  stat({
    title: 'Benchmarks in work',
    unit: 'short',
    about: 'They load their clients, targets and networks: other figures of this time are not the usual ones.',
    width: 6,
    queries: [{ expr: count('preparing|running|removing'), legend: 'in work' }],
  }),
  stat({
    title: 'Age',
    unit: 's',
    about: 'Time since the newest benchmark of the chosen profiles finished.',
    width: 6,
    queries: [{ expr: `time() - max(${series('weft_server_benchmark_end_timestamp_seconds', OF_PROFILE)})`, legend: 'since the newest' }],
    nothing: 'None has finished',
  }),
];

const lastOfProfiles = () => [
  lines({
    title: 'IOPS reached',
    unit: 'iops',
    about: `${WHICH} ${STEPS}`,
    queries: [{ expr: reached('iops'), legend: LEGEND }],
  }),
  lines({
    title: 'Throughput reached',
    unit: 'Bps',
    about: `${WHICH} ${STEPS}`,
    queries: [{ expr: reached('bytes_per_second'), legend: LEGEND }],
  }),
  lines({
    title: 'Median latency reached',
    unit: 's',
    about: `${WHICH} Of reads and writes of that load, from fio's own histogram.`,
    queries: [{ expr: reached('latency_seconds', 'fraction="0.5"'), legend: LEGEND }],
  }),
  lines({
    title: 'p99 latency reached',
    unit: 's',
    about: `${WHICH} Of reads and writes of that load, from fio's own histogram; the average of its repeats.`,
    queries: [{ expr: reached('latency_seconds', 'fraction="0.99"'), legend: LEGEND }],
  }),
  lines({
    title: 'CPU of targets',
    unit: 'percentunit',
    about: `${WHICH} Average over the targets. No value: the step was too short for the history, which has steps of 10 s.`,
    queries: [{ expr: reached('target_cpu_ratio'), legend: LEGEND }],
  }),
  lines({
    title: 'Age by profile',
    unit: 's',
    about: 'Time since the last benchmark of the profile finished.',
    queries: [
      {
        expr: `time() - max by (profile) (${series('weft_server_benchmark_end_timestamp_seconds', OF_PROFILE)})`,
        legend: '{{profile}}',
      },
    ],
  }),
];

/** What benchmarks reached, over months: hardware, kernels and settings change, and the curve shows it. */
export const benchmarksDashboard = () =>
  dashboard({
    uid: 'benchmarks',
    title: 'Benchmarks',
    about: "What Weft's own benchmarks reached: IOPS, throughput, latency and target CPU of the last finished one of each profile.",
    variables: [choice('profile', 'weft_server_benchmark_end_timestamp_seconds')],
    rows: {
      Now: now(),
      'Last benchmark of each profile': lastOfProfiles(),
    },
  });
