import { expect, it } from 'vitest';
import type { Change } from './change-feed.js';
import { KeptObjects } from './kept-objects.js';

function setUp(count: number) {
  let change: (change: Change) => void = () => undefined;
  let resync: () => void = () => undefined;
  const feed = {
    onChange: (listener: (change: Change) => void) => {
      change = listener;
      return () => undefined;
    },
    onResync: (listener: () => void) => {
      resync = listener;
      return () => undefined;
    },
  };
  const stored = new Map(Array.from({ length: count }, (_, at) => [`n${at}`, { _id: `n${at}`, value: 0 }]));
  /** Number of objects that each read read. */
  const reads: number[] = [];
  let fails = false;
  const kept = new KeptObjects(feed, {
    collection: 'nodes',
    matters: (id) => id.startsWith('n'),
    read: async (ids) => {
      if (fails) throw new Error('no primary');
      const found = ids ? ids.flatMap((id) => stored.get(id) ?? []) : [...stored.values()];
      reads.push(found.length);
      return found;
    },
  });
  const changes = (id: string, collection: Change['collection'] = 'nodes') => change({ collection, id, revision: 1, deleted: false });
  return { kept, stored, reads, changes, resync: () => resync(), fail: (does: boolean) => (fails = does) };
}

it('reads 10,000 objects once, and then one for each change', async () => {
  const { kept, stored, reads, changes } = setUp(10_000);
  expect(await kept.read()).toHaveLength(10_000);
  await kept.read();
  stored.set('n7', { _id: 'n7', value: 3 });
  changes('n7');
  changes('n7');
  changes('n8', 'volumes');
  changes('x1');
  expect((await kept.read()).find(({ _id }) => _id === 'n7')).toEqual({ _id: 'n7', value: 3 });
  expect(reads).toEqual([10_000, 1]);
});

it('drops an object that is gone, or no longer wanted, and takes in a new one', async () => {
  const { kept, stored, changes } = setUp(3);
  await kept.read();
  stored.delete('n1');
  stored.set('n9', { _id: 'n9', value: 1 });
  changes('n1');
  changes('n9');
  expect((await kept.read()).map(({ _id }) => _id).sort()).toEqual(['n0', 'n2', 'n9']);
});

it('reads all again after a resync, after a failed read, and after very many changes', async () => {
  const { kept, reads, changes, resync, fail } = setUp(3000);
  await kept.read();
  resync();
  await kept.read();
  changes('n1');
  fail(true);
  await expect(kept.read()).rejects.toThrow('no primary');
  fail(false);
  await kept.read();
  for (let at = 0; at < 2500; at++) changes(`n${at}`);
  await kept.read();
  expect(reads).toEqual([3000, 3000, 3000, 3000]);
});

it('sees a change that arrives during a read in the next one', async () => {
  const { kept, reads, changes } = setUp(5);
  const first = kept.read();
  changes('n1');
  await first;
  await kept.read();
  expect(reads).toEqual([5, 1]);
});

it('reads all when it is told to forget during a read of some', async () => {
  const { kept, reads, changes, resync } = setUp(5);
  await kept.read();
  changes('n1');
  const second = kept.read();
  resync();
  expect(await second).toHaveLength(5);
  expect(reads).toEqual([5, 1, 5]);
});
