import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hasColour } from '../core/terminal.js';
import { safeLine, safeText } from '../text/safe.js';
import { type Format, formatFrom, formatted, jsonText } from './formats.js';
import { yamlText } from './yaml-text.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const volume = {
  ...{ id: '1', name: 'db', sizeBytes: 2 ** 31, protection: 'raid1', driveClass: { id: '2', name: 'fast' }, state: 'available' },
  ...{ health: 'degraded', clients: [{ id: '3', name: 'c1' }], createdAt: '2026-11-29T10:00:00Z', legs: [{}, {}], labels: { team: 'a' } },
};
const text = (
  format: Format,
  body: unknown = { items: [volume] },
  more: { isTerminal?: boolean; hasColour?: boolean; noun?: string } = {},
) => formatted({ noun: 'volume', body, format, isTerminal: false, hasColour: false, hasHeaders: true, now: NOW, ...more });
const HOSTILE = 'a\u001b]0;x\u0007\u009b31m\u202eb';

describe('formatted', () => {
  it('prints a table with units and ages', async () => {
    expect(await text({ kind: 'table' })).toBe(
      [
        'NAME   SIZE   PROTECTION   CLASS   STATE       HEALTH     CLIENTS   AGE',
        'db     2GiB   raid1        fast    available   degraded   c1        2h',
        '',
      ].join('\n'),
    );
  });

  it('colours states only when asked to', async () => {
    expect(await text({ kind: 'table' }, { items: [volume] }, { hasColour: true })).toContain('\u001b[33mdegraded\u001b[0m');
    expect(await text({ kind: 'table' })).not.toContain('\u001b');
  });

  it('prints plain numbers and times as CSV, and one name a line', async () => {
    expect((await text({ kind: 'csv' })).split('\r\n')[1]).toMatch(/^db,2147483648,raid1,fast,available,degraded,c1,2026-11-29T10:00:00Z/);
    expect(await text({ kind: 'name' })).toBe('db\n');
  });

  it.each(['$.items[*].name', '{.items[*].name}', '.items[0].name', 'items[0].name'])('evaluates the JSONPath %s', async (expression) => {
    expect(await text({ kind: 'jsonpath', expression })).toBe('db\n');
  });

  it('shortens many names in a table, and has all of them in wide and CSV', async () => {
    const subjects = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ id: name, name }));
    const body = { items: [{ lastAt: 'now', severity: 'info', kind: 'volume', subjects, message: 'State of 5 volumes changed.' }] };
    const of = (kind: 'table' | 'wide' | 'csv') => text({ kind }, body, { noun: 'event' });
    expect(await of('table')).toMatch(/State of 5 volumes changed\. {3}a,b,c and 2 more$/m);
    expect([await of('wide'), await of('csv')]).toEqual([expect.stringContaining('a,b,c,d,e'), expect.stringContaining('a,b,c,d,e')]);
  });

  it('shows the plain fields of a kind without columns of its own', async () => {
    const body = [{ id: '1', name: 'x', sizeBytes: 1024, nested: { a: [1] }, createdAt: '2026-11-29T11:59:00Z' }];
    expect(await text({ kind: 'table' }, body, { noun: 'thing' })).toBe('NAME   ID   SIZE   CREATED\nx      1    1KiB   1m\n');
  });

  it.each(['table', 'wide', 'csv', 'name', 'json', 'yaml'] as const)('lets no text control a terminal as %s', async (kind) => {
    const shown = await text({ kind }, { items: [{ ...volume, name: HOSTILE }] }, { isTerminal: true });
    expect(shown).toMatch(/\\(u001b|e)/);
    for (const character of ['\u001b', '\u0007', '\u009b', '\u202e']) expect(shown).not.toContain(character);
  });
});

describe('JSON and YAML', () => {
  it('have the same meaning with hostile text', () => {
    const body = { text: HOSTILE, [HOSTILE]: ['plain', `two\nlines ${HOSTILE}`], number: 1, none: null };
    expect(JSON.parse(jsonText(body))).toEqual(body);
    expect(parse(yamlText(body))).toEqual(body);
  });
});

describe('safeText', () => {
  it('keeps line breaks and tabs, which safeLine does not', () => {
    expect([safeText('a\tb\nc\r'), safeLine('a\tb\n')]).toEqual(['a\tb\nc\\u000d', 'a\\u0009b\\u000a']);
  });
});

describe('hasColour', () => {
  it('is so on a terminal only, and not with NO_COLOR or TERM=dumb', () => {
    const terminal = { isTTY: true };
    const cases = [
      hasColour(terminal, {}),
      hasColour({}, {}),
      hasColour(terminal, { NO_COLOR: '1' }),
      hasColour(terminal, { TERM: 'dumb' }),
    ];
    expect(cases).toEqual([true, false, false, false]);
  });
});

describe('formatFrom', () => {
  it('refuses an unknown format', () => {
    expect(() => formatFrom('xml')).toThrow('there is no such format');
    expect(formatFrom('jsonpath=$.a')).toEqual({ kind: 'jsonpath', expression: '$.a' });
  });
});
