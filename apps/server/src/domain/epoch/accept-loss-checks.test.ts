import { DomainError } from '@weft/shared/errors/domain-error';
import type { AttachmentStatus, LegStatus } from '@weft/shared/messages/report';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { Changes } from '../documents/parts.js';
import { attachment, leg, report, volume } from '../world/worlds.fixture.js';
import { type ClientSaid, checkGivenUp } from './accept-loss-checks.js';

type Reason = AttachmentStatus['reason'];
const legReport = (observed: Parameters<typeof report<'leg'>>[3] = {}, state: LegStatus['state'] = 'done') =>
  report('t2', 'leg', 'leg-1', observed, { state }).status as LegStatus;
const stopped = (reason: Reason = null, state: AttachmentStatus['state'] = 'waiting', observed = { available: false }) =>
  report('c1', 'attachment', 'a', { array: null, ...observed }, { state, reason }).status as AttachmentStatus;
const client = (said: AttachmentStatus | undefined, change: Changes<AttachmentDocument> = {}): ClientSaid => ({
  attachment: attachment({ ...change, status: { state: 'attaching', ...change.status } }),
  report: said,
});

/** The refusal, if leg 1 is given up; null: none. */
function refusal(clients: ClientSaid[], target?: LegStatus, of = volume(), givenUp = [of.legs[1] ?? expect.fail()]) {
  try {
    checkGivenUp(of, givenUp, clients, new Map([['leg-1', target]]));
    return null;
  } catch (error) {
    if (error instanceof DomainError) return { code: error.reason.code, field: error.field, params: error.reason.params };
    throw error;
  }
}
const ref = (kind: string, id: string, name = id) => ({ kind, id, name });
const db = ref('volume', 'v', 'db');

describe('checkGivenUp: a client that may write', () => {
  it('accepts a loss while the client reports neither device nor array (S4)', () => {
    expect(refusal([client(stopped())])).toBeNull();
    expect(refusal([client(stopped(), { status: { state: 'attached' } })])).toBeNull();
  });

  it('refuses while the client reports the device, or an array that runs without the device', () => {
    const array = { uuid: 'u', state: 'clean', degraded: 0, syncAction: 'idle', syncProgressRatio: null, members: [] };
    const running = { ...array, syncSpeedBytesPerSecond: null };
    const refused = { code: 'volume-runs', params: { volume: db, client: ref('node', 'c1'), state: 'attaching' } };
    expect(refusal([client(stopped(null, 'done', { available: true }))])).toMatchObject(refused);
    const withArray = report('c1', 'attachment', 'a', { available: false, array: running }).status as AttachmentStatus;
    expect(refusal([client(withArray)])).toMatchObject(refused);
    const inactive = { available: false, array: { ...running, state: 'inactive' } };
    expect(refusal([client(report('c1', 'attachment', 'a', inactive).status as AttachmentStatus)])).toBeNull();
  });

  it('refuses without a report that counts, and names the attachment', () => {
    expect(refusal([client(undefined)])).toMatchObject({
      ...{ code: 'volume-may-run', params: { volume: db, client: ref('node', 'c1'), state: 'attaching', attachmentId: 'a' } },
    });
  });

  it('refuses while an attachment ends: it may still hold the legs', () => {
    for (const state of ['detaching', 'unexporting', 'revoking'] as const)
      expect(refusal([client(stopped(), { status: { state } })])).toMatchObject({ code: 'volume-runs', params: { state } });
  });

  it('asks every client but those whose legs are all fenced', () => {
    expect(refusal([client(stopped()), client(undefined)])).toMatchObject({ code: 'volume-may-run' });
    expect(refusal([client(undefined, { status: { fenced: true } })])).toBeNull();
  });
});

describe('checkGivenUp: legs that are not lost', () => {
  it('refuses a leg that its target reports whole', () => {
    expect(refusal([], legReport())).toEqual({
      ...{ code: 'leg-not-lost', field: 'legIds' },
      params: { volume: db, leg: ref('leg', 'leg-1', '1'), target: ref('node', 't2') },
    });
  });

  it('accepts the loss of a leg that its target reports missing, unwiped, without its drive, or not finished', () => {
    for (const observed of [{ present: false }, { wiped: false }, { backed: false }]) expect(refusal([], legReport(observed))).toBeNull();
    expect(refusal([], legReport({}, 'failed'))).toBeNull();
    expect(refusal([])).toBeNull();
  });
});

describe('checkGivenUp: legs without the last writes', () => {
  const stale = leg(1, 't2', { status: { inSync: false } });
  const of = volume({ legs: [leg(0, 't1'), stale] });
  const refused = (reason: Reason, state: AttachmentStatus['state'] = 'waiting', observed = { available: false }) =>
    refusal([client(stopped()), client(stopped(reason, state, observed), { status: { fenced: observed.available } })], undefined, of);

  it('refuses legs that were not in sync, because giving them up brings nothing back', () => {
    expect(refused(null)).toMatchObject({ code: 'legs-not-in-sync', field: 'legIds', params: { volume: db, legs: [{}] } });
  });

  it('accepts them if one of them was in sync', () => {
    const other = leg(1, 't3', { id: 'other' });
    expect(refusal([], undefined, volume({ legs: [leg(0, 't1'), stale, other] }), [stale, other])).toBeNull();
  });

  it('accepts a leg for which a client waits: its ledger knows of later writes', () => {
    expect(refused({ code: 'leg-missing', message: '', node: 't2' })).toBeNull();
    expect(refused({ code: 'leg-missing', message: '', node: 't1' })).toMatchObject({ code: 'legs-not-in-sync' });
    expect(refused({ code: 'other', message: '', node: 't2' })).toMatchObject({ code: 'legs-not-in-sync' });
  });

  it('accepts them if mdadm refuses to start the array without them', () => {
    const mdadm = { code: 'command-failed', message: '', command: ['mdadm', '--assemble'] };
    expect(refused(mdadm, 'failed')).toBeNull();
    expect(refused(mdadm, 'waiting')).toMatchObject({ code: 'legs-not-in-sync' });
    expect(refused({ ...mdadm, command: ['nvme', 'connect'] }, 'failed')).toMatchObject({ code: 'legs-not-in-sync' });
    expect(refused(null, 'failed')).toMatchObject({ code: 'legs-not-in-sync' });
    expect(refused({ code: 'no-command', message: '' }, 'failed')).toMatchObject({ code: 'legs-not-in-sync' });
  });

  it('does not count the reason of a client that has the device', () => {
    expect(refused({ code: 'leg-missing', message: '', node: 't2' }, 'waiting', { available: true })).toMatchObject({
      code: 'legs-not-in-sync',
    });
  });

  it('leaves volumes without a mirror to newEpoch, which names the protection', () => {
    expect(refusal([], undefined, volume({ array: null, spec: { protection: 'raid0' }, legs: [leg(0, 't1'), stale] }))).toBeNull();
  });
});
