import { describe, expect, it } from 'vitest';
import { exactName, parseQuery, select } from './query.js';
import { Refusal } from './reasons.js';

const documents = [
  { _id: 'b', size: 2, in: [{ name: 'x', more: 1 }] },
  { _id: 'a', size: 2, in: [] },
  { _id: 'c', size: 1, in: [{ name: 'y', more: 2 }] },
];
const ids = (query: Record<string, string>, path = {}) => select(documents, parseQuery(path, query)).items.map(({ _id }) => _id);
const first = (projection: object) => select(documents, parseQuery({}, { projection: JSON.stringify(projection) })).items[0];

describe('a list', () => {
  it('sorts by several fields, and keeps the order of equal documents', () => {
    expect(ids({})).toEqual(['b', 'a', 'c']);
    expect(ids({ sort: '{"size":1}' })).toEqual(['c', 'b', 'a']);
    expect(ids({ sort: '{"size":-1,"_id":1}' })).toEqual(['a', 'b', 'c']);
    expect(ids({ sort: '{"in.name":1}' })).toEqual(['a', 'b', 'c']);
  });

  it('shows one page, and counts all', () => {
    expect(ids({}, { page: '1', count: '2' })).toEqual(['c']);
    expect(ids({}, { page: '7', count: '2' })).toEqual([]);
    expect(ids({}, { page: '0', count: '0' })).toHaveLength(3);
    expect(select(documents, parseQuery({ page: '0', count: '1' }, { filter: '{"size":2}' })).total).toBe(2);
  });

  it('shows or leaves out fields, nested ones too', () => {
    expect(first({ size: 1 })).toEqual({ _id: 'b', size: 2 });
    expect(first({ _id: 0, size: true })).toEqual({ size: 2 });
    expect(first({ 'in.name': 1 })).toEqual({ _id: 'b', in: [{ name: 'x' }] });
    expect(first({ 'in.name': 0, size: 0 })).toEqual({ _id: 'b', in: [{ more: 1 }] });
    expect(first({ _id: 1 })).toEqual({ _id: 'b' });
    expect(first({ _id: 0 })).toEqual({ size: 2, in: [{ name: 'x', more: 1 }] });
    expect(first({})).toEqual(documents[0]);
  });

  it.each([
    [{ filter: '{' }, 'not valid JSON'],
    [{ filter: 'x'.repeat(9000) }, 'too large'],
    [{ sort: '[]' }, 'must be an object'],
    [{ sort: '{"a":2}' }, 'must be 1 or -1'],
    [{ sort: '{"$a":1}' }, 'no name of a field'],
    [{ projection: '{"a":1,"b":0}' }, 'cannot be mixed'],
    [{ projection: '{"a":{"$slice":1}}' }, 'must be 1 or 0'],
    [{ projection: '7' }, 'must be an object'],
  ])('refuses %j', (query, problem) => {
    expect(() => parseQuery({}, query)).toThrow(problem);
  });

  it.each(['-1', '1.5', 'x', '', '1e9', '99999999999'])('refuses page %s', (page) => {
    expect(() => parseQuery({ page, count: '0' }, {})).toThrow(Refusal);
  });

  it('knows a filter for one object', () => {
    expect(exactName('{"_id":"a"}')).toBe('a');
    expect(exactName('{"name":"a","size":1}')).toBe('a');
    expect(exactName('{"_id":{"$in":["a"]}}')).toBeUndefined();
    expect(exactName(undefined)).toBeUndefined();
  });
});
