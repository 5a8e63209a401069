import { expect, test } from 'vitest';
import { outcomeOf } from './what-if.js';

const legs = (...nodes: string[]) =>
  nodes.map((node, index) => ({ index, node: { id: node, name: node }, drive: { id: `d${index}`, serial: `S${index}` } }));
const state = (protection: Parameters<typeof outcomeOf>[0], placed: ReturnType<typeof legs>, ...failed: string[]) =>
  outcomeOf(protection, placed, new Set(failed));

test('reports a mirror as degraded after the loss of one node, unavailable after both', () => {
  expect(state('raid1', legs('t1', 't2'), 't1')).toMatchObject({ state: 'degraded', lost: [0], sets: [{ set: 0, left: 1 }] });
  expect(state('raid1', legs('t1', 't2'), 't1', 't2')).toMatchObject({ state: 'unavailable', sets: [{ set: 0, left: 0 }] });
});

test('reports raid10 as unavailable only when a mirror set has lost all its legs', () => {
  const placed = legs('t1', 't2', 't2', 't3', 't3', 't1');
  for (const node of ['t1', 't2', 't3']) expect(state('raid10', placed, node).state).toBe('degraded');
  expect(state('raid10', placed, 't1', 't2')).toMatchObject({ state: 'unavailable', words: expect.stringContaining('mirror set 0 of 3') });
  expect(state('raid10', legs('t1', 't2', 't3', 't4'), 't1', 't3').state).toBe('degraded');
});

test('reports an unmirrored volume as unavailable after any leg loss, else as whole', () => {
  expect(state('raid0', legs('t1', 't2'), 't2')).toMatchObject({ state: 'unavailable', lost: [1], sets: [] });
  expect(state('concatenated', legs('t1'), 't9')).toMatchObject({
    state: 'whole',
    lost: [],
    words: expect.stringContaining('it has no legs of the volume'),
  });
  expect(state('raid0', legs('t1', 't2'))).toMatchObject({ state: 'whole', words: '' });
});

test('of three copies a mirror set stops only without its third half, and the words tell how many are left', () => {
  const placed = legs('t1', 't2', 't3');
  const three = (...failed: string[]) => outcomeOf('raid1', placed, new Set(failed), 3);
  expect(three('t1')).toMatchObject({
    state: 'degraded',
    sets: [{ set: 0, left: 2 }],
    words: expect.stringContaining('has 2 halves left'),
  });
  expect(three('t1', 't3')).toMatchObject({ state: 'degraded', words: expect.stringContaining('has one half left') });
  expect(three('t1', 't2', 't3')).toMatchObject({ state: 'unavailable', words: expect.stringContaining('lost all halves') });
});
