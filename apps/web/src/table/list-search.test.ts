import { expect, test } from 'vitest';
import { listQuery, listSearch, PAGE_ROWS } from './list-search.js';

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
