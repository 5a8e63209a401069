import { expect, it } from 'vitest';
import { figureTable } from './figure-table.js';
import { topFunctions } from './profile.js';

it('writes one line for each figure, with what is missed, and nothing where a size has none', () => {
  const table = figureTable([
    ['32', { idle: { value: 1.234, unit: '%' } }],
    ['512', { idle: { value: 34.5, unit: '%', met: false }, storm: { value: 120.4, unit: 's', met: true } }],
  ]);
  expect(table.split('\n').slice(2)).toEqual(['| idle, % | 1.2 | **34.5: missed** |', '| storm, s |  | 120 |', '']);
});

it('gives each function its own time of what the process worked, the longest first', () => {
  const node = (id: number, functionName: string, url = '') => ({ id, callFrame: { functionName, url, lineNumber: 9 } });
  const profile = {
    nodes: [node(1, '(idle)'), node(2, 'read', 'file:///a/server.mjs'), node(3, '(garbage collector)')],
    samples: [1, 2, 3, 2, 1],
    timeDeltas: [5_000_000, 1_000_000, 500_000, 500_000, 9_000_000],
  };
  expect(topFunctions(profile)).toEqual([
    { name: 'read (server.mjs:10)', seconds: 1.5, ratio: 0.75 },
    { name: '(garbage collector)', seconds: 0.5, ratio: 0.25 },
  ]);
});
