import { driveStates } from '@weft/shared/kinds/drive';
import { schedulings } from '@weft/shared/kinds/scheduling';
import { expect, test } from 'vitest';
import type { StatusFacts } from '../../ui/status.js';
import { isSentence, textOf } from '../../ui/text/sentence.js';
import { driveStatus } from './drive-status.js';

const [stateSince, schedulingSince] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
const drive = { id: 'd', node: { id: 'n', name: 'n1' }, state: 'in-service', stateSince, schedulingSince } as const;

test('reports since when a drive in service takes no new legs, why, and what ends it', () => {
  for (const scheduling of schedulings.filter((each) => each !== 'open'))
    expect(driveStatus({ ...drive, scheduling })).toMatchObject({
      what: scheduling,
      since: schedulingSince,
      why: expect.any(String),
      unblockedBy: expect.stringContaining('opening it again'),
    });
  expect(driveStatus({ ...drive, scheduling: 'open' }).tone).toBe('good');
});

const expectReason = ({ since, why, unblockedBy }: StatusFacts, at: string) => {
  expect(since).toBe(at);
  expect(isSentence(why) && textOf(why)).toMatch(/./);
  expect(isSentence(unblockedBy) && textOf(unblockedBy)).toMatch(/./);
};

test('reports the start, reason and remedy of every state other than in service', () => {
  for (const state of driveStates.filter((each) => each !== 'in-service')) expectReason(driveStatus({ ...drive, state }), stateSince);
});

test('reports since when a drive in service has a SMART warning', () => {
  const smart = { criticalWarning: 1 } as never;
  expect(driveStatus({ ...drive, smart, smartWarningSince: '2026-01-03T00:00:00.000Z' })).toMatchObject({
    tone: 'warn',
    since: '2026-01-03T00:00:00.000Z',
  });
});

const itsNode = { id: 't1', name: 't1' };
const lost = new Map([['t1', { connection: { state: 'lost', since: '2026-11-21T10:42:00.000Z' }, maintenance: null } as const]]);

test('reports the last known state for a drive of a lost node, and never as good', () => {
  for (const state of ['in-service', 'missing'] as const)
    expect(driveStatus({ state, node: itsNode, id: 'd' }, lost)).toMatchObject({
      tone: 'bad',
      what: `${state.replace('-', ' ')}, its node is lost`,
      since: '2026-11-21T10:42:00.000Z',
      why: ['the agent of ', { kind: 'node', id: 't1', name: 't1' }, ' does not report; this is its last report of the drive'],
    });
  expect(driveStatus({ id: 'd', state: 'in-service', node: { id: 't2', name: 't2' } }, lost)).toMatchObject({
    tone: 'good',
    what: 'in service',
  });
});
