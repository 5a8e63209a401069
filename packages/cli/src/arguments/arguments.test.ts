import { describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.js';
import type { Flag } from '../table/command.js';
import { makeTable } from '../table/make-table.js';
import { latencyText, parseMoment, parseSeconds, shortDuration, wholeDuration } from '../text/durations.js';
import { nearest } from '../text/nearest.js';
import { parseOptions } from './parse.js';
import { changedLabels, flagValue } from './value.js';

const flags = makeTable().commands.find(({ id }) => id === 'createVolume')?.flags ?? [];
const NOW = Date.parse('2026-11-29T12:00:00Z');
const value = (flag: Partial<Flag>, ...texts: string[]): unknown =>
  flagValue({ name: 'x', field: 'x', in: 'body', type: 'string', ...flag }, texts, (path) => `contents of ${path}\n`, NOW);
const failureOf = (work: () => unknown): Failure => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return expect.fail('it did not fail');
};

describe('parseOptions', () => {
  it('splits arguments and options, in any order', () => {
    expect(parseOptions(flags, ['db', '--size', '2TiB', '--label', 'a=b', '--label=c=d'])).toEqual({
      positionals: ['db'],
      options: { size: ['2TiB'], label: ['a=b', 'c=d'] },
    });
  });

  it('knows --class as --drive-class', () => {
    expect(parseOptions(flags, ['--class', 'fast']).options).toEqual({ 'drive-class': ['fast'] });
  });

  it('names a near option for an unknown one', () => {
    expect(failureOf(() => parseOptions(flags, ['--sise', '1GiB']))).toMatchObject({ kind: 'usage', advice: 'Did you mean --size?' });
  });

  it('refuses an option without its value, and a switch with one', () => {
    expect(failureOf(() => parseOptions(flags, ['--size'])).message).toBe('--size needs a value.');
    const toggle: Flag = { name: 'force', field: 'force', in: 'body', type: 'boolean' };
    expect(failureOf(() => parseOptions([toggle], ['--force=perhaps'])).message).toContain('takes no value');
    expect(parseOptions([toggle], ['--no-force']).options).toEqual({ force: ['false'] });
  });
});

describe('flagValue', () => {
  it.each([
    [{ type: 'integer', unit: 'bytes' }, '2TiB', 2 ** 41],
    [{ type: 'integer', unit: 'seconds' }, '1h30m', 5400],
    [{ type: 'integer', unit: 'seconds' }, '90', 90],
    [{ type: 'integer', unit: 'days' }, '30d', 30],
    [{ type: 'integer', unit: 'days' }, '30', 30],
    [{ type: 'integer', unit: 'hours' }, '2h', 2],
    [{ type: 'integer', nullable: true }, 'null', null],
    [{ type: 'boolean' }, 'true', true],
    [{ list: true }, 'a,b', ['a', 'b']],
    [{ type: 'labels' }, 'team=a,tier=b=c', { team: 'a', tier: 'b=c' }],
    [{ type: 'json' }, '{by: selector, selector: {}}', { by: 'selector', selector: {} }],
    [{ type: 'json' }, '@body.yaml', 'contents of body.yaml'],
    [{ type: 'moment' }, '1h', '2026-11-29T11:00:00.000Z'],
    [{ secret: true }, 'file', 'contents of file'],
  ] as [Partial<Flag>, string, unknown][])('reads %j from %s', (flag, text, wanted) => {
    expect(value(flag, text)).toEqual(wanted);
  });

  it.each([
    [{ type: 'integer', unit: 'bytes' }, '2 apples'],
    [{ type: 'integer', unit: 'seconds' }, 'soon'],
    [{ type: 'integer' }, '1.5'],
    [{ values: ['raid1', 'raid10'] }, 'raid11'],
    [{ type: 'labels' }, 'team'],
    [{ type: 'json' }, '{"a'],
    [{ type: 'moment' }, 'yesterday'],
  ] as [Partial<Flag>, string][])('refuses %j as %s, and names the flag', (flag, text) => {
    expect(failureOf(() => value(flag, text))).toMatchObject({ kind: 'usage', message: expect.stringMatching(/^--x: /) as string });
  });
});

describe('changedLabels', () => {
  it('sets some labels, removes some, and keeps the others', () => {
    expect(changedLabels({ rack: 'r1', zone: 'z1' }, ['rack=r2,zone-', 'row=3'])).toEqual({ rack: 'r2', row: '3' });
    expect(changedLabels({ rack: 'r1' }, ['rack=-'])).toEqual({ rack: '-' });
    expect(() => changedLabels({}, ['rack'])).toThrow(RangeError);
  });
});

describe('durations', () => {
  it('reads units and writes the largest whole one', () => {
    expect([parseSeconds('1d'), parseSeconds('0.5h'), shortDuration(3 * 86_400 + 5), shortDuration(59)]).toEqual([
      86_400,
      1800,
      '3d',
      '59s',
    ]);
    expect([wholeDuration(86_400), wholeDuration(90), wholeDuration(600)]).toEqual(['1d', '90s', '10m']);
    expect([latencyText(0.0004821), latencyText(0.0018), latencyText(2.5)]).toEqual(['482us', '1.8ms', '2.5s']);
    expect(parseMoment('2026-11-29T13:00:00+01:00', NOW)).toBe('2026-11-29T12:00:00.000Z');
  });
});

describe('nearest', () => {
  it('proposes at most three names that are close, the closest first', () => {
    expect(nearest('ordes', ['web', 'borders', 'orders'])).toEqual(['orders', 'borders']);
    expect(nearest('x', ['orders'])).toEqual([]);
    expect(nearest('orders-d', ['orders-db-1'])).toEqual(['orders-db-1']);
  });
});
