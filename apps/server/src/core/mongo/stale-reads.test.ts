import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { acceptingStaleReads, withStaleReads } from './stale-reads.js';

interface Thing {
  _id: string;
}

/** A collection that answers with its own name. */
const named = (name: string) =>
  ({
    collectionName: name,
    findOne: async () => name,
    find: () => ({ toArray: async () => [name] }),
    updateOne: async () => name,
  }) as unknown as Collection<Thing>;

const collection = withStaleReads(named('current'), () => named('stale'));
const findOne = (options?: object) => collection.findOne({}, options) as unknown as Promise<string>;

describe('withStaleReads', () => {
  it('reads current data by default', async () => {
    expect([await findOne(), await collection.find().toArray(), collection.collectionName]).toEqual(['current', ['current'], 'current']);
  });

  it('reads old data in a request that accepts it, also after it waited', async () => {
    await acceptingStaleReads(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect([await findOne(), await collection.find().toArray()]).toEqual(['stale', ['stale']]);
    });
    expect(await findOne()).toBe('current');
  });

  it('sends writes, and reads in a session, to current data', async () => {
    await acceptingStaleReads(async () => {
      expect(await findOne({ session: {} })).toBe('current');
      expect(await collection.updateOne({}, {})).toBe('current');
    });
  });
});
