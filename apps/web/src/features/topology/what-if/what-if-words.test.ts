import { expect, test } from 'vitest';
import { node, volume } from '../../../topology/topologies.fixture.js';
import type { VolumeEffect } from '../../../topology/what-if/effects.js';
import { bySeverity, effectWords, outcomeCounts } from './what-if-words.js';

const known = (outcome: VolumeEffect['after']['best']) => ({ best: outcome, worst: outcome });
const effect = (more: Partial<VolumeEffect> = {}): VolumeEffect => ({
  volume: volume('v', []),
  before: known('healthy'),
  after: known('healthy'),
  legs: [],
  hasFewerPaths: false,
  clients: [],
  ...more,
});

test('states outcome, reasons and the present state when it differs', () => {
  expect(effectWords(effect({ after: known('degraded'), legs: [1] }))).toBe('degraded: leg 1 out of reach (now healthy)');
  expect(effectWords(effect({ before: known('degraded'), after: known('degraded'), legs: [0, 2], hasFewerPaths: true }))).toBe(
    'degraded: legs 0, 2 out of reach, fewer paths',
  );
  expect(effectWords(effect({ after: { best: 'degraded', worst: 'lost' }, clients: [node('c1')] }))).toBe(
    'unknown (degraded at best, without data at worst): use by c1 ends (now healthy)',
  );
});

test('counts every volume once, and lists the worst first', () => {
  const effects = [
    effect(),
    effect({ after: known('lost') }),
    effect({ after: { best: 'healthy', worst: 'degraded' } }),
    effect({ after: known('stalled') }),
  ];
  const counts = outcomeCounts(effects);
  expect(counts.map(({ what, count }) => `${count} ${what}`)).toEqual([
    '1 without data',
    '1 without access',
    '0 degraded',
    '1 healthy',
    '1 unknown',
  ]);
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(effects.length);
  expect(bySeverity(effects).map(({ after }) => after.worst)).toEqual(['lost', 'stalled', 'degraded', 'healthy']);
});
