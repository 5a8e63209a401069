import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection, Document } from 'mongodb';
import { expect, it } from 'vitest';
import { SharedReads } from '../load/shared-reads.js';
import { type AsOf, asOf, readingAsOf, readingNow, readTime, withPast } from './as-of.js';

const then = new Date('2026-01-01T00:00:00Z');
const drives: Document[] = [
  { _id: 'a', nodeId: 'n1', size: 3, legs: [{ on: 'x' }], at: then },
  { _id: 'b', nodeId: 'n2', size: 1, legs: [{ on: 'y' }, { on: 'x' }] },
  { _id: 'c', nodeId: 'n1', size: 2, legs: [] },
];
const moment: AsOf = {
  at: then,
  documents: async (name) => {
    if (name !== 'drives') throw new Error(`${name} is not recorded`);
    return drives;
  },
};
const present = { collectionName: 'drives', findOne: async () => 'present', insertOne: async () => 'written' };
const collection = withPast(present as unknown as Collection<Document>);
const ids = async (filter: Document, options?: Document) =>
  (await collection.find(filter, options).toArray()).map(({ _id }) => _id as unknown);
const past = <T>(work: () => T): T => readingAsOf(moment, work);

it('reads the recorded documents with the language of MongoDB', async () => {
  await past(async () => {
    expect(await ids({ nodeId: 'n1' })).toEqual(['a', 'c']);
    expect(await ids({ nodeId: { $in: ['n2', 'n3'] } })).toEqual(['b']);
    expect(await ids({ 'legs.on': { $in: ['y'] } })).toEqual(['b']);
    expect(await ids({ size: { $gt: 1 } }, { sort: { size: 1 } })).toEqual(['c', 'a']);
    expect(await ids({}, { sort: { size: -1 }, limit: 1 })).toEqual(['a']);
    expect(await collection.find({ _id: 'a' as never }, { projection: { size: 1, clock: '$$NOW' } }).toArray()).toEqual([
      { _id: 'a', size: 3, clock: then },
    ]);
    expect(await collection.findOne({ nodeId: 'n3' })).toBeNull();
    expect(await collection.countDocuments({ at: { $lte: then } })).toBe(1);
    expect(await collection.distinct('nodeId')).toEqual(['n1', 'n2']);
    const sums = [{ $match: { size: { $gt: 1 } } }, { $group: { _id: '$nodeId', bytes: { $sum: '$size' } } }];
    expect(await collection.aggregate(sums).toArray()).toEqual([{ _id: 'n1', bytes: 5 }]);
  });
});

it('refuses writes, and reads of unrecorded collections', async () => {
  expect(() => past(() => collection.insertOne({}))).toThrow('can only be read');
  const jobs = withPast({ ...present, collectionName: 'jobs' } as unknown as Collection<Document>);
  await expect(past(() => jobs.findOne({}))).rejects.toThrow('not recorded');
});

it('separates requests of the present from those of each moment', async () => {
  expect(await collection.findOne({})).toBe('present');
  expect(await past(() => readingNow(() => collection.findOne({})))).toBe('present');
  expect(past(readTime)).toBe(then);
  expect(asOf()).toBeUndefined();
  const reads = new SharedReads<string>();
  const read = async () => {
    await sleep(5);
    return asOf()?.at.toISOString() ?? 'now';
  };
  expect(await Promise.all([reads.get('x', read), past(() => reads.get('x', read))])).toEqual(['now', then.toISOString()]);
});
