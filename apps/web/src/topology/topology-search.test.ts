import { expect, test } from 'vitest';
import { topologySearch } from './topology-search.js';

test('keeps the grouping by class in the address, and ignores any other grouping', () => {
  expect(topologySearch({ group: 'class' })).toEqual({ group: 'class' });
  for (const group of ['rack', 'shelf', 1, null]) expect(topologySearch({ group }), String(group)).toEqual({});
});
