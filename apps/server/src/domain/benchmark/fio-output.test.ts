import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { figuresOf, slowRatio } from './figures.js';
import { parseFio, UnusableOutput } from './fio-output.js';

/** Recorded with fio 3.33 (Debian 12): two files, two threads each, 70 % reads. */
const recorded = readFileSync(new URL('fio-recorded.json', import.meta.url), 'utf8');
interface Direction {
  total_ios: number;
  iops: number;
  clat_ns: { percentile?: Record<string, number>; bins?: Record<string, number> };
}
type Output = { jobs: { jobname: string; error: number; read: Direction; write: Direction }[] };
const output = (): Output => JSON.parse(recorded) as Output;

describe('parseFio', () => {
  it('adds up the volumes of a client', () => {
    const { reads, writes, bins } = parseFio(recorded);
    expect(reads).toMatchObject({ ios: 400, bytes: 400 * 4096 });
    expect(writes).toMatchObject({ ios: 160, bytes: 160 * 4096 });
    expect(reads.iops).toBeCloseTo(399.6, 1);
    expect(reads.latencySeconds / reads.ios).toBeCloseTo((1_245_169.83 + 941_132.33) / 2 / 1e9, 8);
    expect(bins.reduce((sum, [, count]) => sum + count, 0)).toBe(560);
    expect(bins.map(([ns]) => ns)).toEqual(bins.map(([ns]) => ns).toSorted((one, other) => one - other));
  });

  it('gives the percentiles that fio itself prints for the reads of one volume', () => {
    const one = output();
    const [job] = one.jobs;
    if (!job) throw new Error('the recording has no job');
    job.write = { ...job.write, total_ios: 0, iops: 0, clat_ns: { ...job.write.clat_ns, bins: {} } };
    const figures = figuresOf([parseFio(JSON.stringify({ ...one, jobs: [job] }))]);
    const printed = job.read.clat_ns.percentile ?? {};
    for (const [ours, fios] of [
      [figures.latencyP50Seconds, printed['50.000000']],
      [figures.latencyP90Seconds, printed['90.000000']],
      [figures.latencyP95Seconds, printed['95.000000']],
      [figures.latencyP99Seconds, printed['99.000000']],
    ])
      expect(ours).toBeCloseTo((fios ?? Number.NaN) / 1e9, 12);
  });

  it('skips the notes that fio prints before its JSON', () => {
    expect(parseFio(`note: both iodepth >= 1 and synchronous I/O engine are selected\n${recorded}`).reads.ios).toBe(400);
  });

  it.each([
    ['no JSON', 'fio: cannot open'],
    ['no jobs', '{"jobs":[]}'],
    ['an older form without sums', '{"jobs":[{"jobname":"x","error":0}]}'],
  ])('refuses %s', (_, text) => {
    expect(() => parseFio(text)).toThrow(UnusableOutput);
  });

  it('names the volume at which fio met an error', () => {
    const broken = output();
    if (broken.jobs[1]) broken.jobs[1].error = 5;
    expect(() => parseFio(JSON.stringify(broken))).toThrow('fio reported error 5 for logs');
  });

  it('counts the share of I/O over a limit', () => {
    const figures = parseFio(recorded);
    const over = figures.bins.filter(([ns]) => ns > 10e6).reduce((sum, [, count]) => sum + count, 0);
    expect(slowRatio(figures, 10)).toBe(over / 560);
    expect(slowRatio(figures, 1e6)).toBe(0);
    expect(slowRatio({ ...figures, bins: [] }, 1)).toBe(0);
  });
});
