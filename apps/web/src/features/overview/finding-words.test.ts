import { expect, test } from 'vitest';
import { affectedCounts, type Counted, causeFacts, wholeCounts } from './finding-words.js';

const said = (counts: readonly Counted[]) => counts.map(({ text }) => text).join(', ');
const nodes = (online: number, lost = 0, never = 0) => ({ online, lost, never });

test('counts what a cause affects in the given order, each count with a link to its list', () => {
  const affected = [
    { health: 'stalled' as const, unconfirmed: false, count: 1 },
    { health: 'degraded' as const, unconfirmed: false, count: 3 },
  ];
  expect(affectedCounts({ affected })).toEqual([
    { text: '1 volume stalled', path: { to: '/volumes', search: { health: 'stalled' } } },
    { text: '3 degraded', path: { to: '/volumes', search: { health: 'degraded' } } },
  ]);
  expect(affectedCounts({ affected: [] })).toEqual([]);
  expect(said(affectedCounts({ affected: [{ health: 'detached', unconfirmed: true, count: 2 }] }))).toBe('2 volumes detached, incomplete');
  expect(said(affectedCounts({ affected: [{ health: 'healthy', unconfirmed: true, count: 1 }] }))).toBe('1 volume healthy (unconfirmed)');
});

test('explains a finding by its data where it has some, otherwise by its text', () => {
  const node = { kind: 'node' as const, id: '1', name: 't1' };
  const since = '2026-11-21T14:16:31.725Z';
  const data = { because: { code: 'node-silent', params: { node, since }, part: 'message' as const } };
  const finding = { since, because: 't1 is offline since then', waitingFor: 'the agent of t1', unblockedBy: null, data };
  const facts = { since, waitingFor: 'the agent of t1', unblockedBy: null };
  expect(causeFacts(finding)).toEqual({ ...facts, because: [node, ' has been offline since ', { at: since }] });
  const later = { because: { ...data.because, code: 'of-a-later-version' } };
  expect(causeFacts({ ...finding, data: later })).toEqual({ ...facts, because: finding.because });
  expect(causeFacts({ ...finding, data: {} })).toEqual({ ...facts, because: finding.because });
});

test('summarises counts in one line without zeros, each count with a link to its list', () => {
  const byHealth = [
    { health: 'healthy' as const, count: 12, unconfirmed: 2 },
    { health: 'detached' as const, count: 1, unconfirmed: 0 },
  ];
  const whole = wholeCounts({ volumes: { byHealth }, nodes: nodes(5, 1) });
  expect(whole.map(said)).toEqual(['10 volumes healthy, 2 healthy (unconfirmed), 1 detached', '5 nodes online, 1 lost']);
  expect(whole[1][1]?.path).toEqual({ to: '/nodes', search: { connection: 'lost' } });
  const none = { byHealth: [] };
  expect(said(wholeCounts({ volumes: none, nodes: nodes(1128) })[1])).toBe('1,128 nodes online');
  expect(wholeCounts({ volumes: none, nodes: nodes(1, 0, 2) }).map(said)).toEqual(['no volume', '1 node online, 2 never connected']);
});
