import { GiB, MiB } from '@weft/shared/units';
import { expect, test } from 'vitest';
import { noRoomText, plannedText } from './planned-caches-words.js';

const target = (name: string, takenBytes: number) => ({ id: name, name, takenBytes, freeBytes: GiB, freeBytesAfter: GiB - takenBytes });
const legOf = (index: number, name: string) => ({
  ...{ index, node: { id: name, name }, drive: { id: 'd', serial: `C-${name}` }, dataBytes: 256 * MiB, metadataBytes: 8 * MiB },
});
const none = { count: 0, neededBytes: 264 * MiB, targets: [] };

test('says what caches take of all targets together', () => {
  const caches = { legs: [legOf(0, 't1'), legOf(1, 't2')], targets: [target('t1', 264 * MiB), target('t2', 264 * MiB)], withoutRoom: none };
  expect(plannedText({ mode: 'write-back' }, caches)).toBe("write-back: 528 MiB of cache drives for 2 legs, with dm-cache's metadata.");
});

test('names targets without room for a cache, and how many more there are', () => {
  const short = (count: number) => ({ count, neededBytes: GiB, targets: [{ id: 't3', name: 't3', freeBytes: 0 }] });
  expect(noRoomText({ withoutRoom: none })).toBeNull();
  expect(noRoomText({ withoutRoom: short(1) })).toBe('This target has no cache drive with 1 GiB free, and gets no leg: t3 (0 B free).');
  expect(noRoomText({ withoutRoom: short(3) })).toBe(
    'These targets have no cache drive with 1 GiB free, and get no leg: t3 (0 B free), 2 more.',
  );
});
