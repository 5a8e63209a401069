import { DomainError } from '@weft/shared/errors/domain-error';
import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { forceMoved } from './force-move.js';

const away = (name: string) => node(name, { status: { connection: { state: 'lost', since: NOW, serverId: null } } });
const array = { degraded: 0, members: [], state: 'clean', syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null };
const running = (uuid: string, change: Parameters<typeof report>[4] = {}) =>
  report('c1', 'attachment', 'a', { array: { ...array, uuid } }, change);

interface Given {
  of?: VolumeDocument;
  before?: AttachmentDocument;
  others?: AttachmentDocument[];
  /** Names of offline nodes. */
  off?: string[];
  reports?: ReturnType<typeof running>[];
  clientIsOff?: boolean;
  targetsOff?: string[];
  acceptLoss?: boolean;
}
/** A forced move from c1, which is online and runs the array, while t2 is offline. */
function move({ of = volume(), before = attachment(), others = [], off = ['t2'], reports = [running('u')], ...request }: Given = {}) {
  const nodes = ['t1', 't2', 'c1'].map((name) => (off.includes(name) ? away(name) : node(name)));
  const now = world({ volume: of, attachments: [...others, before], nodes, reports });
  const statements = { clientIsOff: false, targetsOff: [], acceptLoss: false, ...request };
  return forceMoved(now, before, statements, { by: 'admin', settings: defaultSettings });
}
function refusal(given: Given) {
  try {
    move(given);
  } catch (error) {
    if (error instanceof DomainError) return { code: error.reason.code, field: error.field, params: error.reason.params };
    throw error;
  }
  return expect.fail('it was not refused');
}
const T2 = { targetsOff: ['t2'] };
const stale = (index: number, name: string): LegDocument => leg(index, name, { status: { inSync: false } });

describe('forceMoved', () => {
  it('orders the client to release the volume, and changes no other attachment', () => {
    const other = attachment({ _id: 'b', nodeId: 'c2', nodeName: 'c2', spec: { mode: 'readonly' } });
    const of = volume();
    const { after, newlyOff, lost } = move({ of, others: [other] });
    expect([newlyOff, lost]).toEqual([[], []]);
    expect(after.volume).toBe(of);
    expect(after.attachments?.[0]).toBe(other);
    expect(after.attachments?.[1]).toMatchObject({
      _id: 'a',
      spec: { desired: 'detached', revoked: { by: 'admin', at: NOW } },
      status: { state: 'revoking' },
    });
  });

  it('refuses the statement that a connected client or target is off (S3, S13)', () => {
    expect(refusal({ clientIsOff: true })).toMatchObject({
      code: 'client-is-connected',
      field: 'clientIsOff',
      params: { client: { id: 'c1' } },
    });
    expect(refusal({ targetsOff: ['t1'] })).toMatchObject({
      ...{ code: 'target-is-connected', field: 'targetsOff', params: { target: { id: 't1' } } },
    });
    expect(refusal({ targetsOff: ['t2', 't1'] }).code).toBe('target-is-connected');
  });

  it('refuses the statement about a node that exports nothing to the client', () => {
    expect(refusal({ targetsOff: ['t9'] })).toMatchObject({
      ...{ code: 'target-exports-nothing', field: 'targetsOff' },
      params: { nodeId: 't9', volume: { name: 'db' }, client: { name: 'c1' } },
    });
  });

  it('records that an offline client is off', () => {
    expect(move({ off: ['c1'], clientIsOff: true }).after.attachments).toMatchObject([{ spec: { revoked: { clientIsOff: true } } }]);
  });

  it('starts a new epoch without the leg of a target that is off (S13)', () => {
    const { after, newlyOff, lost } = move(T2);
    expect([newlyOff.map(({ nodeId }) => nodeId), lost]).toEqual([['t2'], []]);
    expect(after.volume).toMatchObject({ legs: [{ id: 'leg-0', spec: { epoch: 2 }, status: { inSync: true } }], spec: { epoch: 2 } });
    expect(after.volume?.obsoleteLegs).toMatchObject([
      { id: 'leg-1', spec: { why: 'fence-pending', desired: 'present', since: NOW }, status: { fencedFrom: 'a' } },
    ]);
    expect(after.attachments).toMatchObject([{ spec: { revoked: { inSyncKnown: true, targetsOff: [{ id: 't2' }] }, epoch: 1 } }]);
  });

  it('starts no new epoch for a target that was left out before', () => {
    const first = move(T2);
    const before = first.after.attachments?.[0] ?? expect.fail();
    const again = move({ of: first.after.volume ?? expect.fail(), before, ...T2 });
    expect([again.newlyOff, again.after.volume?.spec.epoch]).toEqual([[], 2]);
  });

  it('starts no new epoch for a target whose legs are of an older one', () => {
    const { newlyOff, after, lost } = move({ of: volume({ legs: [leg(0, 't1'), leg(1, 't3', { id: 'new' })] }), ...T2 });
    expect([newlyOff.length, after.volume?.spec.epoch, lost]).toEqual([1, 1, []]);
  });

  it('refuses to give up the only leg in sync unless its loss is accepted', () => {
    const of = volume({ legs: [stale(0, 't1'), leg(1, 't2')] });
    expect(refusal({ of, ...T2 })).toMatchObject({ code: 'writes-would-be-lost', field: 'targetsOff', params: { legs: [{ params: {} }] } });
    const { after, lost } = move({ of, ...T2, acceptLoss: true });
    expect(lost.map(({ id }) => id)).toEqual(['leg-1']);
    expect(after.volume).toMatchObject({
      legs: [{ id: 'leg-0', status: { inSync: true } }],
      obsoleteLegs: [{ id: 'leg-1', spec: { why: 'loss-accepted' } }],
    });
  });

  it.each<[string, Given]>([
    ['is offline', { off: ['t2', 'c1'] }],
    ['has not reported', { reports: [] }],
    ['reported before its restart', { reports: [running('u', { bootId: 'boot-0' })] }],
    ['runs no array', { reports: [report('c1', 'attachment', 'a')] }],
    ['runs the array under another UUID', { reports: [running('other')] }],
  ])('needs an accepted loss for a leg in sync when the client %s', (_, given) => {
    expect(refusal({ ...given, ...T2 })).toMatchObject({
      code: 'writes-may-be-lost',
      field: 'targetsOff',
      params: { client: { name: 'c1' } },
    });
    const { lost, after } = move({ ...given, ...T2, acceptLoss: true });
    expect(lost.map(({ id }) => id)).toEqual(['leg-1']);
    expect(after.volume?.obsoleteLegs).toMatchObject([{ spec: { why: 'loss-accepted' } }]);
    expect(after.attachments).toMatchObject([{ spec: { revoked: { inSyncKnown: false } } }]);
  });

  it('needs no accepted loss for a leg that was out of sync, even without a report of the client', () => {
    const { lost, after } = move({ of: volume({ legs: [leg(0, 't1'), stale(1, 't2')] }), reports: [], ...T2 });
    expect([lost, after.volume?.obsoleteLegs?.map(({ spec: { why } }) => why)]).toEqual([[], ['fence-pending']]);
  });

  it('keeps what the first request knew about the legs in sync, whatever is reported later', () => {
    const first = move().after.attachments?.[0] ?? expect.fail();
    expect(move({ before: first, reports: [], ...T2 }).lost).toEqual([]);
    const unknown = move({ reports: [] }).after.attachments?.[0] ?? expect.fail();
    expect(refusal({ before: unknown, ...T2 }).code).toBe('writes-may-be-lost');
    const { inSyncKnown: _, ...older } = unknown.spec.revoked ?? expect.fail();
    expect(refusal({ before: { ...unknown, spec: { ...unknown.spec, revoked: older } }, ...T2 }).code).toBe('writes-may-be-lost');
  });

  it('refuses to leave out a target of a volume without a mirror, whose legs are all needed', () => {
    const plain = volume({ array: null, spec: { ...volume().spec, protection: 'raid0' } });
    expect(refusal({ of: plain, reports: [], ...T2 })).toMatchObject({
      ...{ code: 'legs-all-needed', field: 'targetsOff', params: { protection: 'raid0', targets: [{ id: 't2' }] } },
    });
  });

  it('refuses to leave out a target while another attachment may use its leg', () => {
    const other = attachment({ _id: 'b', nodeId: 'c2', nodeName: 'c2' });
    expect(refusal({ others: [other], ...T2 })).toMatchObject({ code: 'volume-attached-by-others', params: { clients: [{ name: 'c2' }] } });
    expect(move({ others: [{ ...other, status: { ...other.status, fenced: true } }], ...T2 }).after.volume?.spec.epoch).toBe(2);
  });
});
