import { volumeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { GiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { type Changes, changed } from '../documents/parts.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import { attachment, leg, NOW, obsolete, volume } from '../world/worlds.fixture.js';
import { evictionView } from './eviction-view.js';
import { type Load, placesFor } from './replacement-drives.js';
import { type Due, dueLegs } from './replacement-due.js';

const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const lost = (seconds: number, change: Changes<LegDocument> = {}) =>
  changed(leg(1, 't2', { status: { inSync: false, health: 'missing', unhealthySince: ago(seconds) } }), change);
const degraded = (second: LegDocument, change: Changes<VolumeDocument> = {}) =>
  changed(volume({ legs: [leg(0, 't1', { status: { health: 'healthy' } }), second], status: { health: 'degraded' } }), change);
const due = (of: VolumeDocument, attachments = [attachment()]) => dueLegs(of, attachments, NOW);

describe('dueLegs', () => {
  test('checks a leg lost for less than rebuildDelay again when the delay ends', () => {
    expect(due(degraded(lost(599)))).toMatchObject({ due: [], waits: [], nextLook: new Date(NOW.getTime() + 1000) });
  });
  test('counts rebuildDelay from the end of the maintenance of the node, and reports that wait', () => {
    const ends = (seconds: number) => new Map([['t2', ago(seconds)]]);
    const held = (seconds: number, end: number) => dueLegs(degraded(lost(seconds)), [attachment()], NOW, new Set(), ends(end));
    expect(held(900, -3600)).toMatchObject({
      due: [],
      waits: [{ reason: 'maintenance', waitingFor: 'leg 1 on t2' }],
      nextLook: new Date(NOW.getTime() + 4200_000),
    });
    expect(held(30, -3600)).toMatchObject({ due: [], waits: [] });
    expect(held(900, 599)).toMatchObject({ due: [], waits: [{ reason: 'maintenance' }] });
    expect(held(900, 600).due).toMatchObject([{ index: 1 }]);
    expect(held(600, 10_000).due).toMatchObject([{ index: 1 }]);
  });
  test('does not hold a lost leg for the maintenance of a drained node or of another node', () => {
    const of = degraded(lost(900));
    expect(dueLegs(of, [attachment()], NOW, new Set(['leg-1']), new Map([['t2', ago(-3600)]])).due).toHaveLength(1);
    expect(dueLegs(of, [attachment()], NOW, new Set(), new Map([['t1', ago(-3600)]])).due).toHaveLength(1);
  });
  test('makes a leg lost for rebuildDelay due, with the other mirror leg as the source', () => {
    expect(due(degraded(lost(600))).due).toMatchObject([{ index: 1, leg: { id: 'leg-1' }, source: { id: 'leg-0' } }]);
  });
  test('makes the only leg in sync due when it has bad blocks, with itself as the source', () => {
    const sick = lost(600, { status: { inSync: true, health: 'unhealthy' } });
    expect(due(degraded(sick, { legs: [leg(0, 't1', { status: { inSync: false, health: 'missing' } }), sick] })).due).toMatchObject([
      { index: 1, source: { id: 'leg-1' } },
    ]);
  });
  test('makes no leg due that is healthy, unknown, without a mirror or already being replaced', () => {
    expect(due(degraded(lost(600, { status: { health: 'healthy' } }))).due).toEqual([]);
    expect(due(degraded(lost(600, { status: { health: 'unknown' } }))).due).toEqual([]);
    const plain = { ...volume().spec, protection: 'concatenated' as const };
    expect(due(degraded(lost(600), { spec: plain })).due).toEqual([]);
    const joining = leg(1, 't3', { id: 'new', spec: { role: 'joining' }, status: { inSync: false } });
    const legs = [leg(0, 't1'), lost(600, { spec: { role: 'leaving' } }), joining];
    expect(due(degraded(lost(600), { legs })).due).toEqual([]);
  });
  test('makes a vacant index due once it has been vacant for rebuildDelay', () => {
    const vacant = (seconds: number) =>
      degraded(lost(0), { legs: [leg(0, 't1')], status: { vacancies: [{ index: 1, since: ago(seconds) }] } });
    expect(due(vacant(600)).due).toMatchObject([{ index: 1, leg: null, source: { id: 'leg-0' } }]);
    expect(due(vacant(10)).due).toEqual([]);
    const filled = {
      ...vacant(600),
      legs: [leg(0, 't1'), leg(1, 't3', { id: 'new', spec: { role: 'joining' }, status: { inSync: false } })],
    };
    expect(due(filled)).toMatchObject({ due: [], waits: [] });
  });
  test.each([
    ['detached', [], {}, 'not-attached'],
    ['attached read-only', [attachment({ spec: { mode: 'readonly' } })], {}, 'not-attached'],
    ['with a silent client', [attachment()], { status: { health: 'unknown' as const } }, 'volume-unknown'],
  ])('waits with a reason while the volume is %s (S10)', (_, attachments, change, reason) => {
    expect(due(degraded(lost(600), change), attachments)).toMatchObject({ due: [], waits: [{ reason, unblockedBy: expect.any(String) }] });
  });
  test('makes a lost leg of a growing volume due, and delays an eviction until the growth ends', () => {
    const growth = { spec: { toSizeBytes: 2 ** 30, legs: [] }, status: { legsGrown: false } };
    expect(due(degraded(lost(600), { growth })).due).toMatchObject([{ index: 1, source: { id: 'leg-0' } }]);
    const whole = volume({
      growth,
      legs: [leg(0, 't1', { status: { health: 'healthy' } }), leg(1, 't2', { status: { health: 'healthy' } })],
      status: { health: 'healthy' },
    });
    expect(dueLegs(whole, [attachment()], NOW, new Set(['leg-1']))).toMatchObject({ due: [], waits: [{ reason: 'growing' }] });
  });
  test('waits for the other mirror leg by name when both are lost (S10)', () => {
    const legs = [leg(0, 't1', { status: { health: 'missing', unhealthySince: ago(600) } }), lost(600)];
    expect(due(degraded(lost(600), { legs })).waits).toContainEqual(
      expect.objectContaining({ reason: 'no-source', waitingFor: 'leg 0 on t1' }),
    );
  });
});

describe('placesFor', () => {
  const drive = (node: string, n: number, change: Partial<CandidateDrive> = {}): CandidateDrive => ({
    driveId: `${node}-${n}`,
    serial: `S-${node}-${n}`,
    nodeId: node,
    nodeName: node,
    failureDomain: node,
    numaNode: 0,
    freeBytes: 100 * GiB,
    capacityBytes: 100 * GiB,
    ...change,
  });
  const idle: Load = { nodes: new Map(), drives: new Map() };
  const of = degraded(lost(600));
  const one: Due = { index: 1, leg: of.legs[1] ?? null, source: of.legs[0] as LegDocument };
  const place = (drives: CandidateDrive[], load = idle, from = one) =>
    placesFor(of, from, { className: 'fast', drives, leftOut: [] }, load);

  test('skips the source’s failure domain and the offline node, and puts the emptiest drive first', () => {
    const drives = [drive('t1', 1), drive('t2', 1), drive('t3', 1, { freeBytes: 50 * GiB }), drive('t4', 1)];
    expect(place(drives).places?.map(({ driveId }) => driveId)).toEqual(['t4-1', 't3-1']);
  });
  test('allows another drive of the same node when only one drive failed', () => {
    const conditions = [{ type: 'Healthy', status: 'false' as const, reason: 'drive-gone', message: '', since: '' }];
    const from = { ...one, leg: lost(600, { status: { conditions } }) };
    expect(place([drive('t2', 1)], idle, from).places).toHaveLength(1);
  });
  test('reports the shortage in numbers when no drive has room', () => {
    const { wait } = place([drive('t1', 1), drive('t3', 1, { freeBytes: 0.5 * GiB })]);
    expect(wait).toMatchObject({
      reason: 'insufficient-space',
      message: 'leg 1 needs a drive with 1 GiB free: in class fast, outside of node t1, the emptiest of 1 drives has 512 MiB free',
      code: 'leg-needs-drive',
      params: { legIndex: 1, neededBytes: GiB, className: 'fast', otherDomains: ['t1'], drives: 1, freeBytes: 0.5 * GiB, notCounted: [] },
    });
  });
  test('skips busy targets and drives, and waits when none is idle or the source is busy', () => {
    const drives = [drive('t3', 1), drive('t4', 1)];
    const copying = (places: [string, number][]) =>
      new Map(
        places.map(([id, copies]) => [
          id,
          Array.from({ length: copies }, (_, at) => messageOf('leg-of-volume', { legIndex: 0, volume: volumeRef(`v${at}`, `v${at}`) })),
        ]),
      );
    const busy = (nodes: [string, number][], on: [string, number][] = []) => ({ nodes: copying(nodes), drives: copying(on) });
    expect(place(drives, busy([['t3', 2]])).places?.map(({ nodeId }) => nodeId)).toEqual(['t4']);
    expect(place(drives, busy([], [['t4-1', 1]])).places?.map(({ nodeId }) => nodeId)).toEqual(['t3']);
    for (const load of [
      busy([
        ['t3', 2],
        ['t4', 2],
      ]),
      busy([['t1', 2]]),
    ])
      expect(place(drives, load).wait).toMatchObject({
        reason: 'copies-running',
        message: expect.stringMatching(/^leg 1 waits for the copies of leg 0 of v0, leg 0 of v1 on (the 2 drives|drive S-t1 of t1)/),
        waitingFor: 'the copies of leg 0 of v0, leg 0 of v1',
      });
    expect(place(drives, busy([['t3', 2]], [['t4-1', 1]])).wait?.busyIds).toEqual(['t3', 't4-1']);
    // Both its source and its only drives: no volume behind it in the queue takes one of them first.
    expect(place([drive('t3', 1)], busy([['t1', 2]], [['t3-1', 1]])).wait?.busyIds).toEqual(['t1', 't3-1']);
    expect(place(drives, busy([['t1', 2]], [['t3-1', 1]])).wait?.busyIds).toEqual(['t1']);
  });
});

describe('an eviction', () => {
  const here = {
    place: { kind: 'node' as const, id: 't2', name: 't2' },
    isEvicting: true,
    hasCache: () => false,
    holds: ({ nodeId }: LegDocument) => nodeId === 't2',
  };
  test('makes a healthy leg on an evicted node due at once, until a replacement joins', () => {
    const whole = volume({
      legs: [leg(0, 't1', { status: { health: 'healthy' } }), leg(1, 't2', { status: { health: 'healthy' } })],
      status: { health: 'healthy' },
    });
    const evict = (of: VolumeDocument) => dueLegs(of, [attachment()], NOW, new Set(['leg-1'])).due;
    expect(evict(whole)).toMatchObject([{ index: 1, leg: { id: 'leg-1' }, source: { id: 'leg-0' } }]);
    expect(evict({ ...whole, legs: [...whole.legs, leg(1, 't3', { id: 'new', spec: { role: 'joining' } })] })).toEqual([]);
  });
  test('lists each leg left, names a leg that cannot move as a blocker, and marks moved legs done', () => {
    const plain = volume({ name: 'plain', spec: { ...volume().spec, protection: 'concatenated' } });
    const moving = volume({
      legs: [leg(0, 't1'), leg(1, 't2', { spec: { role: 'leaving' } }), leg(1, 't3', { id: 'new', spec: { role: 'joining' } })],
    });
    const shown = evictionView(here, [moving, plain], [{ name: 'move leg 0 of gone', node: 't2', state: 'running', reason: null }]);
    expect(shown.steps.map(({ name, state }) => [name, state])).toEqual([
      ['move leg 0 of gone', 'done'],
      ['move leg 1 of db', 'running'],
      ['move leg 1 of plain', 'waiting'],
    ]);
    expect(shown).toMatchObject({ state: 'waiting', waitingFor: [{ message: expect.stringContaining('no mirror half') }] });
    const [of, stays] = [
      { kind: 'volume', name: 'plain' },
      { kind: 'leg', id: 'leg-1', name: '1' },
    ];
    expect(shown.steps[2]).toMatchObject({ code: 'move-leg', params: { volume: of, leg: stays }, nodeId: 't2' });
    expect(shown.waitingFor[0]?.params).toMatchObject({
      reason: { code: 'leg-without-mirror', params: { volume: of, leg: stays } },
      ways: [{ code: 'delete-volume', params: { volume: of } }],
    });
    // An earlier version stored steps without codes.
    const older = shown.steps.map(({ code: _, params: __, nodeId: ___, ...step }) => step);
    expect(evictionView(here, [moving, plain], older).steps.map(({ name }) => name)).toEqual(shown.steps.map(({ name }) => name));
    expect(evictionView(here, [], shown.steps)).toMatchObject({ state: 'done', waitingFor: [] });
    // S10: the step of a replaced leg that its node cannot remove yet shows the reason.
    const old = obsolete(leg(1, 't2', { id: 'old', spec: { desired: 'absent' } }), 'replaced');
    const replaced = volume({ legs: [leg(0, 't1'), leg(1, 't3')], obsoleteLegs: [old] });
    const open = { code: 'leg-open', message: 'LV vg/old is open; see who uses it with "lsof"' };
    expect(evictionView(here, [replaced], [], new Map([['old', open]])).waitingFor).toMatchObject([{ node: 't2', message: open.message }]);
    expect(evictionView(here, [replaced], []).steps).toMatchObject([{ state: 'running', reason: null }]);
    expect(evictionView({ ...here, isEvicting: false, hasCache: () => false }, [moving], shown.steps)).toMatchObject({
      error: { code: 'cancelled', messageCode: 'eviction-stopped', params: { place: here.place, legs: 1 } },
    });
  });
});
