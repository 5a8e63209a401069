import { DomainError } from '@weft/shared/errors/domain-error';
import { FOREIGN_HOST_FENCED } from '@weft/shared/messages/report';
import { nodeRef, volumeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { GiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import { cordoned } from '../placement/placement.fixture.js';
import { fencedTargets } from '../reconcile/foreign-hosts.js';
import { attachment, leg, NOW, report, volume } from '../world/worlds.fixture.js';
import type { InLine } from './rebuild-queue.js';
import { orRefusal, type RepairSurroundings, repairStep } from './repair-step.js';
import { dueLegs } from './replacement-due.js';

const drive = (node: string, number = 1): CandidateDrive => ({
  driveId: `${node}-${number}`,
  serial: `S-${node}-${number}`,
  nodeId: node,
  nodeName: node,
  failureDomain: node,
  numaNode: 0,
  freeBytes: 100 * GiB,
  capacityBytes: 100 * GiB,
});
const fenced = (nodeId: string, attachmentId = 'a') =>
  report(nodeId, 'export', attachmentId, { present: false }, { reason: { code: FOREIGN_HOST_FENCED, message: '' } });

/** One step of a mirror whose leg on t2 was lost long ago, or left with an epoch. */
function step(drives: CandidateDrive[], reports: ReturnType<typeof fenced>[], vacant = false) {
  const since = new Date(NOW.getTime() - 3600_000);
  const lost = leg(1, 't2', { status: { inSync: false, health: 'missing', unhealthySince: since } });
  const half = leg(0, 't1', { status: { health: 'healthy' } });
  const of = volume({
    ...(vacant ? { legs: [half] } : { legs: [half, lost] }),
    status: { health: 'degraded', ...(vacant ? { vacancies: [{ index: 1, since }] } : {}) },
  });
  const world = { volume: of, attachments: [attachment()], now: NOW, newId: () => 'new' };
  const { after, isReplacement } = repairStep(world, dueLegs(of, world.attachments, NOW), {
    doubtful: [],
    candidates: { className: 'fast', drives, leftOut: [cordoned('t9')] },
    fencedTargets: fencedTargets(reports, 'a'),
    load: { nodes: new Map(), drives: new Map() },
    line: [],
    exportsOf: () => [],
  });
  const said = after.volume?.status.conditions.find(({ type }) => type === 'RepairWaiting');
  return { placed: isReplacement ? after.volume?.legs.at(-1)?.nodeId : null, said };
}

describe('repairStep: a target that fences its export because of a foreign host', () => {
  it('places the replacement on another target than the fenced one', () => {
    expect(step([drive('t4'), drive('t3')], [fenced('t3'), report('t4', 'export', 'a')]).placed).toBe('t4');
    expect(step([drive('t4'), drive('t3')], [fenced('t4')]).placed).toBe('t3');
    expect(step([drive('t3')], []).placed).toBe('t3');
  });

  it('does not return a leg to its former target while that target is fenced', () => {
    expect(step([drive('t2')], [], true).placed).toBe('t2');
    expect(step([drive('t2')], [fenced('t2')], true).placed).toBeNull();
  });

  it('waits when there is no other target, with the reason and the way out (S10)', () => {
    const { placed, said } = step([drive('t3', 1), drive('t3', 2)], [fenced('t3')]);
    expect(placed).toBeNull();
    expect(said).toMatchObject({ status: 'true', reason: 'insufficient-drives', code: 'leg-needs-drive' });
    expect(said?.params?.['notCounted']).toMatchObject([
      cordoned('t9'),
      { code: 'drives-fenced', params: { count: 2, node: { id: 't3' } } },
    ]);
    expect(said?.message).toContain(
      'Not counted: 1 cordoned (S of t9); 2 of t3, which fences its export to the client because of a foreign host: disconnect that host, then detach the volume and attach it again',
    );
  });

  it('counts a fence from before a reboot of the target, but not one of another attachment', () => {
    const before = { ...fenced('t3'), bootId: 'boot-0' };
    expect(step([drive('t3')], [before]).placed).toBeNull();
    expect(step([drive('t3')], [fenced('t3', 'former')]).placed).toBe('t3');
  });
});

const AGO = new Date(NOW.getTime() - 3600_000);
const LOST = leg(1, 't2', { status: { inSync: false, health: 'missing', unhealthySince: AGO } });
const degraded = (change: Changes<VolumeDocument> = {}) =>
  changed(volume({ legs: [leg(0, 't1', { status: { health: 'healthy' } }), LOST], status: { health: 'degraded' } }), change);
const WAITING = { type: 'RepairWaiting', status: 'true' as const, reason: 'old', message: 'old', since: AGO.toISOString() };
const OTHER = { ...WAITING, type: 'Healthy' };

/** One step of a mirror whose leg 1 on t2 was lost an hour ago. */
function repair(around: Partial<RepairSurroundings> | null = {}, of = degraded(), attachments: AttachmentDocument[] = [attachment()]) {
  const surroundings: RepairSurroundings = {
    ...{ doubtful: [], candidates: { className: 'fast', drives: [drive('t3')], leftOut: [] }, fencedTargets: new Set() },
    ...{ load: { nodes: new Map(), drives: new Map() }, line: [], exportsOf: () => [], ...around },
  };
  const given = { volume: of, attachments, now: NOW, newId: () => 'new' };
  const result = repairStep(given, dueLegs(of, attachments, NOW), around && surroundings);
  const after = result.after.volume ?? expect.fail();
  return { ...result, volume: after, said: after.status.conditions.find(({ type }) => type === 'RepairWaiting') };
}
const ahead = (waitsFor: string[], change: Partial<InLine> = {}): InLine => ({
  ...{ _id: 'w', name: 'urgent', spec: { rebuildPriority: 'high' }, status: { repairTurn: { since: AGO, waitsFor } }, ...change },
});
const busy = (...ids: string[]) => ({
  nodes: new Map(),
  drives: new Map(ids.map((each) => [each, [messageOf('leg-of-volume', { legIndex: 0, volume: volumeRef('v2', 'v2') })]])),
});

describe('repairStep', () => {
  it('replaces the lost leg, marks it as leaving, and raises the generation', () => {
    const {
      volume: next,
      isReplacement,
      isNew,
      needsJob,
    } = repair({}, degraded({ generation: 7, status: { conditions: [WAITING, OTHER] } }));
    expect([isReplacement, isNew, needsJob]).toEqual([true, true, true]);
    expect(next.legs.map(({ id, nodeId, spec: { role } }) => [id, role, nodeId])).toEqual([
      ['leg-0', undefined, 't1'],
      ['leg-1', 'leaving', 't2'],
      ['new', 'joining', 't3'],
    ]);
    expect([next.generation, next.status.conditions]).toEqual([8, [OTHER]]);
  });

  it('exports the new leg only to the client that rebuilds it', () => {
    const [planned] = attachment().exports;
    const exports = [
      {
        ...(planned ?? expect.fail()),
        nodeId: 't3',
        spec: { ...(planned ?? expect.fail()).spec, namespaces: [{ nsid: 1, legId: 'new' }] },
      },
    ];
    const reader = attachment({ _id: 'b', spec: { mode: 'readonly' } });
    const { after } = repair({ exportsOf: () => exports }, degraded(), [reader, attachment()]);
    expect(after.attachments?.map((each) => each.exports.map(({ nodeId }) => nodeId))).toEqual([
      ['t1', 't2'],
      ['t1', 't2', 't3'],
    ]);
  });

  it('replaces no leg while the history of a node is in doubt, and names those nodes (S14)', () => {
    const one = repair({ doubtful: [nodeRef('t9', 't9')] });
    expect([one.isReplacement, one.needsJob, one.volume.legs]).toEqual([false, true, degraded().legs]);
    expect(one.said).toMatchObject({ reason: 'history-unknown', message: expect.stringMatching(/^t9 follows another history/) });
    expect(one.said?.params).toMatchObject({ nodes: [nodeRef('t9', 't9')] });
    expect(repair({ doubtful: ['t8', 't9'].map((id) => nodeRef(id, id)) }).said?.message).toMatch(/^t8, t9 follow another history/);
  });

  it('has nothing to store and needs no job when no leg is due', () => {
    const whole = degraded({ legs: [leg(0, 't1'), leg(1, 't2')] });
    expect(repair(null, whole)).toMatchObject({ isReplacement: false, isNew: false, needsJob: false });
    expect(repair({}, whole).volume).toEqual(whole);
  });

  it('removes the wait and the place in the queue when nothing waits any more', () => {
    const whole = degraded({ legs: [leg(0, 't1'), leg(1, 't2')], status: { conditions: [WAITING, OTHER] } });
    const turn = { since: AGO, waitsFor: ['t3'] };
    const ended = repair(null, { ...whole, status: { ...whole.status, repairTurn: turn } });
    expect([ended.volume.status.conditions, ended.volume.status.repairTurn, ended.isNew, ended.needsJob]).toEqual([
      [OTHER],
      null,
      true,
      false,
    ]);
    expect(repair({}, degraded({ status: { repairTurn: turn } })).volume.status.repairTurn).toBeNull();
  });

  it('gives no leg a place without knowing the drives, the queue and the running rebuilds', () => {
    expect(repair(null)).toMatchObject({ isReplacement: false, isNew: false, volume: degraded() });
  });

  it('waits for an attachment when no client runs the array, and asks for no place', () => {
    const { said, needsJob, isReplacement } = repair({}, degraded(), []);
    expect([said?.reason, needsJob, isReplacement]).toEqual(['not-attached', true, false]);
    expect(said).toMatchObject({ code: 'repair-needs-attachment', params: {} });
  });

  it('stores nothing again while the same wait lasts', () => {
    const first = repair({}, degraded(), []);
    expect(first.isNew).toBe(true);
    expect(repair({}, first.volume, []).isNew).toBe(false);
  });

  it('stores its place in the queue: what it waits for, and since its first wait', () => {
    const around = { load: busy('t3-1') };
    const first = repair(around);
    expect(first.volume.status.repairTurn).toEqual({ since: NOW, waitsFor: ['t3-1'] });
    expect(first.said?.message).toMatch(/; 1st in line, priority normal$/);
    const later = repair(around, degraded({ status: { repairTurn: { since: AGO, waitsFor: ['t8'] } } }));
    expect(later.volume.status.repairTurn).toEqual({ since: AGO, waitsFor: ['t3-1'] });
  });

  it('stores no place in the queue while it waits for space', () => {
    const { volume: next, said } = repair({ candidates: { className: 'fast', drives: [], leftOut: [] } });
    expect([said?.reason, 'repairTurn' in next.status]).toEqual(['insufficient-drives', false]);
  });

  it('yields to a volume ahead that waits for its drive, node or source, and says for what', () => {
    for (const needed of ['t3-1', 't3', 'drive-t1', 't1']) {
      const { isReplacement, said, volume: next } = repair({ line: [ahead([needed, 't77'])] });
      expect([isReplacement, next.status.repairTurn]).toEqual([false, { since: NOW, waitsFor: [needed] }]);
      expect(said?.message).toMatch(/^leg 1 waits for its turn: urgent .*; 2nd in line/);
    }
  });

  it('yields neither to a volume that waits for other drives nor to one behind it', () => {
    expect(repair({ line: [ahead(['t77'])] }).isReplacement).toBe(true);
    expect(repair({ line: [ahead(['t3'], { spec: { rebuildPriority: 'low' } })] }).isReplacement).toBe(true);
  });

  it('takes another drive than the one that a volume ahead waits for', () => {
    const drives = [drive('t3'), drive('t4')];
    const { volume: next } = repair({ candidates: { className: 'fast', drives, leftOut: [] }, line: [ahead(['t3'])] });
    expect(next.legs.at(-1)?.nodeId).toBe('t4');
  });

  it('takes the first drive that the client reaches, or reports that it reaches none', () => {
    const drives = [drive('t3'), drive('t4')];
    const candidates = { className: 'fast', drives, leftOut: [] };
    const refuse = (nodes: string[]) => (joining: { nodeId: string }) => {
      if (nodes.includes(joining.nodeId)) throw new DomainError('changed-meanwhile', {});
      return [];
    };
    expect(repair({ candidates, exportsOf: refuse(['t3']) }).volume.legs.at(-1)?.nodeId).toBe('t4');
    const none = repair({ candidates, exportsOf: refuse(['t3', 't4']) });
    expect([none.isReplacement, none.volume.legs, none.said?.reason]).toEqual([false, degraded().legs, 'no-shared-network']);
    expect('repairTurn' in none.volume.status).toBe(false);
  });
});

describe('orRefusal', () => {
  it('returns a refusal as a value, and throws every other error', () => {
    const refusal = new DomainError('changed-meanwhile', {});
    const failing = (error: Error) => () => {
      throw error;
    };
    expect([orRefusal(() => 5), orRefusal(failing(refusal))]).toEqual([5, refusal]);
    expect(() => orRefusal(failing(new TypeError('broken')))).toThrow('broken');
  });
});
