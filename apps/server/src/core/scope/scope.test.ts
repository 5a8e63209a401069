import type { Collection, Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { currentScope, readingEverything, readingWithin, withScope } from './scope.js';
import type { ScopeRows, ScopeRule } from './scope-rows.js';

const rows: ScopeRows = { key: 'tina', callerName: 'tina', jobsOf: 'tina', volumeIds: ['v1'], attachmentIds: ['a1'], legIds: ['l1'] };
const asked: unknown[] = [];
const method =
  (name: string) =>
  (...args: unknown[]) =>
    asked.push([name, ...args]);
const stored = {
  collectionName: 'x',
  ...Object.fromEntries(
    ['find', 'findOne', 'countDocuments', 'distinct', 'aggregate', 'insertOne', 'watch'].map((name) => [name, method(name)]),
  ),
} as unknown as Collection<Document>;

const rules = { volumes: ({ volumeIds }) => ({ _id: { $in: volumeIds } }), nodes: 'open', audit: 'closed' } satisfies Record<
  string,
  ScopeRule
>;

function within(name: keyof typeof rules, read: (collection: Collection<Document>) => unknown): unknown[] {
  asked.length = 0;
  readingWithin(rows, () => read(withScope(rules[name], stored)));
  return [...asked];
}
const own = { _id: { $in: ['v1'] } };

describe('a collection within a scope', () => {
  it('adds the filter of the visible rows to each kind of read', () => {
    expect(within('volumes', (volumes) => volumes.find())).toEqual([['find', own]]);
    expect(within('volumes', (volumes) => volumes.find({ name: 'x' }, { limit: 1 }))).toEqual([
      ['find', { $and: [own, { name: 'x' }] }, { limit: 1 }],
    ]);
    expect(within('volumes', (volumes) => volumes.findOne({ _id: 'v2' as never }))).toEqual([['findOne', { $and: [own, { _id: 'v2' }] }]]);
    expect(within('volumes', (volumes) => volumes.countDocuments())).toEqual([['countDocuments', own]]);
    expect(within('volumes', (volumes) => volumes.distinct('name'))).toEqual([['distinct', 'name', own]]);
    expect(within('volumes', (volumes) => volumes.aggregate([{ $count: 'n' }]))).toEqual([
      ['aggregate', [{ $match: own }, { $count: 'n' }]],
    ]);
  });

  it('cannot be widened by the filter of a read', () => {
    expect(within('volumes', (volumes) => volumes.find({ $or: [{}, { _id: 'v2' as never }] }))).toEqual([
      ['find', { $and: [own, { $or: [{}, { _id: 'v2' }] }] }],
    ]);
  });

  it('leaves open collections as they are', () => {
    expect(within('nodes', (nodes) => nodes.find({ name: 't1' }))).toEqual([['find', { name: 't1' }]]);
  });

  it('refuses closed collections, writes, and pipelines that read another collection', () => {
    expect(() => within('audit', (audit) => audit.find())).toThrow('only the volumes of volume groups');
    expect(() => within('volumes', (volumes) => volumes.insertOne({}))).toThrow('can only read');
    expect(() => within('volumes', (volumes) => volumes.watch())).toThrow('can only read');
    const foreign = [{ $facet: { all: [{ $lookup: { from: 'audit' } }] } }];
    expect(() => within('nodes', (nodes) => nodes.aggregate(foreign))).toThrow('other collections');
  });

  it('is without effect outside of the scope, and where all volumes are needed', () => {
    asked.length = 0;
    withScope(rules.volumes, stored).find({});
    readingWithin(rows, () => readingEverything(() => withScope('closed', stored).find({})));
    expect(asked).toEqual([
      ['find', {}],
      ['find', {}],
    ]);
    expect(currentScope()).toBeUndefined();
  });
});
