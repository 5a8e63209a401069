import { describe, expect, it } from 'vitest';
import { byValue, isolated } from './value-rows.js';

describe('the values of a chart', () => {
  it('stand in the order of their size, those without a value last', () => {
    const rows = [
      { name: 'a', amount: 1 },
      { name: 'b', amount: null },
      { name: 'c', amount: 3 },
      { name: 'd', amount: null },
      { name: 'e' },
    ];
    expect(byValue(rows).map(({ name }) => name)).toEqual(['c', 'a', 'b', 'd', 'e']);
  });

  it('keep their order when they are equal', () => {
    expect(
      byValue([
        { name: 'a', amount: 2 },
        { name: 'b', amount: 2 },
      ]).map(({ name }) => name),
    ).toEqual(['a', 'b']);
  });
});

describe('a click on a name in the legend', () => {
  it('shows this line alone, another one instead, and all again', () => {
    expect(isolated(null, 'reads')).toBe('reads');
    expect(isolated('reads', 'writes')).toBe('writes');
    expect(isolated('writes', 'writes')).toBeNull();
  });
});
