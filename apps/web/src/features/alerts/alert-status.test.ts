import { describe, expect, it, test } from 'vitest';
import { alertStatus, codePieces, linkTarget, ruleWords } from './alert-status.js';

const firing = { severity: 'critical', state: 'firing', acknowledged: null, silencedBy: [], inhibitedBy: null } as const;
const by = { by: 'olga', at: '2026-11-28T10:00:00Z', comment: '' };

describe('alertStatus', () => {
  it.each([
    [{}, 'bad', 'critical, firing'],
    [{ severity: 'warning' }, 'warn', 'warning, firing'],
    [{ state: 'pending' }, 'idle', 'critical, pending'],
    [{ state: 'resolved', acknowledged: by }, 'good', 'critical, resolved'],
    [{ acknowledged: by }, 'bad', 'critical, acknowledged by olga'],
    [{ silencedBy: ['s1'] }, 'idle', 'critical, silenced'],
    [{ inhibitedBy: { id: 'n1', name: 't1' }, acknowledged: by }, 'idle', 'critical, in maintenance, acknowledged by olga'],
  ] as const)('shows %j as %s: %s', (change, tone, what) => {
    expect(alertStatus({ ...firing, ...change, silencedBy: 'silencedBy' in change ? [...change.silencedBy] : [] })).toEqual({ tone, what });
  });
});

test('names a rule in words', () => {
  expect(['WeftNodeSilent', 'WeftNicErrors', 'Other'].map(ruleWords)).toEqual(['Node silent', 'Nic errors', 'Other']);
});

test('reads the path of an object at a moment', () => {
  expect(linkTarget('/nodes/n1?at=2026-11-28T10%3A00%3A00.000Z')).toEqual({ to: '/nodes/n1', search: { at: '2026-11-28T10:00:00.000Z' } });
});

test('separates commands from text', () => {
  expect(codePieces('Check `dmesg` first.')).toEqual(['Check ', 'dmesg', ' first.']);
});
