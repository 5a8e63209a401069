import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { IoCounters, NodeCounters } from '../host.js';
import { type Statement, until } from './contract-fabric.js';
import { type Leg, PATIENCE_SECONDS, type Scene, scene } from './scene.js';

/** Bytes of one test write. */
const BLOCK = 512;

const ofVolume = async (own: Scene, name: string): Promise<IoCounters | undefined> =>
  (await own.fabric.client.host.readCounters({ volumes: [name], legs: [] })).io[name];
const ofLeg = async (own: Scene, { vg, lv }: Pick<Leg, 'vg' | 'lv'>): Promise<IoCounters | undefined> =>
  (await own.fabric.target.host.readCounters({ volumes: [], legs: [{ vg, lv }] })).io[lv];

const sum = (histogram: readonly number[]): number => histogram.reduce((total, count) => total + count, 0);
const total = ({ histogram }: IoCounters): number => sum(histogram);

/** Longest wait for a collector that compiles its program first, on the lab's slow machines. */
const COLLECTOR_SECONDS = 240;

/** Expects `count` test writes of one block each, and no other writes. */
function expectWrites(now: IoCounters | undefined, before: IoCounters | undefined, count: number): void {
  if (!now || !before) throw new Error('there are no counters');
  expect(now.origin).toBe(before.origin);
  expect(now.writes - before.writes).toBe(count);
  expect(now.writtenBytes - before.writtenBytes).toBe(count * BLOCK);
  expect(now.writeTimeNs).toBeGreaterThan(before.writeTimeNs);
  expect(now.readTimeNs >= before.readTimeNs && (now.reads > before.reads || now.readTimeNs === before.readTimeNs)).toBe(true);
  expect(total(now)).toBe(now.reads + now.writes);
}

/** Statistics. */
export const countersContract: Statement[] = [
  {
    statement: 'volume statistics count each write once, with bytes, time and histogram bucket; created again, they have a new origin',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs(1);
      const { name, uuid } = own.mapping();
      const segments = [{ startBytes: 0, lengthBytes: 8 * MiB, device: devices[0] ?? '', offsetBytes: 0 }];
      const create = { op: 'create-linear', name, uuid, segments, readOnly: false } as const;
      await own.onClient(create);
      expect(await ofVolume(own, name)).toBeUndefined();
      await own.onClient({ op: 'create-stats', name });
      const before = await ofVolume(own, name);
      for (let block = 0; block < 3; block++) await client.write(`/dev/mapper/${name}`, block * BLOCK, `block ${block}`);
      expectWrites(await ofVolume(own, name), before, 3);
      await own.onClient({ op: 'create-stats', name });
      expect((await ofVolume(own, name))?.origin).toBe(before?.origin);
      await own.onClient({ op: 'remove-mapping', name });
      expect(await ofVolume(own, name)).toBeUndefined();
      await own.onClient(create);
      await own.onClient({ op: 'create-stats', name });
      const after = await ofVolume(own, name);
      expect(after?.origin).not.toBe(before?.origin);
      expect(after?.writes).toBe(0);
    }),
  },
  {
    statement: 'latency by direction has each write among writes and each read among reads',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs(1);
      const { name, uuid } = own.mapping();
      const segments = [{ startBytes: 0, lengthBytes: 8 * MiB, device: devices[0] ?? '', offsetBytes: 0 }];
      await own.onClient({ op: 'create-linear', name, uuid, segments, readOnly: false });
      await own.onClient({ op: 'create-stats', name });
      expect((await ofVolume(own, name))?.directions).toBeUndefined();
      const counting = await own.fabric.countingDirections();
      const counted = async () => (await counting.readCounters({ volumes: [name], legs: [] })).io[name];
      const before = await until(own.fabric, 'latency by direction', COLLECTOR_SECONDS, async () => {
        const io = await counted();
        return io?.directions ? { ...io, directions: io.directions } : undefined;
      });
      for (let block = 0; block < 3; block++) await client.write(`/dev/mapper/${name}`, block * BLOCK, `block ${block}`);
      expect(await client.read(`/dev/mapper/${name}`, BLOCK)).toBe('block 1');
      // udev reads the device too, after it was written: both counts are the same as soon as it has finished.
      const now = await until(own.fabric, 'all I/O in both counts', PATIENCE_SECONDS, async () => {
        const io = await counted();
        const reads = sum(io?.directions?.reads ?? []) - sum(before.directions.reads);
        return io?.directions && io.reads > before.reads && reads === io.reads - before.reads
          ? { ...io, directions: io.directions }
          : undefined;
      });
      expect(now.directions.origin).toBe(before.directions.origin);
      expect(sum(now.directions.writes) - sum(before.directions.writes)).toBe(3);
      expect(now.writes - before.writes).toBe(3);
    }),
  },
  {
    statement: 'a leg counts the writes of its client without being set up, and no writes to other legs',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices, exports } = await own.connectedLegs();
      const [leg, other] = [exports[0]?.leg, exports[1]?.leg];
      if (!leg || !other) throw new Error('two legs were asked for');
      const [before, beforeOther] = [await ofLeg(own, leg), await ofLeg(own, other)];
      for (let block = 0; block < 4; block++) await client.write(devices[0] ?? '', block * BLOCK, `block ${block}`);
      expectWrites(await ofLeg(own, leg), before, 4);
      expect((await ofLeg(own, other))?.writes).toBe(beforeOther?.writes);
      expect(await ofLeg(own, { vg: leg.vg, lv: 'leg-that-is-not-there' })).toBeUndefined();
    }),
  },
  {
    statement: 'a leg has a new counter origin after it grew or its device was created again; writes after that are all counted',
    holds: scene(async (own) => {
      const { target } = own.fabric;
      const leg = await own.newVolume({ sizeBytes: 8 * MiB });
      const { vg, lv } = leg;
      await own.onTarget({ op: 'wipe-logical-volume', vg, lv });
      const small = await ofLeg(own, leg);
      const growth = `grow-${leg.id}`;
      await own.onTarget({ op: 'create-logical-volume', vg, lv: growth, sizeBytes: 8 * MiB, tags: [] });
      await own.onTarget({ op: 'wipe-logical-volume', vg, lv: growth });
      await own.onTarget({ op: 'merge-logical-volume', vg, lv, growth, sizeBytes: 16 * MiB });
      const grown = await ofLeg(own, leg);
      expect(grown?.origin).not.toBe(small?.origin);
      await target.write(leg.path, 16 * MiB - BLOCK, 'the end');
      expectWrites(await ofLeg(own, leg), grown, 1);
      await own.onTarget({ op: 'reactivate-logical-volume', vg, lv });
      expect((await ofLeg(own, leg))?.origin).not.toBe(grown?.origin);
    }),
  },
  {
    statement: 'counters of a running node only grow, and its NICs and cores stay the same',
    holds: scene(async (own) => {
      const read = async () => (await own.fabric.target.host.readCounters({ volumes: [], legs: [] })).node;
      const before = await read();
      await own.fabric.pause();
      const now = await read();
      const sums = ({ cores, nics, interrupts, targetTaxSeconds, agentCpuSeconds }: NodeCounters): number[] => [
        interrupts,
        targetTaxSeconds,
        agentCpuSeconds,
        ...Object.values(cores).flatMap(({ user, system, irq, softirq }) => [user, system, irq, softirq]),
        ...nics.flatMap(({ rxBytes, txBytes, rxErrors, txErrors }) => [rxBytes, txBytes, rxErrors, txErrors]),
      ];
      const earlier = sums(before);
      for (const [at, value] of sums(now).entries()) expect(value).toBeGreaterThanOrEqual(earlier[at] ?? Number.NaN);
      const names = ({ cores, nics }: NodeCounters) => [...Object.keys(cores), ...nics.map(({ name, origin }) => `${name} ${origin}`)];
      expect(names(now)).toEqual(names(before));
      expect(now.nics.filter(({ rdma }) => rdma !== null).map(({ name }) => name)).toEqual(expect.arrayContaining(['eth1', 'eth2']));
      expect(now.memoryAvailableBytes).toBeLessThan(now.memoryTotalBytes);
    }),
  },
];
