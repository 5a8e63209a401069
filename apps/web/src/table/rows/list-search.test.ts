import { expect, test } from 'vitest';
import { listQuery, listSearch, malformedIds, PAGE_ROWS } from './list-search.js';

const read = listSearch(['name', 'sizeBytes'], { state: ['creating', 'available'], nodeId: null });

test('given an address, then what it may hold is read and the rest left out', () => {
  expect(read({ sort: '-sizeBytes', state: 'available', nodeId: 'n', colour: 'red' })).toEqual({
    sort: '-sizeBytes',
    state: 'available',
    nodeId: 'n',
  });
  expect(read({ sort: 'colour', state: 'gone', nodeId: 7 })).toEqual({});
});

test('given where a page begins, then the query asks for it', () => {
  expect(listQuery({ sort: 'name' }, 'c2')).toEqual({ sort: 'name', limit: PAGE_ROWS, cursor: 'c2' });
  expect(listQuery({})).toEqual({ limit: PAGE_ROWS });
});

test('given a filter by what is no id, then it is left out of the query and named; one by an id stays', () => {
  const driveClassId = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001';
  const search = { sort: 'name', state: 'available', nodeId: 'n1', driveClassId };
  expect(listQuery(search)).toEqual({ sort: 'name', state: 'available', driveClassId, limit: PAGE_ROWS });
  expect(malformedIds(search)).toEqual([{ filter: 'nodeId', text: 'n1' }]);
});
