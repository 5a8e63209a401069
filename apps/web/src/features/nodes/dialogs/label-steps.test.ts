import { expect, test } from 'vitest';
import { labelSteps } from './label-steps.js';

const words = (before: Record<string, string>, after: Record<string, string>) => labelSteps(before, after).map(({ what }) => what);

test('given labels that come, go and change, then each is said, in the order of their keys', () => {
  expect(words({ b: '1', c: '1', d: '1' }, { a: '2', b: '1', c: '2' }).slice(0, 3)).toEqual([
    'label a=2 comes',
    'label c becomes 2, was 1',
    'label d=1 goes',
  ]);
});

test('given a change of the place, then it is said that legs do not move; given none at all, then there is no plan', () => {
  expect(words({ rack: 'r1' }, { rack: 'r2' }).at(-1)).toContain('not moved apart');
  expect(words({ tier: 'a' }, { tier: 'b' }).at(-1)).toContain('stay where they are');
  expect(words({ rack: 'r1' }, { rack: 'r1' })).toEqual([]);
});
