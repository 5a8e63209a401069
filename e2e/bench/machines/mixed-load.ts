import type { Machine } from '../../lab/machines/machine.js';

export const depths = [1, 16];

/** fio(1): 4 KiB random I/O, 70 % reads, at the given queue depth. */
export const mixedLoad = (device: string, depth: number): string[] => [
  ...['fio', '--name=bench', `--filename=${device}`, '--size=100%', '--rw=randrw', '--rwmixread=70', '--bs=4k'],
  ...[`--iodepth=${depth}`, '--ioengine=libaio', '--direct=1', '--norandommap'],
];

export interface Speed {
  iops: number;
  p99Ms: number;
}
interface MixedReport {
  jobs: [{ mixed: { iops: number; clat_ns: { percentile: Record<string, number> } } }];
}

const RAMP_SECONDS = 2;
const SECONDS = 8;
export const LOAD_SECONDS = RAMP_SECONDS + SECONDS;

/** Measures reads and writes in one report. */
export async function measureMixed(machine: Machine, device: string, depth: number): Promise<Speed> {
  const how = ['--time_based', `--runtime=${SECONDS}`, `--ramp_time=${RAMP_SECONDS}`, '--unified_rw_reporting=1', '--output-format=json'];
  const output = await machine.run([...mixedLoad(device, depth), ...how], { timeoutSeconds: 120 });
  const { mixed } = (JSON.parse(output.slice(output.indexOf('{'))) as MixedReport).jobs[0];
  return { iops: mixed.iops, p99Ms: (mixed.clat_ns.percentile['99.000000'] ?? Number.NaN) / 1e6 };
}
