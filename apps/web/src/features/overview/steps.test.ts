import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Overview } from '../../api/types.js';
import { distributions, isFirstRun, stepsOf } from './steps.js';

const nothing: Overview['counts'] = {
  nodes: { online: 0, lost: 0, never: 0 },
  drives: { total: 0, inService: 0, available: 0, occupied: 0, capacityBytes: 0, allocatedBytes: 0 },
  driveClasses: 0,
  volumes: { total: 0, byHealth: [] },
  attachments: { total: 0, attached: 0, open: 0, fewerPaths: 0 },
  jobs: { running: 0, waiting: 0 },
  orphans: { total: 0, ignored: 0, byOnlyCopy: { yes: 0, unknown: 0, no: 0 } },
  backupProblems: 0,
};
const overview = (counts: Partial<Overview['counts']>): Overview =>
  ({ counts: { ...nothing, ...counts }, example: { volume: { id: 'v', name: 'orders' }, client: { id: 'c', name: 'c1' } } }) as Overview;
const done = (of: Overview, networks = [{ name: 'left', cidrs: ['10.0.0.0/24'] }]) =>
  stepsOf(of, networks)
    .filter((step) => step.done)
    .map(({ name }) => name);

test('shows the list with no step done for an empty cluster', () => {
  expect(done(overview({}), [])).toEqual([]);
  expect(isFirstRun(stepsOf(overview({}), []), overview({}))).toBe(true);
});

test('keeps the enroll step open while a node has never connected, and reports the count', () => {
  const silent = overview({ nodes: { online: 0, lost: 0, never: 1 } });
  expect(stepsOf(silent, [])[0]).toEqual({ name: 'enroll', done: false, soFar: '0 online, 1 offline' });
});

test('marks steps as done by what agents report, and hides the list after the last', () => {
  const counts = {
    nodes: { online: 3, lost: 0, never: 0 },
    drives: { total: 6, inService: 6, available: 0, occupied: 0, capacityBytes: 0, allocatedBytes: 0 },
    driveClasses: 1,
    volumes: { total: 1, byHealth: [] },
    attachments: { total: 1, attached: 1, open: 0, fewerPaths: 0 },
  };
  expect(done(overview(counts))).toEqual(['enroll', 'networks', 'drives', 'class', 'volume', 'attach']);
  const mounted = overview({ ...counts, attachments: { total: 1, attached: 1, open: 1, fewerPaths: 0 } });
  expect(isFirstRun(stepsOf(mounted, [{ name: 'left', cidrs: [] }]), mounted)).toBe(false);
});

test('hides the list in a cluster with volumes, even if no device is open', () => {
  const grown = overview({ volumes: { total: 2, byHealth: [] } });
  expect(isFirstRun(stepsOf(grown, []), grown)).toBe(false);
});

test('shows the same commands as the documentation', () => {
  const page = (name: string) => readFileSync(new URL(`../../../../../docs/${name}`, import.meta.url), 'utf8');
  expect(page('installing-agents.md')).toContain(distributions.debian.install);
  expect(page('installing-agents.md')).toContain(distributions.debian.start);
});
