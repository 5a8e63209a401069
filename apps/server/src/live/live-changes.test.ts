import { liveLists } from '@weft/shared/links/console-link';
import { expect, test } from 'vitest';
import { collections } from '../core/mongo/collections.js';
import { LiveBatch, liveChange } from './live-changes.js';

test('reports changes by kind, and skips updates without a revision and unlisted collections', () => {
  expect(liveChange({ collection: 'driveClasses', id: 'c', revision: 3, deleted: false })).toEqual({
    kind: 'drive-class',
    id: 'c',
    revision: 3,
    deleted: false,
  });
  expect(liveChange({ collection: 'volumes', id: 'v', revision: null, deleted: true })).toEqual({
    kind: 'volume',
    id: 'v',
    revision: 0,
    deleted: true,
  });
  expect(liveChange({ collection: 'volumes', id: 'v', revision: null, deleted: false })).toBeNull();
  expect(liveChange({ collection: 'sessions', id: 's', revision: null, deleted: true })).toBeNull();
});

test('has one collection for each live kind', () => {
  const told = Object.values(collections).filter((kind) => kind !== null && kind !== 'servers');
  expect(told.sort()).toEqual(Object.keys(liveLists).sort());
});

test('reports a new attachment status as a change of the attachment, newer than any copy', () => {
  expect(liveChange({ collection: 'objectStatuses', id: 'n/attachment/a', revision: 2, deleted: false })).toMatchObject({
    kind: 'attachment',
    id: 'a',
    revision: Number.MAX_SAFE_INTEGER,
  });
  expect(liveChange({ collection: 'objectStatuses', id: 'n/leg/l', revision: 2, deleted: false })).toBeNull();
});

test('reports that an orphan is ignored, or no more, as a change of its node', () => {
  const node = { kind: 'node', id: 'n', revision: Number.MAX_SAFE_INTEGER, deleted: false };
  expect(liveChange({ collection: 'orphanIgnores', id: 'n/o', revision: 1, deleted: false })).toEqual(node);
  expect(liveChange({ collection: 'orphanIgnores', id: 'n/o', revision: null, deleted: true })).toEqual(node);
  expect(liveChange({ collection: 'orphanIgnores', id: 'n/o', revision: null, deleted: false })).toBeNull();
});

test('batches the newest change per object, and empties when taken', () => {
  const batch = new LiveBatch(10);
  for (const revision of [1, 3, 2]) batch.add({ kind: 'node', id: 'n', revision, deleted: false });
  batch.add({ kind: 'drive', id: 'n', revision: 1, deleted: false });
  batch.add({ kind: 'drive', id: 'n', revision: 0, deleted: true });
  expect(batch.take()).toEqual([
    { kind: 'node', id: 'n', revision: 3, deleted: false },
    { kind: 'drive', id: 'n', revision: 0, deleted: true },
  ]);
  expect(batch.take()).toEqual([]);
});

test('reports the overflow of a batch beyond its limit, and stops growing', () => {
  const batch = new LiveBatch(2);
  for (let n = 0; n < 100; n++) batch.add({ kind: 'node', id: `n${n}`, revision: 1, deleted: false });
  expect(batch.isOverflown).toBe(true);
  expect(batch.take()).toHaveLength(3);
  expect(batch.isOverflown).toBe(false);
});
