import { channelRouteSchema } from '@weft/shared/kinds/alerting/channel';
import { matchesAll, matchesPattern } from '@weft/shared/kinds/alerting/matchers';
import { describe, expect, it, test } from 'vitest';
import { dueAt, isRepeatDue, isRouted } from './routing.js';
import { Thresholds } from './thresholds.js';

const route = (more: object = {}) => channelRouteSchema.parse(more);
const at = (time: string) => new Date(`2026-11-28T${time}:00.000Z`);

test.each([
  ['t*', 't1', true],
  ['*1', 't1', true],
  ['*', '', true],
  ['a*b*c', 'axxbyyc', true],
  ['a*b*c', 'acb', false],
  ['ab*ba', 'aba', false],
  ['', '', true],
  ['t1', 't11', false],
])('matches the pattern %s with %s: %s', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});

it('matches all matchers, and takes an absent label for empty', () => {
  const labels = { zone: 'a', node: 't1' };
  expect(
    matchesAll(labels, [
      { label: 'zone', operator: '=', value: 'a' },
      { label: 'node', operator: '!=', value: 't2' },
    ]),
  ).toBe(true);
  expect(matchesAll(labels, [{ label: 'rack', operator: '=', value: '' }])).toBe(true);
  expect(matchesAll(labels, [{ label: 'rack', operator: '=', value: 'r1' }])).toBe(false);
});

describe('isRouted', () => {
  const alert = { labels: { zone: 'a' }, severity: 'warning' as const };

  it('goes by severity, labels, and whether the channel wants resolved alerts', () => {
    expect(isRouted(route(), alert, 'firing')).toBe(true);
    expect(isRouted(route({ minSeverity: 'critical' }), alert, 'firing')).toBe(false);
    expect(isRouted(route({ matchers: [{ label: 'zone', value: 'b' }] }), alert, 'firing')).toBe(false);
    expect(isRouted(route({ sendResolved: false }), alert, 'resolved')).toBe(false);
  });
});

describe('dueAt', () => {
  const quiet = { quietHours: { from: '22:00', to: '06:30', timeZone: 'UTC' } };

  it('is at once without quiet hours and digest', () => {
    expect(dueAt(route(), 'warning', at('03:00'))).toEqual(at('03:00'));
  });

  it('is the end of the quiet hours, over midnight too, and at once for critical alerts', () => {
    expect(dueAt(route(quiet), 'warning', at('23:10'))).toEqual(new Date('2026-11-29T06:30:00.000Z'));
    expect(dueAt(route(quiet), 'warning', at('03:00'))).toEqual(at('06:30'));
    expect(dueAt(route(quiet), 'warning', at('06:30'))).toEqual(at('06:30'));
    expect(dueAt(route(quiet), 'critical', at('03:00'))).toEqual(at('03:00'));
  });

  it('takes the quiet hours in their time zone', () => {
    const berlin = { quietHours: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' } };
    expect(dueAt(route(berlin), 'warning', at('21:30'))).toEqual(new Date('2026-11-29T05:00:00.000Z'));
    expect(dueAt(route(berlin), 'warning', at('20:30'))).toEqual(at('20:30'));
  });

  it('is the next digest', () => {
    expect(dueAt(route({ digestMinutes: 15 }), 'warning', at('12:01'))).toEqual(at('12:15'));
    expect(dueAt(route({ ...quiet, digestMinutes: 60 }), 'warning', at('03:00'))).toEqual(at('07:00'));
  });
});

it('repeats after the hours of the route, and never without', () => {
  expect(isRepeatDue(route({ repeatHours: 4 }), at('08:00'), at('11:59'))).toBe(false);
  expect(isRepeatDue(route({ repeatHours: 4 }), at('08:00'), at('12:00'))).toBe(true);
  expect(isRepeatDue(route(), at('00:00'), at('23:00'))).toBe(false);
});

describe('Thresholds', () => {
  const setting = { rule: 'WeftRebuildSlow', driveClass: null, volumeLabel: null };
  const thresholds = new Thresholds([
    { ...setting, value: 100 },
    { ...setting, driveClass: 'fast', value: 200 },
    { ...setting, volumeLabel: { key: 'tier', value: 'gold' }, value: 300 },
  ]);

  it('takes the label, else the class, else the one of everything, else the default', () => {
    expect(thresholds.of('WeftRebuildSlow', { volumeLabels: { tier: 'gold' }, driveClasses: ['fast'] })).toBe(300);
    expect(thresholds.of('WeftRebuildSlow', { volumeLabels: { tier: 'silver' }, driveClasses: ['fast'] })).toBe(200);
    expect(thresholds.of('WeftRebuildSlow')).toBe(100);
    expect(thresholds.of('WeftDriveHot')).toBe(70);
    expect(thresholds.lowest('WeftRebuildSlow')).toBe(100);
  });

  it('refuses to be asked for a rule without a threshold', () => {
    expect(() => thresholds.of('WeftVolumeStalled')).toThrow('has no threshold');
  });
});
