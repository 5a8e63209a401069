import { expect, test } from 'vitest';
import { readForm } from '../../forms/read-form.js';
import { silenceSchemaAt } from './alert-schema.js';

const now = Date.parse('2026-11-28T10:00:00.000Z');
const form = { matchers: 'node=t1\nrule=Weft*', lasts: '4' as const, startsAt: '', endsAt: '', comment: 'new fans' };
const read = (change: Partial<Parameters<typeof readForm>[1]> = {}) => readForm(silenceSchemaAt(now), { ...form, ...change });

test('reads a silence that starts now', () => {
  expect(read().body).toEqual({
    matchers: [
      { label: 'node', operator: '=', value: 't1' },
      { label: 'rule', operator: '=', value: 'Weft*' },
    ],
    comment: 'new fans',
    endsAt: '2026-11-28T14:00:00.000Z',
  });
});

test('counts the length of a planned silence from its start, and takes an exact end', () => {
  const local = (iso: string) => {
    const at = new Date(iso);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  };
  expect(read({ startsAt: local('2026-11-29T08:00:00.000Z') }).body).toMatchObject({
    startsAt: '2026-11-29T08:00:00.000Z',
    endsAt: '2026-11-29T12:00:00.000Z',
  });
  expect(read({ lasts: 'until', endsAt: local('2026-11-30T08:00:00.000Z') }).body).toMatchObject({ endsAt: '2026-11-30T08:00:00.000Z' });
});

test.each([
  [{ matchers: '' }, 'matchers', 'It must have a matcher: a silence of everything would hide all trouble.'],
  [{ matchers: 'node t1' }, 'matchers', '“node t1” is not a matcher. Write label=value or label!=value.'],
  [{ startsAt: 'soon' }, 'startsAt', 'Enter a date and a time.'],
] as const)('reports %j at its field', (change, field, message) => {
  expect(read(change).errors).toEqual({ [field]: message });
});
