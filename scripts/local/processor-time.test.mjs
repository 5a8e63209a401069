import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { childrenSeconds, processorSecondsOfChildren } from './processor-time.mjs';

test('reads the time of ended children behind a name with spaces and parentheses', () => {
  const stat = '4711 (a) (b c) S 1 4711 4711 0 -1 4194304 100 200 0 0 11 12 250 50 20 0 7 0 100 1000 10 1844';
  expect(childrenSeconds(stat)).toBe(3);
});

test('counts the processor time of a child after its end', () => {
  const before = processorSecondsOfChildren();
  const burn = 'const until = process.cpuUsage().user + 100_000; while (process.cpuUsage().user < until);';
  spawnSync(process.execPath, ['-e', burn]);
  expect(processorSecondsOfChildren() - before).toBeGreaterThanOrEqual(0.09);
});
