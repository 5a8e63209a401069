/** A known delay on the writes of one leg shows in the percentiles and the write average of that leg and its volume, and in no other. */
import type { Histogram } from '@weft/shared/stats/histogram';
import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { percentile } from '@weft/shared/stats/percentile';
import { describe, expect, test } from 'vitest';
import { fio } from '../fabric/fio.js';
import { faultLab } from '../faults/fault-lab.js';
import type { Mirror } from '../faults/mirror.js';
import { delayWrites } from '../faults/target.js';
import type { Machine } from '../machines/machine.js';
import {
  averagesOf,
  bucketsOf,
  bucketsSince,
  type Io,
  inWords,
  ioOf,
  legDevice,
  legSeries,
  type Series,
  shareFrom,
  since,
  volumeDevice,
  volumeSeries,
} from './agent-metrics.js';

const lab = faultLab({ targets: 2, clients: 1 });

/** One I/O in five is a write; on a mirror leg, which gets half of the reads and all writes, one in three. */
const MIX = ['--rw=randrw', '--rwmixread=80', '--ioengine=psync', '--iodepth=1', '--size=32M', '--time_based', '--verify=0'];
const SECONDS = 20;
/** A latency above the bound comes from the delay: dm-delay counts in jiffies of 4 ms and may release a write up to one of them early. */
const DELAYS = [
  { milliseconds: 5, boundNs: LATENCY_BOUNDS_NS[32] ?? 0 },
  { milliseconds: 20, boundNs: LATENCY_BOUNDS_NS[39] ?? 0 },
];
/** Share of all I/O that emulated machines slow down without the delay, beyond the slower of the runs before and after it. */
const NOISE = 0.08;

interface Watched {
  what: string;
  machine: Machine;
  device: string;
  series: Series;
}

/** What one run of the load did. */
interface Run {
  buckets: Histogram;
  io: Io;
}

/** Every volume and leg that carries the load. */
const watchedOf = (mirrors: readonly Mirror[], machine: (name: string) => Machine): Watched[] =>
  mirrors.flatMap((mirror) => [
    {
      what: `volume ${mirror.volume.name}`,
      machine: mirror.client,
      device: volumeDevice(mirror.volume.id),
      series: volumeSeries(mirror.volume.name),
    },
    ...mirror.volume.legs.map((leg) => ({
      what: `leg ${leg.id}`,
      machine: machine(leg.node.name),
      device: legDevice(leg.id),
      series: legSeries(leg.id),
    })),
  ]);

const read = (all: readonly Watched[]): Promise<Run[]> =>
  Promise.all(
    all.map(async ({ machine, device, series }) => ({ buckets: await bucketsOf(machine, device), io: await ioOf(machine, series) })),
  );

async function underLoad(mirrors: readonly Mirror[], all: readonly Watched[]): Promise<Run[]> {
  const before = await read(all);
  for (const { client, device } of mirrors) await fio(client, device, [...MIX, `--runtime=${SECONDS}`]);
  const now = await read(all);
  return now.flatMap(({ buckets, io }, at) => {
    const earlier = before[at];
    return earlier ? [{ buckets: bucketsSince(buckets, earlier.buckets), io: since(io, earlier.io) }] : [];
  });
}

/** Expects the delay in the average of writes, and none of it in that of reads. `usual`: the slower of the runs without it. */
function expectSlowWrites(what: string, delayed: Io, usual: readonly Io[], delaySeconds: number): void {
  const now = averagesOf(delayed);
  const most = (pick: (of: ReturnType<typeof averagesOf>) => number) => Math.max(...usual.map((io) => pick(averagesOf(io))));
  const [reads, writes] = [most(({ readSeconds }) => readSeconds), most(({ writeSeconds }) => writeSeconds)];
  console.log(`  averages: reads ${ms(reads)}, delayed ${ms(now.readSeconds)}; writes ${ms(writes)}, delayed ${ms(now.writeSeconds)}`);
  // dm-delay releases a write up to a jiffy early.
  expect(now.writeSeconds, `${what}: average of writes`).toBeGreaterThan(delaySeconds - 0.004);
  expect(now.writeSeconds / now.readSeconds, `${what}: writes against reads`).toBeGreaterThan(1.5 * (writes / reads));
  expect(now.readSeconds, `${what}: average of reads`).toBeLessThan(1.5 * reads + delaySeconds / 4);
}
const ms = (seconds: number): string => `${(seconds * 1000).toFixed(2)} ms`;

describe.sequential('a delay under one leg', () => {
  test.each(DELAYS)(
    'row: $milliseconds ms on its writes show in its percentiles, write average and its volume’s, and in no other',
    async ({ milliseconds, boundNs }) => {
      const { now } = lab;
      const mirrors = [await now.mirror({ protection: 'raid1' }), await now.mirror({ protection: 'raid1' })];
      const [mirror, other] = mirrors;
      const slow = mirror?.volume.legs[0];
      if (!mirror || !other || !slow) throw new Error('two mirrors were made');
      const machine = (name: string) => now.fabric.machine(name);
      const all = watchedOf(mirrors, machine);
      // Wait until agents serve both: the first scrape creates the legs' regions.
      for (const { volume, client } of mirrors) {
        await ioOf(client, volumeSeries(volume.name));
        for (const leg of volume.legs) await ioOf(machine(leg.node.name), legSeries(leg.id));
      }
      const usual = await underLoad(mirrors, all);
      const undo = await delayWrites(machine(slow.node.name), slow.id, milliseconds);
      const delayed = await underLoad(mirrors, all).finally(undo);
      const without = await underLoad(mirrors, all);

      for (const [at, { what }] of all.entries()) {
        const [first, slowed, last] = [usual[at], delayed[at], without[at]];
        if (!first || !slowed || !last) throw new Error(`${what} was not measured`);
        const [before, after, later] = [first.buckets, slowed.buckets, last.buckets];
        console.log(`${what}\n  usual:   ${inWords(before)}\n  delayed: ${inWords(after)}\n  later:   ${inWords(later)}`);
        const shareAfter = shareFrom(after, boundNs);
        const writes = { [`volume ${mirror.volume.name}`]: 0.2, [`leg ${slow.id}`]: 0.3 }[what];
        if (writes === undefined) {
          const usualShare = Math.max(shareFrom(before, boundNs), shareFrom(later, boundNs));
          expect(shareAfter, `${what} is as fast as without the delay`).toBeLessThan(usualShare + NOISE);
          continue;
        }
        expectSlowWrites(what, slowed.io, [first.io, last.io], milliseconds / 1000);
        expect(shareAfter, `${what}: all writes are slow`).toBeGreaterThan(writes - 0.05);
        expect(percentile(after, 0.9)?.upperNs, `${what}: p90`).toBeGreaterThan(boundNs);
        // More than half of the I/O is reads, which the delay does not affect.
        expect(percentile(after, 0.5)?.ns, `${what}: p50`).toBeLessThan(2 * (percentile(before, 0.5)?.ns ?? 0) + boundNs / 2);
      }
      for (const each of mirrors) await now.discard(each);
    },
  );
});
