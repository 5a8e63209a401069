import { describe, expect, it } from 'vitest';
import { impossibleIndexes, mongosRefusal } from './mongos-rules.js';

const keys = { things: { _id: 'hashed' }, parts: { node: 1, _id: 1 } } as const;
const of = (op: string, command: object, collection = 'things') => mongosRefusal({ op, ns: `weft.${collection}`, command }, keys);

describe('mongosRefusal', () => {
  it('takes single updates and removals by id or shard key, and those of many documents', () => {
    expect(of('update', { q: { _id: 'a', version: 3 }, u: {}, multi: false })).toBeNull();
    expect(of('update', { q: { node: 'n' }, u: {}, multi: true }, 'parts')).toBeNull();
    expect(of('remove', { q: { _id: { $in: ['a'] } }, limit: 0 })).toBeNull();
    expect(of('update', { q: { name: 'x' }, u: {}, multi: false }, 'small')).toBeNull();
    expect(of('update', { q: { name: 'x' }, u: {}, multi: false })).toContain('neither its id nor its shard key');
    expect(of('remove', { q: { _id: { $gt: 'a' } }, limit: 1 })).toContain('neither its id nor its shard key');
  });

  it('refuses an upsert and findAndModify without the whole shard key', () => {
    expect(of('update', { q: { _id: 'a' }, u: {}, multi: false, upsert: true }, 'parts')).toContain('upsert');
    expect(of('update', { q: { _id: 'a', node: 'n' }, u: {}, multi: false, upsert: true }, 'parts')).toBeNull();
    expect(of('command', { findAndModify: 'parts', query: { _id: 'a' } }, 'parts')).toContain('findAndModify');
    expect(of('command', { findAndModify: 'things', query: { _id: { $eq: 'a' } } })).toBeNull();
  });

  it('refuses $lookup from and distinct on sharded collections in a transaction', () => {
    const pipeline = [{ $lookup: { from: 'things' } }];
    expect(of('command', { aggregate: 'small', pipeline, autocommit: false }, 'small')).toContain('$lookup');
    expect(of('command', { aggregate: 'small', pipeline }, 'small')).toBeNull();
    expect(of('command', { distinct: 'things', autocommit: false })).toContain('distinct');
  });
});

describe('impossibleIndexes', () => {
  it('names unique indexes that do not begin with the shard key', () => {
    const index = (name: string, key: object, unique = true) => ({ name, key, ...(unique ? { unique } : {}) });
    const all = [
      index('_id_', { _id: 1 }, false),
      index('name', { name: 1 }),
      index('own', { node: 1, _id: 1, x: 1 }),
      index('plain', { x: 1 }, false),
    ];
    expect(impossibleIndexes(keys.things, all)).toEqual(['name', 'own']);
    expect(impossibleIndexes(keys.parts, all)).toEqual(['name']);
  });
});
