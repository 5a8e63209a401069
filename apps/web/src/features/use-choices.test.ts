import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isOutdated, readChoices, readFewChoices } from './use-choices.js';

const signal = new AbortController().signal;

test('offers all nodes when they exceed one page of the API', async () => {
  const names = Array.from({ length: 450 }, (_, n) => ({ id: `id-${n}`, name: `n${n}` }));
  const pageOf = (cursor?: string) => ({
    queryKey: ['nodes', cursor ?? ''],
    queryFn: () => {
      const from = Number(cursor ?? 0);
      return {
        items: names.slice(from, from + 200),
        nextCursor: from + 200 < names.length ? String(from + 200) : null,
        total: names.length,
      };
    },
  });
  const choices = await readChoices(new QueryClient(), pageOf, signal);
  expect(choices).toHaveLength(450);
  expect(choices.at(-1)).toEqual({ value: 'id-449', label: 'n449' });
});

test('lists nodes that fit one page; otherwise reads one page and lists none', async () => {
  const asked: (string | undefined)[] = [];
  const pageOf = (more: string | null) => (cursor?: string) => ({
    queryKey: ['few', more, cursor ?? ''],
    queryFn: () => {
      asked.push(cursor);
      return { items: [{ id: 'a', name: 'n1' }], nextCursor: more, total: 1 };
    },
  });
  expect(await readFewChoices(new QueryClient(), pageOf(null), signal)).toEqual([{ value: 'a', label: 'n1' }]);
  expect(await readFewChoices(new QueryClient(), pageOf('next'), signal)).toBeNull();
  expect(asked).toEqual([undefined, undefined]);
});

test('marks choices as outdated when an object is added or deleted, not when it changes', () => {
  const change = (id: string, deleted = false, kind: 'node' | 'drive' = 'node') => ({ kind, id, deleted, revision: 2 });
  const choices = [{ value: 'a', label: 'n1' }];
  expect(isOutdated(choices, 'node', [change('a')])).toBe(false);
  expect(isOutdated(choices, 'node', [change('b', true)])).toBe(false);
  expect(isOutdated(choices, 'node', [change('b', false, 'drive')])).toBe(false);
  expect(isOutdated(choices, 'node', [change('b')])).toBe(true);
  expect(isOutdated(choices, 'node', [change('a', true)])).toBe(true);
});
