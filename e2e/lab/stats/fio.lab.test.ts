/** Compares Weft's figures with fio's, one I/O at a time. First measures and prints fio's own share of each I/O on the same device. */
import { averageNs, percentile } from '@weft/shared/stats/percentile';
import { describe, expect, test } from 'vitest';
import { faultLab } from '../faults/fault-lab.js';
import type { Mirror } from '../faults/mirror.js';
import { bucketsOf, bucketsSince, type Io, inWords, ioOf, since, volumeDevice, volumeSeries } from './agent-metrics.js';

const lab = faultLab({ targets: 2, clients: 1 });
const FRACTIONS = [0.5, 0.9, 0.95, 0.99] as const;
const SECONDS = 60;

interface FioDirection {
  total_ios: number;
  io_bytes: number;
  lat_ns: { mean: number; percentile?: Record<string, number> };
}
interface Measured {
  fio: FioDirection;
  weft: Io;
  buckets: number[];
}

/** Runs a job and measures it with fio, the agent's metrics and dm-stats. */
async function measured({ client, device, volume }: Mirror, direction: 'read' | 'write'): Promise<Measured> {
  const [series, mapping] = [volumeSeries(volume.name), volumeDevice(volume.id)];
  const [before, bucketsBefore] = [await ioOf(client, series), await bucketsOf(client, mapping)];
  const job = [`--rw=rand${direction}`, '--bs=4k', '--direct=1', '--ioengine=psync', '--iodepth=1', '--size=32M', '--time_based'];
  const report = [
    '--lat_percentiles=1',
    `--percentile_list=${FRACTIONS.map((fraction) => fraction * 100).join(':')}`,
    '--output-format=json',
  ];
  const { code, stdout, stderr } = await client.exec(
    ['fio', '--name=weft', `--filename=${device}`, ...job, `--runtime=${SECONDS}`, ...report],
    { timeoutSeconds: SECONDS * 4 },
  );
  if (code !== 0) throw new Error(`fio ended with ${code}: ${stdout.slice(0, 2000)} ${stderr}`);
  const [weft, buckets] = [since(await ioOf(client, series), before), bucketsSince(await bucketsOf(client, mapping), bucketsBefore)];
  const { jobs } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { jobs: Record<'read' | 'write', FioDirection>[] };
  const fio = jobs[0]?.[direction];
  if (!fio) throw new Error(`fio reported no job: ${stdout.slice(0, 2000)}`);
  return { fio, weft, buckets };
}

const ratio = (one: number, other: number): number => Math.abs(one / other - 1);
/** dm-stats' own average, in nanoseconds. */
const averageOf = ({ reads, writes, seconds }: Io): number => averageNs({ reads, writes, timeNs: seconds * 1e9 }) ?? Number.NaN;

describe.sequential('one I/O at a time', () => {
  test('row: IOPS, bytes, average and percentiles agree with those of fio', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const calibration = await measured(mirror, 'read');
    const overheadNs = calibration.fio.lat_ns.mean - averageOf(calibration.weft);
    console.log(
      `fio's own share of each I/O, by reads: ${(overheadNs / 1000).toFixed(0)} µs of ${(calibration.fio.lat_ns.mean / 1000).toFixed(0)} µs`,
    );
    expect(overheadNs).toBeGreaterThan(0);

    const { fio, weft, buckets } = await measured(mirror, 'write');
    console.log(`fio: ${JSON.stringify(fio.lat_ns)}\nWeft: average ${(averageOf(weft) / 1e6).toFixed(2)} ms, ${inWords(buckets)}`);
    expect(ratio(weft.writes, fio.total_ios), 'IOPS').toBeLessThan(0.02);
    expect(ratio(weft.writtenBytes, fio.io_bytes), 'bytes').toBeLessThan(0.02);
    expect(weft.reads, 'nothing else was read').toBeLessThan(0.02 * fio.total_ios);
    expect(weft.count).toBe(weft.reads + weft.writes);
    expect(ratio(averageOf(weft), fio.lat_ns.mean - overheadNs), 'average').toBeLessThan(0.05);
    for (const fraction of FRACTIONS) {
      const key = (fraction * 100).toFixed(6);
      const exact = (fio.lat_ns.percentile?.[key] ?? Number.NaN) - overheadNs;
      const found = percentile(buckets, fraction);
      // The same bucket, or a neighbouring one.
      expect(exact, `p${fraction * 100}`).toBeGreaterThan((found?.lowerNs ?? 0) / 2 ** 0.25);
      expect(exact, `p${fraction * 100}`).toBeLessThan((found?.upperNs ?? 0) * 2 ** 0.25);
    }
    await now.discard(mirror);
  });
});
