import { driveStates } from '@weft/shared/kinds/drive';
import { schedulings } from '@weft/shared/kinds/scheduling';
import { expect, test } from 'vitest';
import { driveStatus } from './drive-status.js';

const [stateSince, schedulingSince] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
const drive = { id: 'd', node: { id: 'n', name: 'n1' }, state: 'in-service', stateSince, schedulingSince } as const;

test('given a drive in service that takes no new leg, then it says since that was asked for, and what ends it', () => {
  for (const scheduling of schedulings.filter((each) => each !== 'open'))
    expect(driveStatus({ ...drive, scheduling })).toMatchObject({
      what: scheduling,
      since: schedulingSince,
      why: expect.any(String),
      unblockedBy: expect.stringContaining('opening it again'),
    });
  expect(driveStatus({ ...drive, scheduling: 'open' }).tone).toBe('good');
});

test('given a drive in any other state, then it says since when, why, and what would end it', () => {
  for (const state of driveStates.filter((each) => each !== 'in-service'))
    expect(driveStatus({ ...drive, state })).toMatchObject({ since: stateSince, why: expect.any(String), unblockedBy: expect.any(String) });
});

test('given a SMART warning of a drive in service, then it says since when it is there', () => {
  const smart = { criticalWarning: 1 } as never;
  expect(driveStatus({ ...drive, smart, smartWarningSince: '2026-01-03T00:00:00.000Z' })).toMatchObject({
    tone: 'warn',
    since: '2026-01-03T00:00:00.000Z',
  });
});

const itsNode = { id: 't1', name: 't1' };
const lost = new Map([['t1', { connection: { state: 'lost', since: '2026-11-21T10:42:00.000Z' }, maintenance: null } as const]]);

test('given a drive of a node that is lost, then what is known of it is told as the last word, and never as good', () => {
  for (const state of ['in-service', 'missing'] as const)
    expect(driveStatus({ state, node: itsNode, id: 'd' }, lost)).toMatchObject({
      tone: 'bad',
      what: `${state.replace('-', ' ')}, its node is lost`,
      since: '2026-11-21T10:42:00.000Z',
      why: 'no word from the agent of t1: what is known of the drive is the last it said',
    });
  expect(driveStatus({ id: 'd', state: 'in-service', node: { id: 't2', name: 't2' } }, lost)).toMatchObject({
    tone: 'good',
    what: 'in service',
  });
});
