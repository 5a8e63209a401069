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
