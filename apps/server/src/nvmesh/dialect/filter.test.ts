import { describe, expect, it } from 'vitest';
import { parseFilter } from './filter.js';
import { Refusal } from './reasons.js';

const volume = {
  _id: 'db-1',
  capacity: 4096,
  health: 'healthy',
  description: null,
  isReserved: false,
  diskClasses: ['fast', 'large'],
  chunks: [{ pRaids: [{ diskSegments: [{ node_id: 't1' }, { node_id: 't2' }] }] }],
};
const matches = (filter: unknown): boolean => parseFilter(filter)(volume);

describe('a filter', () => {
  it.each([
    [{}, true],
    [{ _id: 'db-1' }, true],
    [{ _id: 'db-2' }, false],
    [{ _id: 'db-1', health: 'critical' }, false],
    [{ description: null }, true],
    [{ noField: null }, true],
    [{ noField: 'x' }, false],
    [{ capacity: { $gt: 4095, $lte: 4096 } }, true],
    [{ capacity: { $gt: '1' } }, false],
    [{ capacity: { $lt: 4096 } }, false],
    [{ capacity: { $gte: 4096 } }, true],
    [{ health: { $ne: 'critical' } }, true],
    [{ noField: { $ne: 'x' } }, true],
    [{ health: { $in: ['alarm', 'healthy'] } }, true],
    [{ health: { $nin: ['alarm', 'healthy'] } }, false],
    [{ noField: { $exists: false } }, true],
    [{ health: { $exists: 1 } }, true],
    [{ diskClasses: 'large' }, true],
    [{ 'chunks.pRaids.diskSegments.node_id': 't2' }, true],
    [{ 'chunks.pRaids.diskSegments.node_id': 't3' }, false],
    [{ $or: [{ _id: 'x' }, { isReserved: false }] }, true],
    [{ $nor: [{ _id: 'x' }, { isReserved: false }] }, false],
    [{ $and: [{ _id: 'db-1' }, { $or: [{ capacity: 1 }] }] }, false],
    [{ _id: { $regex: '^db' } }, true],
    [{ _id: { $regex: 'B-1$', $options: 'i' } }, true],
    [{ _id: { $regex: 'd.*1' } }, true],
    [{ _id: { $regex: 'd.1' } }, false],
    [{ toString: { $exists: true } }, false],
  ])('%j: %s', (filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  it.each([
    [null, 'must be an object'],
    [[], 'must be an object'],
    ['x', 'must be an object'],
    [{ $where: 'sleep(1)' }, 'is no name of a field'],
    [{ 'a.$b': 1 }, 'is no name of a field'],
    [{ _id: { $function: 1 } }, 'is none of'],
    [{ _id: {} }, 'empty condition'],
    [{ _id: [] }, 'must be compared with'],
    [{ _id: { $in: 'x' } }, 'needs a list'],
    [{ _id: { $in: [{}] } }, 'must be compared with'],
    [{ _id: 'x'.repeat(300) }, 'at most 256 characters'],
    [{ _id: { $regex: '(a+)+$' } }, 'allows only text'],
    [{ _id: { $regex: '[a-z]' } }, 'allows only text'],
    [{ _id: { $regex: 'a.*b.*c.*d.*e' } }, 'at most 3 times'],
    [{ _id: { $regex: 7 } }, 'needs a pattern'],
    [{ _id: { $regex: 'a', $options: 'x' } }, 'only the option i'],
    [{ _id: { $options: 'i' } }, 'without $regex'],
    [{ _id: { $exists: 'yes' } }, 'needs true or false'],
    [{ $or: {} }, 'needs a list of filters'],
    [{ $or: [] }, 'needs a list of filters'],
    [{ $and: [{ $and: [{ $and: [{ $and: [{ a: 1 }] }] }] }] }, 'nested deeper'],
    [{ $or: Array(300).fill({ a: 1 }) }, 'more than 200 conditions'],
  ])('refuses %j', (filter, problem) => {
    expect(() => matches(filter)).toThrow(Refusal);
    expect(() => matches(filter)).toThrow(problem);
  });
});
