import { expect, test } from 'vitest';
import { affectedCounts, type Counted, wholeCounts } from './finding-words.js';

const said = (counts: readonly Counted[]) => counts.map(({ text }) => text).join(', ');
const nodes = (online: number, lost = 0, never = 0) => ({ online, lost, never });

test('counts what a cause affects in the given order, each count with a link to its list', () => {
  const affected = [
    { health: 'stalled' as const, count: 1 },
    { health: 'degraded' as const, count: 3 },
  ];
  expect(affectedCounts({ affected })).toEqual([
    { text: '1 volume stalled', path: { to: '/volumes', search: { health: 'stalled' } } },
    { text: '3 degraded', path: { to: '/volumes', search: { health: 'degraded' } } },
  ]);
  expect(affectedCounts({ affected: [] })).toEqual([]);
  expect(said(affectedCounts({ affected: [{ health: 'detached', count: 2 }] }))).toBe('2 volumes detached and not whole');
});

test('summarises counts in one line without zeros, each count with a link to its list', () => {
  const byHealth = [
    { health: 'healthy' as const, count: 12 },
    { health: 'detached' as const, count: 1 },
  ];
  const whole = wholeCounts({ volumes: { byHealth }, nodes: nodes(5, 1) });
  expect(whole.map(said)).toEqual(['12 volumes healthy, 1 detached', '5 nodes online, 1 lost']);
  expect(whole[1][1]?.path).toEqual({ to: '/nodes', search: { connection: 'lost' } });
  const none = { byHealth: [] };
  expect(said(wholeCounts({ volumes: none, nodes: nodes(1128) })[1])).toBe('1,128 nodes online');
  expect(wholeCounts({ volumes: none, nodes: nodes(1, 0, 2) }).map(said)).toEqual(['no volume', '1 node online, 2 never connected']);
});
