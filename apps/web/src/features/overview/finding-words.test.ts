import { expect, test } from 'vitest';
import { affectedText, wholeText } from './finding-words.js';

test('given what follows from a cause, then it is counted, gravest first as it came', () => {
  const affected = [
    { health: 'stalled' as const, count: 1 },
    { health: 'degraded' as const, count: 3 },
  ];
  expect(affectedText({ affected })).toBe('1 volume stalled, 3 degraded');
  expect(affectedText({ affected: [] })).toBe('');
  expect(affectedText({ affected: [{ health: 'detached', count: 2 }] })).toBe('2 volumes detached and not whole');
});

test('given counts, then the whole reads as one line, and what is zero is left out', () => {
  const byHealth = [
    { health: 'healthy', count: 12 },
    { health: 'detached', count: 1 },
  ];
  expect(wholeText({ volumes: { total: 13, byHealth }, nodes: { online: 5, lost: 1, never: 0 } })).toBe(
    '12 volumes healthy, 1 detached; 5 nodes online, 1 lost',
  );
  expect(wholeText({ volumes: { total: 0, byHealth: [] }, nodes: { online: 1, lost: 0, never: 0 } })).toBe('no volume; 1 node online');
});
