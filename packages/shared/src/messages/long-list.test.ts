import { expect, test } from 'vitest';
import { z } from 'zod';
import { longList } from './long-list.js';

const list = longList(z.strictObject({ a: z.int() }), 100_000);

test('given good items, then the list is as it was', () => {
  expect(list.parse([{ a: 1 }, { a: 2 }])).toEqual([{ a: 1 }, { a: 2 }]);
});

test('given many wrong items, then it is refused for the first of them, and says which', () => {
  const { error } = list.safeParse([{ a: 1 }, ...Array(50_000).fill({ b: 1 })]);
  expect(error?.issues).toHaveLength(1);
  expect(error?.issues[0]).toMatchObject({ path: [1], message: expect.stringContaining('Unrecognized key: "b"') });
});

test('given too many, then none is looked at', () => {
  expect(list.safeParse(Array(100_001).fill(null)).error?.issues).toMatchObject([{ code: 'too_big' }]);
});
