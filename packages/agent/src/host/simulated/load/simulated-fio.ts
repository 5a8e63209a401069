import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import type { Load } from './load.js';

/* fio's output (json+) for what a simulated volume counted: the parts that Weft reads, in fio's form. */

const nsOf = (bucket: number): number => {
  const [lower, upper] = [LATENCY_BOUNDS_NS[bucket - 1], LATENCY_BOUNDS_NS[bucket]];
  return Math.round(lower === undefined ? (upper ?? 0) * 0.8 : upper === undefined ? lower * 1.1 : Math.sqrt(lower * upper));
};

export interface SimulatedJob {
  label: string;
  seconds: number;
  load: Load;
}

export const simulatedFio = (jobs: readonly SimulatedJob[]): string =>
  JSON.stringify({
    'fio version': 'fio-simulated',
    jobs: jobs.map((job) => ({ jobname: job.label, error: 0, ...directions(job), usr_cpu: 4, sys_cpu: 12 })),
  });

function directions({ seconds, load }: SimulatedJob) {
  const all = load.reads + load.writes;
  const direction = (ios: number, bytes: number, timeNs: number) => {
    const share = all === 0 ? 0 : ios / all;
    // dm-stats has one histogram for reads and writes.
    const bins = Object.fromEntries(
      load.histogram.flatMap((count, bucket) => (Math.round(count * share) > 0 ? [[String(nsOf(bucket)), Math.round(count * share)]] : [])),
    );
    const mean = ios === 0 ? 0 : timeNs / ios;
    const max = Math.max(0, ...Object.keys(bins).map(Number));
    return {
      io_bytes: bytes,
      iops: ios / seconds,
      bw_bytes: Math.round(bytes / seconds),
      runtime: Math.round(seconds * 1000),
      total_ios: ios,
      lat_ns: { min: 0, max, mean, stddev: 0, N: ios },
      clat_ns: { min: 0, max, mean, stddev: 0, N: ios, ...(ios > 0 ? { bins } : {}) },
    };
  };
  return {
    read: direction(load.reads, load.readBytes, load.readTimeNs),
    write: direction(load.writes, load.writtenBytes, load.writeTimeNs),
  };
}
