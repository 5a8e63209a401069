import { expect, it } from 'vitest';
import { tabSearch } from './tab-search.js';

const search = tabSearch(['overview', 'legs']);

it('keeps a known tab, except the first, which the address omits', () => {
  expect(search({ tab: 'legs', range: '1h' })).toEqual({ tab: 'legs' });
  expect(search({ tab: 'overview' })).toEqual({});
});

it('ignores an unknown tab', () => {
  expect(search({ tab: 'nothing' })).toEqual({});
  expect(search({ tab: ['legs'] })).toEqual({});
  expect(search({})).toEqual({});
});
