import type { LegLabels } from '@weft/shared/labels/leg-label';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storedVolume } from '../../../test-support/stored-volume.js';
import type { Change } from '../../core/changes/change-feed.js';
import type { VolumeDocument } from '../../domain/documents/volume.document.js';
import { LegLabelsService } from './leg-labels.service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SETTLED_MS = 1100;

/** Two targets, with 400 volumes that have a leg on each. */
async function setUp() {
  const volumes = new Map(
    Array.from({ length: 400 }, (_, at) => {
      const volume = storedVolume(`v${at}`, [
        { driveId: 'd1', nodeId: 't1' },
        { driveId: 'd2', nodeId: 't2' },
      ]);
      return [volume._id, volume] as const;
    }),
  );
  const read = { one: 0, ofNodes: 0 };
  let fails = false;
  const repository = {
    volume: async (id: string) => {
      read.one += 1;
      return volumes.get(id) ?? null;
    },
    volumesOn: async (nodeIds: readonly string[]) => {
      if (fails) throw new Error('no primary');
      const found = [...volumes.values()].filter(({ legs }) => legs.some(({ nodeId }) => nodeIds.includes(nodeId)));
      read.ofNodes += found.length;
      return found;
    },
    certain: async (nodeIds: readonly string[]) => [...nodeIds],
    classNames: async () => new Map([['class', 'fast']]),
  };
  let tell: (change: Change) => void = () => undefined;
  const feed = { onChange: (listener: typeof tell) => (tell = listener), onResync: () => undefined };
  const service = new LegLabelsService(repository as never, feed as never);
  service.onModuleInit();
  const told: Record<string, LegLabels[]> = { t1: [], t2: [] };
  for (const nodeId of ['t1', 't2']) service.connected(nodeId, (labels) => told[nodeId]?.push(labels));
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  const change = async (volume: VolumeDocument) => {
    volumes.set(volume._id, volume);
    tell({ collection: 'volumes', id: volume._id, revision: 2, deleted: false });
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
  };
  const reset = () => Object.assign(read, { one: 0, ofNodes: 0 });
  return { volumes, read, told, change, reset, fail: (does: boolean) => (fails = does) };
}

it('reads one volume when its health changes, and not the 400 of its nodes', async () => {
  const { volumes, read, told, change, reset } = await setUp();
  expect(told['t1']).toHaveLength(1);
  expect(told['t1']?.[0]?.legs).toHaveLength(400);
  reset();
  const [volume] = [...volumes.values()] as [VolumeDocument];
  await change({ ...volume, status: { ...volume.status, health: 'degraded' } });
  expect(read).toEqual({ one: 1, ofNodes: 0 });
  expect(told['t1']).toHaveLength(1);
});

it('tells the nodes of a volume whose labels change', async () => {
  const { volumes, told, change } = await setUp();
  const [volume] = [...volumes.values()] as [VolumeDocument];
  await change({ ...volume, spec: { ...volume.spec, rebuildDelaySeconds: 5 } });
  expect([told['t1']?.length, told['t2']?.length]).toEqual([2, 2]);
  expect(told['t1']?.[1]).not.toEqual(told['t1']?.[0]);
});

it('tells them after a failed reading at the next change, whatever that changes', async () => {
  const { volumes, told, change, fail } = await setUp();
  const [volume] = [...volumes.values()] as [VolumeDocument];
  const grown = { ...volume, spec: { ...volume.spec, rebuildDelaySeconds: 5 } };
  fail(true);
  await change(grown);
  expect(told['t1']).toHaveLength(1);
  fail(false);
  await change({ ...grown, status: { ...grown.status, health: 'degraded' } });
  expect(told['t1']).toHaveLength(2);
});

it('reads the volumes of a few nodes at a time, one reading after the other', async () => {
  const nodeIds = Array.from({ length: 100 }, (_, at) => `t${at}`);
  const readings: number[] = [];
  let [running, most] = [0, 0];
  const repository = {
    volumesOn: async (ids: readonly string[]) => {
      readings.push(ids.length);
      running += 1;
      most = Math.max(most, running);
      // Longer than changes take to settle.
      await new Promise((resolve) => setTimeout(resolve, 3000));
      running -= 1;
      return [];
    },
    certain: async (ids: readonly string[]) => [...ids],
    classNames: async () => new Map(),
  };
  const service = new LegLabelsService(repository as never, {} as never);
  const told = new Set<string>();
  for (const nodeId of nodeIds) {
    service.connected(nodeId, () => told.add(nodeId));
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect([...told].sort()).toEqual([...nodeIds].sort());
  expect(most).toBe(1);
  expect(Math.max(...readings)).toBeLessThanOrEqual(16);
});
