import { HOST_UNREADABLE } from '@weft/shared/messages/report';
import { describe, expect, test } from 'vitest';
import type { VolumeDocument } from '../documents/volume.document.js';
import { leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { advance } from './advance.js';

/** The volume is detached; t2 is offline, or reports its drive gone. */
const said = (of: VolumeDocument, { silent = false, backed = true } = {}) => {
  const away = silent ? { status: { connection: { state: 'lost' as const, since: NOW, serverId: null } } } : {};
  const {
    status: { health, conditions },
  } = advance(
    world({
      volume: of,
      attachments: [],
      nodes: [node('t1'), node('t2', away)],
      reports: [report('t1', 'leg', 'leg-0'), report('t2', 'leg', 'leg-1', { backed })],
    }),
  ).volume;
  return { health, ...conditions.find(({ type }) => type === 'Healthy') };
};
const stale = volume({ legs: [leg(0, 't1'), leg(1, 't2', { status: { inSync: false } })] });
const plain = volume({ array: null, spec: { ...volume().spec, protection: 'concatenated' } });

describe('the Healthy condition of a detached volume (S10)', () => {
  test('names no blocker when every target has its leg', () => {
    expect(said(volume())).toMatchObject({ health: 'detached', status: 'true', reason: 'detached' });
    expect(said(volume()).waitingFor).toBeUndefined();
  });
  test('names a missing in-sync leg as what an attach waits for, or an accepted loss (S11)', () => {
    expect(said(volume(), { backed: false })).toMatchObject({
      health: 'detached',
      status: 'false',
      reason: 'leg-missing',
      waitingFor: 'the legs on t2',
      unblockedBy: expect.stringMatching(/an attach waits for leg 1.*accepts their loss/),
    });
  });
  test('reports an offline target as unknown, not as a missing leg', () => {
    expect(said(volume(), { silent: true })).toMatchObject({ status: 'unknown', reason: 'target-silent', waitingFor: 'the legs on t2' });
  });
  test('offers an attach without the missing leg when that leg was already out of sync', () => {
    expect(said(stale, { backed: false }).unblockedBy).toMatch(/or attaching the volume: it starts without these legs/);
  });
  test('states that the first attach of a never attached mirror uses all its legs', () => {
    const fresh = volume({ array: null });
    expect(said(fresh, { backed: false }).unblockedBy).toMatch(/the first attach creates the mirror from all its legs/);
  });
  test('names a leg that is still being created', () => {
    const { status, message } = said(
      volume({ array: null, legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't2')], status: { state: 'creating' } }),
    );
    expect(status).toBe('true');
    expect(message).toMatch(/^it is not attached; leg 2 on t2: /);
  });
  test('names no leg that is being removed as one that is being created', () => {
    const moved = [leg(0, 't1'), leg(1, 't2'), leg(1, 't2', { id: 'leg-9', spec: { desired: 'absent' }, status: { state: 'deleting' } })];
    expect(said(volume({ legs: moved })).message).toBe('it is not attached; its targets have all its legs');
  });
  test('reports unreadable targets as such, but an offline one first', () => {
    const unread = { reason: { code: HOST_UNREADABLE, message: '' } };
    const silent = node('t2', { status: { connection: { state: 'lost' as const, since: NOW, serverId: null } } });
    const reasonOf = (t1: object, t2: object, nodes = [node('t1'), node('t2')]) => {
      const reports = [report('t1', 'leg', 'leg-0', {}, t1), report('t2', 'leg', 'leg-1', {}, t2)];
      const {
        status: { conditions },
      } = advance(world({ volume: volume(), attachments: [], nodes, reports })).volume;
      return conditions.find(({ type }) => type === 'Healthy')?.reason;
    };
    expect(reasonOf({}, unread)).toBe('target-unreadable');
    expect(reasonOf(unread, unread)).toBe('target-unreadable');
    expect(reasonOf(unread, {}, [node('t1'), silent])).toBe('target-silent');
  });
  test('names only the return of the missing leg when the volume has no redundancy', () => {
    expect(said(plain, { backed: false }).unblockedBy).toBe('the return of t2 and its drives: no other leg has its data');
  });
});
