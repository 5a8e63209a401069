import { expect, test } from 'vitest';
import { scaleOf } from '../../../topology/colours.js';
import type { Fabric } from '../../../topology/fabric.js';
import { entriesOf, noteOf } from './legend-entries.js';

const fabric = { topology: { driveClasses: [] } } as unknown as Fabric;

test('states that the strongest colour of a load is the busiest object, and its value', () => {
  const scale = scaleOf(
    'load',
    new Map([
      ['drive:a', 40],
      ['drive:b', 12],
      ['node:n', 52],
    ]),
  );
  expect(entriesOf(fabric, 'load', scale).at(-1)?.label).toBe('80 % and more of the busiest');
  expect(noteOf('load', scale)).toBe(
    'I/O in the last 30 s. The strongest colour is the busiest object of its kind, not a limit. Busiest: drive 40/s, node 52/s.',
  );
});

test('does not compare latencies and shares with the busiest object', () => {
  for (const colouring of ['latency', 'space', 'wear'] as const)
    expect(entriesOf(fabric, colouring, scaleOf(colouring, new Map())).map(({ label }) => label)).not.toContainEqual(
      expect.stringContaining('busiest'),
    );
});
