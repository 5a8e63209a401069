import { expect, test } from 'vitest';
import { labelSteps } from './label-steps.js';

const words = (before: Record<string, string>, after: Record<string, string>) => labelSteps(before, after).map(({ what }) => what);

test('lists added, changed and removed labels in the order of their keys', () => {
  expect(words({ b: '1', c: '1', d: '1' }, { a: '2', b: '1', c: '2' }).slice(0, 3)).toEqual([
    'label a=2 comes',
    'label c becomes 2, was 1',
    'label d=1 goes',
  ]);
});

test('states that legs do not move when labels change, and plans nothing without a change', () => {
  expect(words({ rack: 'r1' }, { rack: 'r2' }).at(-1)).toContain('existing mirror halves that now share one stay');
  expect(words({ tier: 'a' }, { tier: 'b' }).at(-1)).toContain('existing legs do not move');
  expect(words({ rack: 'r1' }, { rack: 'r1' })).toEqual([]);
});
