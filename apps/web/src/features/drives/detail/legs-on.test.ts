import { expect, test } from 'vitest';
import type { Volume } from '../../../api/types.js';
import { legsOn } from './legs-on.js';

const leg = (id: string, driveId: string, sizeBytes: number) => ({ id, index: 0, drive: { id: driveId, serial: driveId }, sizeBytes });
const volume = (name: string, legs: ReturnType<typeof leg>[], obsoleteLegs: ReturnType<typeof leg>[] = []) =>
  ({ id: name, name, legs: legs.map((each) => ({ ...each, health: 'healthy' })), obsoleteLegs }) as unknown as Volume;

test('lists the legs on a drive, largest first, including those of older epochs', () => {
  const volumes = [
    volume('orders', [leg('a', 'd1', 1), leg('b', 'd2', 1)]),
    volume('logs', [leg('c', 'd1', 3)], [leg('d', 'd1', 2), leg('e', 'd3', 2)]),
  ];
  expect(legsOn('d1', volumes).map(({ id, volume: { name }, health, obsolete }) => [id, name, health, obsolete !== null])).toEqual([
    ['c', 'logs', 'healthy', false],
    ['d', 'logs', null, true],
    ['a', 'orders', 'healthy', false],
  ]);
});

test('lists caches of legs on a cache drive, and thin legs without bytes of their own', () => {
  const cached = { ...leg('a', 'd1', 8), cache: { drive: { id: 'd9' }, dataBytes: 3, metadataBytes: 1 } };
  const thin = { ...leg('b', 'd1', 8), thin: { originLegId: null } };
  const volumes = [volume('orders', [cached, thin])];
  expect(legsOn('d9', volumes)).toMatchObject([{ id: 'cache a', kind: 'cache', bytes: 4, sizeBytes: 4 }]);
  expect(legsOn('d1', volumes).map(({ id, kind, bytes, sizeBytes }) => [id, kind, bytes, sizeBytes])).toEqual([
    ['a', 'leg', 8, 8],
    ['b', 'thin-leg', 8, 0],
  ]);
});
