import { expect, test } from 'vitest';
import type { Leg, Volume } from '../../api/types.js';
import { volumeStatus } from './volume-status.js';

const t1 = { kind: 'node', id: '1', name: 't1' };
const t2 = { kind: 'node', id: '2', name: 't2' };
const leg = (index: number, { id, name }: typeof t1, more: Partial<Leg> = {}) =>
  ({ index, node: { id, name }, state: 'ready', inSync: true, conditions: [], ...more }) as unknown as Leg;
const volume = (more: Partial<Volume>) =>
  ({
    state: 'available',
    health: 'healthy',
    protection: 'raid1',
    conditions: [],
    legs: [leg(0, t2), leg(1, t1)],
    ...more,
  }) as unknown as Volume;

test('links each node that a volume waits for once, and the server without legs', () => {
  const deleting = volume({ state: 'deleting', legs: [leg(0, t2), leg(1, t1), leg(2, t2)] });
  expect(volumeStatus(deleting).waitingFor).toEqual([t1, ', ', t2]);
  expect(volumeStatus(volume({ state: 'deleting', legs: [] })).waitingFor).toBe('the server');
});

test('links the nodes of legs with a problem', () => {
  const doubtful = volume({ health: 'stalled', legs: [leg(0, t2, { inSync: false }), leg(1, t1, { state: 'unknown' })] });
  const why = ['leg 0 on ', t2, ' is out of sync; leg 1 on ', t1, ' is unknown'] as const;
  expect(volumeStatus(doubtful).why).toEqual(['I/O is blocked: a leg has no live path: leg 0 on ', ...why.slice(1)]);
  expect(volumeStatus({ ...doubtful, health: 'degraded' }).why).toEqual(why);
  expect(volumeStatus(volume({ health: 'stalled' })).why).toEqual(['I/O is blocked: a leg has no live path']);
});

test('shows a waiting repair as the blocker, with the objects of its data', () => {
  const condition = { status: 'false' as const, since: '2026-01-01T00:00:00.000Z', message: 'stored' };
  const params = { node: t1, since: condition.since };
  const healthy = { ...condition, type: 'Healthy', reason: 'degraded', code: 'node-silent', params };
  const repair = { ...condition, type: 'RepairWaiting', status: 'true' as const, reason: 'node-silent', params, unblockedBy: 'its return' };
  const silent = [t1, ' has been offline since ', { at: condition.since }];
  expect(volumeStatus(volume({ health: 'degraded', conditions: [healthy, repair] as Volume['conditions'] }))).toMatchObject({
    why: silent,
    waitingFor: silent,
    unblockedBy: expect.anything(),
  });
});

test('says of a volume in doubt that its health is unconfirmed, for a leg or for the server’s own reason', () => {
  const inDoubt = { type: 'Healthy', status: 'unknown', since: '2026-01-01T00:00:00.000Z', reason: 'not-reported', message: 'stored' };
  const conditions = [inDoubt] as Volume['conditions'];
  const legs = [leg(0, t2), leg(1, t1, { state: 'unknown' })];
  expect(volumeStatus(volume({ conditions, legs }))).toMatchObject({
    tone: 'warn',
    what: 'healthy (unconfirmed)',
    why: ['leg 1 on ', t1, ' is unknown'],
  });
  expect(volumeStatus(volume({ conditions }))).toMatchObject({ tone: 'warn', what: 'healthy (unconfirmed)', why: 'stored' });
  expect(volumeStatus(volume({ conditions, health: 'detached' }))).toMatchObject({ tone: 'warn', what: 'detached, incomplete' });
});
