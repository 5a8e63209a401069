import { expect, test } from 'vitest';
import { listQuery, listSearch, malformedIds, PAGE_ROWS } from './list-search.js';

const read = listSearch(['name', 'sizeBytes'], { state: ['creating', 'available'], nodeId: null });

test('reads valid filters from the address and drops the rest', () => {
  expect(read({ sort: '-sizeBytes', state: 'available', nodeId: 'n', colour: 'red' })).toEqual({
    sort: '-sizeBytes',
    state: 'available',
    nodeId: 'n',
  });
  expect(read({ sort: 'colour', state: 'gone', nodeId: 7 })).toEqual({});
});

test('requests the page that begins at the cursor', () => {
  expect(listQuery({ sort: 'name' }, 'c2')).toEqual({ sort: 'name', limit: PAGE_ROWS, cursor: 'c2' });
  expect(listQuery({})).toEqual({ limit: PAGE_ROWS });
});

test('drops a filter whose value is not an id from the query, and reports it', () => {
  const driveClassId = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001';
  const search = { sort: 'name', state: 'available', nodeId: 'n1', driveClassId };
  expect(listQuery(search)).toEqual({ sort: 'name', state: 'available', driveClassId, limit: PAGE_ROWS });
  expect(malformedIds(search)).toEqual([{ filter: 'nodeId', text: 'n1' }]);
});
