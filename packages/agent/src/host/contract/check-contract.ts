import { KiB, MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { MdArray } from '../host.js';
import { type Statement, until } from './contract-fabric.js';
import { DATA_OFFSET_BYTES, type Export, kernelName, PATIENCE_SECONDS, type Scene, scene } from './scene.js';

/** A whole array on connected legs. */
async function mirror(own: Scene, level: 'raid1' | 'raid10' = 'raid1') {
  const { devices, exports } = await own.connectedLegs(level === 'raid1' ? 2 : 4);
  const create = own.newArray(devices, level);
  await own.onClient(create);
  const { device: array, uuid, sizeBytes } = await own.runningArray(create);
  return { at: { array, uuid }, sizeBytes, devices, exports, create };
}

/** Writes past md: bytes of one half only. The offset counts from the beginning of the half's data. */
const corrupt = (own: Scene, exported: Export | undefined, offset: number, text: string) =>
  own.fabric.target.write(exported?.leg.path ?? '', DATA_OFFSET_BYTES + offset, text);

const idle = (own: Scene, uuid: string): Promise<MdArray> =>
  until(own.fabric, 'no sync', PATIENCE_SECONDS, async () => {
    const array = await own.array(uuid);
    return array?.syncAction === 'idle' && array;
  });

/** Slow enough that a check of the contract's small legs lasts longer than the statement. */
const SLOW = { minBytesPerSecond: 128 * KiB, maxBytesPerSecond: 128 * KiB };
const FAST = { minBytesPerSecond: 100 * MiB, maxBytesPerSecond: 1024 * MiB };

/** md: comparing the halves of a mirror (md(4), "SCRUBBING AND MISMATCHES"). */
export const checkContract: Statement[] = [
  {
    statement: 'a check of equal halves completes with no mismatch, and leaves no mark',
    holds: scene(async (own) => {
      const { at } = await mirror(own);
      expect((await own.array(at.uuid))?.check).toMatchObject({ isMarked: false, positionBytes: null });
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      const { check } = await idle(own, at.uuid);
      expect(check).toEqual({ lastAction: 'check', isMarked: false, fromBytes: 0, mismatchBytes: 0, positionBytes: null });
    }),
  },
  {
    statement: 'a check counts bytes that only one half has, and changes neither half; repair copies from the first half',
    holds: scene(async (own) => {
      const { at, exports } = await mirror(own);
      const { client, target } = own.fabric;
      await client.write(`/dev/${at.array}`, MiB, 'both');
      await corrupt(own, exports[1], MiB, 'second');
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      const found = await idle(own, at.uuid);
      expect(found.check).toMatchObject({ lastAction: 'check', isMarked: false });
      expect(found.check?.mismatchBytes).toBeGreaterThan(0);
      const half = (number: number) => target.read(exports[number]?.leg.path ?? '', DATA_OFFSET_BYTES + MiB);
      expect([await half(0), await half(1)]).toEqual(['both', 'second']);
      await own.onClient({ op: 'start-check', ...at, action: 'repair', fromBytes: 0 });
      expect((await idle(own, at.uuid)).check).toMatchObject({ lastAction: 'repair', isMarked: false });
      expect([await half(0), await half(1)]).toEqual(['both', 'both']);
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      expect((await idle(own, at.uuid)).check).toMatchObject({ lastAction: 'check', mismatchBytes: 0 });
    }),
  },
  {
    statement: 'a raid10 check finds a mismatch in its second mirror set',
    holds: scene(async (own) => {
      const { at, exports } = await mirror(own, 'raid10');
      await corrupt(own, exports[3], 0, 'other');
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      expect((await idle(own, at.uuid)).check?.mismatchBytes).toBeGreaterThan(0);
    }),
  },
  {
    statement: 'an ended check keeps its mark and its place; the next start goes on there, and does not compare what lies before',
    holds: scene(async (own) => {
      const { at, exports, sizeBytes } = await mirror(own);
      await corrupt(own, exports[1], 0, 'early');
      await own.onClient({ op: 'set-sync-speed', ...at, ...SLOW });
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      const running = await until(own.fabric, 'progress', PATIENCE_SECONDS, async () => {
        const array = await own.array(at.uuid);
        return array?.syncAction === 'check' && (array.check?.positionBytes ?? 0) > 0 && array;
      });
      expect(running.check).toMatchObject({ isMarked: true, lastAction: 'check' });
      expect(running.check?.positionBytes).toBeLessThan(sizeBytes);
      const place = 4 * MiB;
      await own.onClient({ op: 'stop-check', ...at, action: 'check', resumeAtBytes: place });
      await own.onClient({ op: 'stop-check', ...at, action: 'check', resumeAtBytes: place });
      expect(await idle(own, at.uuid)).toMatchObject({ check: { isMarked: true, fromBytes: place, positionBytes: null } });
      await own.onClient({ op: 'set-sync-speed', ...at, ...FAST });
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: place });
      expect((await idle(own, at.uuid)).check).toMatchObject({ isMarked: false, fromBytes: 0, mismatchBytes: 0 });
    }),
  },
  {
    statement: 'a check that is given up leaves neither mark nor place',
    holds: scene(async (own) => {
      const { at } = await mirror(own);
      await own.onClient({ op: 'set-sync-speed', ...at, ...SLOW });
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 4 * MiB });
      await own.onClient({ op: 'stop-check', ...at, action: 'check', resumeAtBytes: null });
      expect(await idle(own, at.uuid)).toMatchObject({ check: { isMarked: false, fromBytes: 0 } });
    }),
  },
  {
    statement:
      'a failed leg ends the check with its mark; the rebuild is not ended by stopping the check, and another check is refused meanwhile',
    holds: scene(async (own) => {
      const { at, devices } = await mirror(own);
      const [, lost = ''] = devices;
      await own.onClient({ op: 'set-sync-speed', ...at, ...SLOW });
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      await own.fabric.failMember(at.array, kernelName(lost));
      await own.slotless(at.uuid, kernelName(lost));
      expect(await idle(own, at.uuid)).toMatchObject({ degraded: 1, check: { isMarked: true } });
      await own.onClient({ op: 'remove-member', ...at, member: kernelName(lost) });
      await own.onClient({ op: 'zero-superblock', device: lost, uuid: at.uuid });
      await own.onClient({ op: 'add-member', ...at, device: lost });
      const rebuilds = async () => (await own.array(at.uuid))?.syncAction === 'recover';
      await until(own.fabric, 'a rebuild', PATIENCE_SECONDS, rebuilds);
      await own.onClient({ op: 'stop-check', ...at, action: 'check', resumeAtBytes: 0 });
      expect(await rebuilds()).toBe(true);
      await expect(own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 })).rejects.toThrow();
      await own.onClient({ op: 'set-sync-speed', ...at, ...FAST });
      await own.inSync(at.uuid, 2);
    }),
  },
  {
    statement: 'an array that starts again shows no earlier check',
    holds: scene(async (own) => {
      const { at, create } = await mirror(own);
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      await idle(own, at.uuid);
      await own.stop(at.uuid);
      await own.onClient(own.assembly(create));
      // Linux 6.12 names `idle` here, the simulated host `none`.
      expect((await own.array(at.uuid))?.check).toMatchObject({
        ...{ lastAction: expect.stringMatching(/^(idle|none)$/), isMarked: false, fromBytes: 0 },
      });
    }),
  },
];
