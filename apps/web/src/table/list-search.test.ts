import { expect, test } from 'vitest';
import { listQuery, listSearch, PAGE_ROWS } from './list-search.js';

const read = listSearch(['name', 'sizeBytes'], { state: ['creating', 'available'], nodeId: null });

test('given an address, then what it may hold is read and the rest left out', () => {
  expect(read({ sort: '-sizeBytes', state: 'available', nodeId: 'n', after: ['c1'], colour: 'red' })).toEqual({
    sort: '-sizeBytes',
    state: 'available',
    nodeId: 'n',
    after: ['c1'],
  });
  expect(read({ sort: 'colour', state: 'gone', nodeId: 7, after: 'c1' })).toEqual({});
});

test('given the cursors of earlier pages, then the query asks for the page after the last', () => {
  expect(listQuery({ sort: 'name', after: ['c1', 'c2'] })).toEqual({ sort: 'name', limit: PAGE_ROWS, cursor: 'c2' });
  expect(listQuery({})).toEqual({ limit: PAGE_ROWS });
});
