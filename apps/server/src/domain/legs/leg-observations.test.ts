import type { Reason } from '@weft/shared/messages/report';
import { describe, expect, it, test } from 'vitest';
import type { MaintenanceDocument } from '../documents/maintenance.document.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { advance } from '../reconcile/advance.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { attachment, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { legObservations } from './leg-observations.js';

const LATER = new Date(NOW.getTime() + 60_000);
const flagsOf = (flags: string[], change = {}) => ({ flags, slot: 0, errors: 0, badBlocks: 0, events: 7, ...change });
const whole = { 'leg-0': flagsOf(['in_sync']), 'leg-1': flagsOf(['in_sync'], { slot: 1 }) };
const exported = (nodeId: string, legId: string, enabled = true, linked = true) =>
  report(nodeId, 'export', 'a', {
    namespaces: [{ nsid: 1, legId, enabled }],
    portals: [{ address: '10.0.0.1', serviceId: 10_000, linked }],
  });
interface Scene {
  members?: Record<string, ReturnType<typeof flagsOf>>;
  paths?: Record<string, string>;
  array?: object;
  targetOfLeg1?: object;
  reportOfLeg1?: { state: 'failed'; reason: Reason };
  silent?: string[];
  maintained?: MaintenanceDocument;
  volume?: VolumeDocument;
  available?: boolean;
  reason?: Reason;
}
const scene = (change: Scene = {}): VolumeWorld => {
  const { members = whole, paths = {}, array = {}, targetOfLeg1 = {}, silent = [], available = true } = change;
  const sync = { uuid: 'u', state: 'active', degraded: 0, syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null };
  const observed = {
    available,
    paths: ['leg-0', 'leg-1'].map((legId) => ({
      legId,
      storageNetwork: 'a',
      address: '10.0.0.1',
      controllerState: paths[legId] ?? 'live',
    })),
    array: { ...sync, members: Object.entries(members).map(([legId, each]) => ({ legId, ...each })), ...array },
  };
  return world({
    volume: change.volume ?? volume(),
    attachments: [attachment()],
    nodes: ['t1', 't2', 'c1'].map((name) =>
      node(name, {
        spec: { ...(name === 't2' && change.maintained ? { maintenance: change.maintained } : {}) },
        status: { ...(silent.includes(name) ? { connection: { state: 'lost', since: NOW, serverId: null } } : {}) },
      }),
    ),
    reports: [
      report('t1', 'leg', 'leg-0'),
      report('t2', 'leg', 'leg-1', targetOfLeg1, change.reportOfLeg1),
      exported('t1', 'leg-0'),
      exported('t2', 'leg-1'),
      report('c1', 'attachment', 'a', observed, change.reason ? { state: 'waiting', reason: change.reason } : {}),
    ],
  });
};
const observationsOf = (now: VolumeWorld, at = 1) => legObservations(now, now.volume.legs[at] as LegDocument);
const healthOf = (now: VolumeWorld) => {
  const {
    status: { health, conditions },
  } = advance(now).volume;
  return { health, ...conditions.find(({ type }) => type === 'Healthy') };
};

describe('legObservations and volume health (S8)', () => {
  test('returns the reports of target and client, and the leg healthy when they agree', () => {
    expect(observationsOf(scene())).toMatchObject({
      assigned: { desired: 'present', role: 'member', inSync: true },
      target: { freshness: 'current', present: true, wiped: true, backed: true },
      attachments: [
        {
          client: { name: 'c1' },
          export: { freshness: 'current', namespaceEnabled: true, portals: [{ linked: true }] },
          paths: [{ controllerState: 'live' }],
          member: { slot: 1, events: 7, inSync: true, faulty: false, badBlocks: 0, rebuilding: null },
        },
      ],
      health: 'healthy',
    });
    expect(healthOf(scene())).toMatchObject({ health: 'healthy', status: 'true' });
  });

  test.each([
    ['bad blocks', { badBlocks: 3 }, ['in_sync'], 'bad-blocks'],
    ['a write error', {}, ['in_sync', 'write_error'], 'write-error'],
    ['the wish to be replaced', {}, ['in_sync', 'want_replacement'], 'want-replacement'],
  ])('reports an in-sync leg with %s unhealthy, and its volume degraded', (_, change, flags, reason) => {
    const now = scene({ members: { ...whole, 'leg-1': flagsOf(flags, change) } });
    expect(observationsOf(now)).toMatchObject({ health: 'unhealthy', reason });
    expect(healthOf(now)).toMatchObject({ health: 'degraded', reason, waitingFor: 'the legs on t2' });
  });

  test('reports bad blocks of a leaving leg, but not its want_replacement flag, as a fault', () => {
    const joining = leg(1, 't2', { id: 'leg-2', spec: { role: 'joining' }, status: { inSync: false } });
    const legs = [leg(0, 't1'), leg(1, 't2', { spec: { role: 'leaving' } }), joining];
    const giving = (flags: string[], badBlocks: number) =>
      scene({ volume: volume({ legs }), members: { ...whole, 'leg-1': flagsOf(flags, { slot: 1, badBlocks }) } });
    expect(healthOf(giving(['in_sync'], 3))).toMatchObject({ health: 'degraded', reason: 'bad-blocks' });
    // The replacement set this mark.
    expect(observationsOf(giving(['in_sync', 'want_replacement'], 0))).toMatchObject({ health: 'healthy' });
  });

  test('sets a Stalled condition with its start time while an active leg has no live path', () => {
    const now = scene({ paths: { 'leg-1': 'connecting' } });
    expect(observationsOf(now)).toMatchObject({ health: 'stalled' });
    const after = advance(now).volume;
    expect(after.legs[1]?.status.conditions).toContainEqual(
      expect.objectContaining({ type: 'Stalled', status: 'true', since: NOW.toISOString() }),
    );
    expect(healthOf(now)).toMatchObject({ health: 'stalled', unblockedBy: expect.stringContaining('t2') });
    const back = advance(scene({ volume: after })).volume;
    expect(back.legs[1]?.status.conditions.map(({ type }) => type)).not.toContain('Stalled');
  });

  test('reports a leg missing, and a disagreement, if its drive is gone but md has it in sync', () => {
    const now = scene({ targetOfLeg1: { backed: false } });
    expect(observationsOf(now)).toMatchObject({ health: 'missing', reason: 'drive-gone' });
    expect(advance(now).volume.legs[1]?.status.conditions).toContainEqual(
      expect.objectContaining({ type: 'Disagreement', reason: 'active-without-leg' }),
    );
    expect(healthOf(now).health).toBe('degraded');
  });

  test('announces a replacement 600 s after the loss, or after the maintenance of the target', () => {
    const members = { ...whole, 'leg-1': flagsOf(['faulty'], { slot: null }) };
    const maintained = { since: NOW, until: LATER, requestedBy: 'admin', forced: false, endedAt: null, endedBy: null };
    const way = (change: Scene) => healthOf(scene({ members, array: { degraded: 1 }, ...change })).unblockedBy;
    expect(way({ maintained })).toContain(`600 s after the end of the maintenance of t2, ${LATER.toISOString()}`);
    expect(way({})).toContain('600 s after it was lost');
  });

  test('reports a faulty leg missing, and which networks to check, while its target exports it', () => {
    const now = scene({
      paths: { 'leg-1': 'connecting' },
      members: { ...whole, 'leg-1': flagsOf(['faulty'], { slot: null }) },
      array: { degraded: 1 },
    });
    expect(observationsOf(now)).toMatchObject({ health: 'missing' });
    const conditions = advance(now).volume.legs[1]?.status.conditions;
    expect(conditions).toContainEqual(
      expect.objectContaining({
        ...{ type: 'Disagreement', status: 'true', reason: 'exported-without-path' },
        message: 't2 exports it, but c1 has no live path: check the networks between them',
      }),
    );
  });

  test('reports a leg rebuilding, with progress and rate, while md rebuilds it', () => {
    const now = scene({
      members: { ...whole, 'leg-1': flagsOf(['spare'], { slot: 1 }) },
      array: { degraded: 1, syncAction: 'recover', syncProgressRatio: 0.25, syncSpeedBytesPerSecond: 1000 },
    });
    expect(observationsOf(now)).toMatchObject({
      health: 'rebuilding',
      attachments: [{ member: { rebuilding: { progressRatio: 0.25, bytesPerSecond: 1000 } } }],
    });
    expect(healthOf(now)).toMatchObject({ health: 'rebuilding', waitingFor: 'the resync' });
  });

  test('reports a leg unknown, but its volume healthy, if only the target is offline', () => {
    const now = scene({ silent: ['t2'] });
    expect(observationsOf(now)).toMatchObject({ health: 'unknown', reason: 'node-silent' });
    expect(healthOf(now).health).toBe('healthy');
  });

  test('reports a volume unavailable while its open device uses namespaces that are gone', () => {
    const held = { code: 'device-stale', message: 'device weft-v lies on namespaces that are gone, and is held' };
    expect(healthOf(scene({ reason: held }))).toMatchObject({
      health: 'unavailable',
      reason: 'device-stale',
      message: `c1: ${held.message}`,
      unblockedBy: expect.stringContaining('closing the device'),
    });
  });

  test('reports a volume unavailable (no device), broken (broken array), unknown (client offline)', () => {
    expect(healthOf(scene({ available: false })).health).toBe('unavailable');
    expect(healthOf(scene({ available: false, array: { state: 'broken', degraded: 2 } }))).toMatchObject({
      health: 'broken',
      unblockedBy: expect.stringContaining('closing the device'),
    });
    expect(healthOf(scene({ silent: ['c1'] }))).toMatchObject({ health: 'unknown', waitingFor: 'a report from c1' });
  });
});

describe('unhealthySince of a leg', () => {
  const lost = { members: { 'leg-0': flagsOf(['in_sync']) }, array: { degraded: 1 } };
  const after = (now: VolumeWorld) => advance(now).volume;
  const at = (now: VolumeWorld) => Object.assign(now, { now: LATER });

  test('keeps its start time while the leg stays lost, and is null once the leg is healthy', () => {
    const first = after(scene(lost));
    expect(first.legs[1]?.status.unhealthySince).toEqual(NOW);
    expect(after(at(scene({ ...lost, volume: first }))).legs[1]?.status.unhealthySince).toEqual(NOW);
    expect(after(at(scene({ volume: first }))).legs[1]?.status.unhealthySince).toBeNull();
  });

  test('keeps its start time while the client is offline or md rebuilds the leg', () => {
    const first = after(scene(lost));
    expect(after(at(scene({ ...lost, silent: ['c1'], volume: first }))).legs[1]?.status.unhealthySince).toEqual(NOW);
    const copying = { members: { ...whole, 'leg-1': flagsOf(['spare'], { slot: 1 }) }, array: { degraded: 1, syncAction: 'recover' } };
    expect(after(at(scene({ ...copying, volume: first }))).legs[1]?.status.unhealthySince).toEqual(NOW);
  });
});

test('reports a concatenated volume stalled if a leg has no live path', () => {
  const plain = volume({ spec: { ...volume().spec, protection: 'concatenated' }, array: null, legs: [leg(0, 't1'), leg(1, 't2')] });
  const now = scene({ volume: plain, paths: { 'leg-1': 'connecting' } });
  expect(observationsOf(now)).toMatchObject({ health: 'stalled' });
  expect(healthOf(now).health).toBe('stalled');
});

describe('a leg that its target reports lost', () => {
  const reason = { code: 'leg-lost', message: 'LV weft-d/leg-l was ready before and is gone' };
  const lostLeg = (at: number) => report(`t${at + 1}`, 'leg', `leg-${at}`, { present: false, wiped: false }, { state: 'failed', reason });
  const raid0 = volume({ array: null, spec: { ...volume().spec, protection: 'raid0' } });
  const losing = (
    volumeOf: VolumeDocument,
    legs: number[],
    attached = true,
    seen: Parameters<typeof report<'attachment'>>[3] = { paths: [] },
  ) =>
    world({
      volume: volumeOf,
      attachments: attached ? [attachment()] : [],
      reports: [
        ...[0, 1].map((at) => (legs.includes(at) ? lostLeg(at) : report(`t${at + 1}`, 'leg', `leg-${at}`))),
        report('c1', 'attachment', 'a', seen),
      ],
    });

  it('is missing with reason leg-lost and the target’s report, also while joining', () => {
    const missing = { health: 'missing', reason: 'leg-lost', message: `t2: ${reason.message}` };
    expect(observationsOf(losing(raid0, [1], false))).toMatchObject(missing);
    const joining = volume({ legs: [leg(0, 't1'), leg(1, 't2', { spec: { role: 'joining' } })] });
    expect(observationsOf(losing(joining, [1], false))).toMatchObject(missing);
    expect(advance(losing(raid0, [1], false)).volume.legs[1]?.status.unhealthySince).toEqual(NOW);
  });

  const path = (at: number) => ({
    ...{ legId: `leg-${at}`, storageNetwork: 'a', address: '10.0.0.1', controllerState: 'live' },
  });

  it.each([
    ['live paths', { available: true, paths: [path(0), path(1)] }],
    ['an open device', { available: true, open: true, paths: [path(0), path(1)] }],
    ['no paths', { available: true, paths: [] }],
    ['no device', { available: false, present: false, paths: [] }],
  ])('makes an unmirrored volume unavailable (data-lost) when its client reports %s', (_, seen) => {
    expect(healthOf(losing(raid0, [1], true, seen))).toMatchObject({
      health: 'unavailable',
      status: 'false',
      reason: 'data-lost',
      message: expect.stringContaining('leg 1 on t2, drive S-t2'),
      unblockedBy: expect.stringContaining('deleting the volume'),
    });
  });

  it('reports data-lost on a detached volume without a mirror', () => {
    expect(healthOf(losing(raid0, [1], false))).toMatchObject({ health: 'detached', status: 'false', reason: 'data-lost' });
  });

  it('means data loss for a mirror only if both legs are lost', () => {
    expect(healthOf(losing(volume(), [1], false))).toMatchObject({ reason: 'leg-missing' });
    expect(healthOf(losing(volume(), [0, 1], false))).toMatchObject({ status: 'false', reason: 'data-lost' });
  });

  it('is missing, not wiping, if its LV has lost the tag', () => {
    const tagless = report('t2', 'leg', 'leg-1', { wiped: false }, { state: 'failed', reason: { code: 'leg-tag-lost', message: 'tag' } });
    const now = world({ volume: raid0, reports: [report('t1', 'leg', 'leg-0'), tagless] });
    expect(observationsOf(now)).toMatchObject({ health: 'missing', reason: 'leg-tag-lost' });
  });

  it('keeps the readyBytes of its first report for good, whatever is reported later', () => {
    const fresh = volume({
      legs: [leg(0, 't1', { status: { readyBytes: 0, state: 'creating' } }), leg(1, 't2', { status: { readyBytes: 0 } })],
      status: { state: 'creating' },
    });
    const after = advance(world({ volume: fresh, reports: [report('t1', 'leg', 'leg-0')] })).volume;
    expect(after.legs.map(({ status: { readyBytes } }) => readyBytes)).toEqual([2 ** 30, 0]);
    const lost = advance(losing(after, [0], false)).volume;
    expect(lost.legs[0]?.status.readyBytes).toBe(2 ** 30);
    const smaller = advance(world({ volume: lost, reports: [report('t1', 'leg', 'leg-0', { sizeBytes: 2 ** 29 })] })).volume;
    expect(smaller.legs[0]?.status.readyBytes).toBe(2 ** 30);
    expect(advance(world({ volume: smaller, reports: [] })).volume.legs[0]?.status.readyBytes).toBe(2 ** 30);
  });
});

describe('a leg that its target cannot read', () => {
  const reason = { code: 'host-unreadable', message: 'lvs did not end within 60 s' };
  const nothing = { present: false, wiped: false, sizeBytes: 0 };
  const unread = (change: Scene = {}, code = reason.code) => {
    return scene({ ...change, targetOfLeg1: nothing, reportOfLeg1: { state: 'failed', reason: { ...reason, code } } });
  };

  it.each(['host-unreadable', 'drive-unreadable'])('is unknown, not missing (%s)', (code) => {
    const now = unread({}, code);
    expect(observationsOf(now)).toMatchObject({
      health: 'unknown',
      reason: 'node-unreadable',
      target: { freshness: 'current', present: null, backed: null },
    });
    expect(healthOf(now).health).toBe('healthy');
    const [, after] = advance(now).volume.legs;
    expect(after?.status).not.toHaveProperty('unhealthySince', expect.any(Date));
    expect(after?.status.conditions).toContainEqual(expect.objectContaining({ type: 'Present', status: 'unknown' }));
    expect(after?.status.conditions.map(({ type }) => type)).not.toContain('Disagreement');
  });
});
