import { lvName, vgName, WIPED_TAG } from '@weft/shared/identity';
import { expect, test, vi } from 'vitest';
import type { LogicalVolume, SlowState } from '../host/host.js';
import { Locks } from '../ledger/locks.js';
import { Backoff } from './backoff.js';
import { LegLabeller, labelOperations } from './leg-labeller.js';

const legId = 'eeeeeeee-0000-4000-8000-000000000001';
const names = { vg: vgName('dddddddd-0000-4000-8000-000000000001'), lv: lvName(legId) };
const slow = (tags: string[], change: Partial<LogicalVolume> = {}) =>
  ({ logicalVolumes: [{ ...names, tags, backed: true, ...change }] }) as SlowState;
const labels = new Map([[legId, ['weft.is.index=1', 'weft.is.volume=orders']]]);

test('gives a leg exactly the tags of its label, and leaves all others', () => {
  expect(labelOperations(labels, slow(['weft.leg', WIPED_TAG, 'weft.is.index=0', 'weft.is.volume=orders']))).toEqual([
    { op: 'label-logical-volume', ...names, add: ['weft.is.index=1'], remove: ['weft.is.index=0'] },
  ]);
});

test.for([
  ['is labelled', slow(['weft.is.volume=orders', WIPED_TAG, 'weft.is.index=1'])],
  ['is not backed by its drive', slow([], { backed: false })],
  ['has no label from the server', slow([], { lv: lvName('eeeeeeee-0000-4000-8000-000000000002') })],
  ['is no leg', slow([], { lv: 'root' })],
] as const)('writes nothing on a volume that %s', ([, seen]) => {
  expect(labelOperations(labels, seen)).toEqual([]);
});

test('reports a label that could not be written, and waits before it tries again', async () => {
  let now = 0;
  const [perform, log] = [vi.fn(async () => Promise.reject(new Error('no space'))), vi.fn()];
  const labeller = new LegLabeller({ host: { perform }, labels: () => labels, log, backoff: new Backoff(() => now), locks: new Locks() });
  const { signal } = new AbortController();
  expect(await labeller.act(null, signal)).toBe(false);
  expect(await labeller.act(slow([]), signal)).toBe(true);
  expect(await labeller.act(slow([]), signal)).toBe(false);
  expect(perform).toHaveBeenCalledTimes(1);
  expect(log).toHaveBeenCalledTimes(1);
  now = 600_000;
  perform.mockResolvedValue(undefined as never);
  expect(await labeller.act(slow([]), signal)).toBe(true);
  expect(log).toHaveBeenCalledTimes(1);
});
