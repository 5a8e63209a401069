import { expect, it } from 'vitest';
import { apiTokenFormSchema, apiTokenLifetimes, emptyApiToken } from './api-token-schema.js';

it('sends no nouns for a token for all paths, and the days as a number', () => {
  expect(apiTokenFormSchema.parse({ ...emptyApiToken, name: 'ci' })).toEqual({
    name: 'ci',
    role: 'viewer',
    expiresInDays: 90,
    nouns: null,
    volumes: null,
  });
  expect(apiTokenFormSchema.parse({ ...emptyApiToken, name: 'ci', nouns: 'volume, job volume' }).nouns).toEqual(['volume', 'job']);
});

it('offers only lifetimes that the contract allows, the default among them', () => {
  for (const { value } of apiTokenLifetimes)
    expect(apiTokenFormSchema.safeParse({ ...emptyApiToken, name: 'ci', days: value }).success).toBe(true);
  expect(apiTokenLifetimes.map(({ value }) => value)).toContain(emptyApiToken.days);
});

it('names a noun that does not exist', () => {
  const read = apiTokenFormSchema.safeParse({ ...emptyApiToken, name: 'ci', nouns: 'volume, disk' });
  expect(read.error?.issues[0]?.message).toContain('There is no noun disk');
});

it('reads a selector of volumes, one label per line', () => {
  const read = (volumes: string) => apiTokenFormSchema.safeParse({ ...emptyApiToken, name: 'ci', volumes });
  expect(read('team=orders\ntier!=test*').data?.volumes).toEqual([
    { label: 'team', operator: '=', value: 'orders' },
    { label: 'tier', operator: '!=', value: 'test*' },
  ]);
  expect(read('orders').success).toBe(false);
});
