import { expect, test } from 'vitest';
import { z } from 'zod';
import { longList } from './long-list.js';

const list = longList(z.strictObject({ a: z.int() }), 100_000);

test('returns valid items unchanged', () => {
  expect(list.parse([{ a: 1 }, { a: 2 }])).toEqual([{ a: 1 }, { a: 2 }]);
});

test('refuses many wrong items with one issue, which names the first of them', () => {
  const { error } = list.safeParse([{ a: 1 }, ...Array(50_000).fill({ b: 1 })]);
  expect(error?.issues).toHaveLength(1);
  expect(error?.issues[0]).toMatchObject({ path: [1], message: expect.stringContaining('Unrecognized key: "b"') });
});

test('refuses a list that is too long without reading its items', () => {
  expect(list.safeParse(Array(100_001).fill(null)).error?.issues).toMatchObject([{ code: 'too_big' }]);
});
