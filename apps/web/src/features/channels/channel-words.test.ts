import { describe, expect, it } from 'vitest';
import type { ChannelTarget } from '../../api/types.js';
import { channelStatus, routeText, targetText } from './channel-words.js';

const authority = null;
const targets: [ChannelTarget, string][] = [
  [
    { type: 'smtp', host: 'mail', port: 587, security: 'starttls', username: 'weft', from: 'weft@a.b', to: ['x@a.b', 'y@a.b'], authority },
    'to x@a.b, y@a.b from weft@a.b, by mail:587 (STARTTLS, as weft)',
  ],
  [{ type: 'webhook', url: 'https://hook.example/a', authority }, 'https://hook.example/a'],
  [{ type: 'slack', authority }, 'its address is a secret'],
  [{ type: 'syslog', host: 'fd00::1', port: 6514, transport: 'tls', authority }, '[fd00::1]:6514 over TLS'],
];

describe('targetText', () => {
  it.each(targets)('names the receiver of %j', (target, text) => {
    expect(targetText({ target })).toBe(text);
  });
});

describe('routeText', () => {
  const route = {
    minSeverity: 'warning',
    matchers: [],
    quietHours: null,
    digestMinutes: null,
    repeatHours: null,
    sendResolved: true,
  } as const;

  it('states what a channel gets by default', () => {
    expect(routeText({ ...route, matchers: [] })).toBe('All alerts, at once. Not repeated. Also when they are resolved.');
  });

  it('states every rule of a route', () => {
    const text = routeText({
      minSeverity: 'critical',
      matchers: [{ label: 'zone', operator: '!=', value: 'lab' }],
      quietHours: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' },
      digestMinutes: 15,
      repeatHours: 4,
      sendResolved: false,
    });
    expect(text).toBe(
      'Critical alerts with zone!=lab, those below critical together every 15 min. Between 22:00 and 06:00 (Europe/Berlin) only critical ones. Repeated every 4 h until somebody acknowledges. Not when they are resolved.',
    );
  });
});

describe('channelStatus', () => {
  const working = { enabled: true, failure: null, waitingCount: 0, failedCount: 0 };
  const failure = { since: '2026-11-28T10:00:00Z', attempts: 2, error: 'refused', nextAttemptAt: null };

  it.each([
    [{}, 'good', 'working'],
    [{ waitingCount: 2 }, 'busy', '2 waiting'],
    [{ failedCount: 1 }, 'warn', '1 not delivered'],
    [{ failure, waitingCount: 2 }, 'bad', 'failing'],
    [{ failure, enabled: false }, 'idle', 'disabled'],
  ] as const)('shows %j as %s: %s', (change, tone, what) => {
    expect(channelStatus({ ...working, ...change })).toEqual({ tone, what });
  });
});
