import { mdHolder, mdName, parseMdHolder } from '@weft/shared/identity';
import type { AttachedLeg } from '@weft/shared/messages/assignment';
import { isStarted } from '@weft/shared/messages/report';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import { type ArrayAttachment, arrayIdOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { AgentParams } from '@weft/shared/text/catalogue/agent/agent-messages';
import { volumeRef } from '@weft/shared/text/references';
import type { MdArray, MdSuperblock } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import type { ArrayFact, FactChange, Facts } from '../../ledger/facts.js';
import { legOn } from '../../reason/leg-on.js';
import { type AgentReason, recoded } from '../../reason/reason.js';
import { type AttachmentTrace, headPath, legsInOrder, liveHead, slotOf } from '../attachment-trace.js';
import { type AttachmentProbe, type Decision, failed, ledgerLost, must, waiting, working } from '../plan.js';
import { type ForeignStart, foreignStart } from './foreign-start.js';
import { areHalves, isBackSince, isOlder, lacks, lateLegs } from './histories.js';
import { inSyncNow } from './in-sync.js';
import { heldBy, listed } from './plan-detach.js';

/*
 * The md array of a mirrored volume.
 *  - running under its UUID: used as it is if Weft could have started it (foreign-start.ts); the ledger stores the in-sync legs (S11).
 *  - running, started by something else without a leg that was in sync: not used; the agent stops it when nothing holds it.
 *  - never created: `mdadm --create` once, on all legs, none with a superblock. raid10 only with two halves a set. After an interruption the agent first clears legs that carry our UUID
 *    already, but only while the volume was never ready, and only superblocks that name this attachment. An earlier attachment's array may hold data: a
 *    restored database does not remember that it was created (S14).
 *  - created before: assembled from the explicit list of legs of this UUID (S4), and only with every leg that was in sync at the
 *    last durable report (S11). Otherwise the agent waits and names the node.
 *  - the same, but the newest superblock is some events newer than that of a leg it lists as active: started by force (histories.ts).
 *  - a copy: its legs carry the UUID of their origin's array (`copiedFrom`), and get the copy's before the first start.
 *  - accepted loss: legs of the previous epoch (`previousUuid`) get the new UUID first, then all legs of this epoch are assembled with --run (S4).
 *  - broken (every leg of a mirror was lost at once), or still of the previous epoch: taken down when nothing holds the device, then assembled again.
 *  - a superblock names a later attachment: another client has used the array since; the agent changes nothing (S3). Each start writes its own name.
 *  - a leg carries any other superblock: the agent stops and reports it.
 */
type ArrayAssignment = NonNullable<ArrayAttachment['array']>;

type ArrayState = { facts: Facts; trace: AttachmentTrace; probe: AttachmentProbe };

export type Stage<T> = { ready: T; before: FactChange[] } | { decision: Decision };

export function planArray(
  attachment: ArrayAttachment,
  array: ArrayAssignment,
  trace: AttachmentTrace,
  probe: AttachmentProbe,
  facts: Facts,
): Stage<MdArray> {
  const running = trace.array;
  if (running) return useRunning(attachment, array, running, { trace, probe, facts });
  if (trace.previousArray) return { decision: takeDown(attachment, trace.previousArray, trace, probe, { code: 'array-of-earlier-epoch' }) };
  if (probe.failure) return { decision: { state: 'failed', reason: probe.failure, steps: [] } };

  const legs = legsInOrder(attachment);
  const known = facts.arrays[arrayIdOf(attachment)];
  const inSync = lastInSync(attachment, known);
  const isNew = (leg: AttachedLeg) => leg.role === 'joining' && !inSync.has(leg.legId);
  const examined = legs.map((leg): Examined => {
    const head = liveHead(leg, trace);
    const device = head && headPath(head);
    if (device === undefined) return { leg, device, superblock: undefined };
    return { leg, device, superblock: probe.superblocks?.get(device), unread: probe.unread?.get(device) };
  });
  const ours = [array.uuid, ...(array.previousUuid ? [array.previousUuid] : []), ...(array.copiedFrom ?? [])];
  const foreign = examined.find(({ leg, superblock }) => !isNew(leg) && superblock && !ours.includes(superblock.uuid));
  if (foreign?.superblock) {
    return {
      decision: failed(
        'foreign-superblock',
        { ...legOn(foreign.leg), array: foreign.superblock.uuid, expected: array.uuid },
        { node: foreign.leg.nodeName },
      ),
    };
  }
  const copied = examined.filter(({ superblock }) => superblock && array.copiedFrom?.includes(superblock.uuid));
  // A leg that carries its origin's UUID carries the name of its origin's attachment too.
  const later = laterHolder(
    attachment,
    examined.filter((each) => !copied.includes(each)),
  );
  if (later) return { decision: failed('later-holder', later) };
  if (copied.length > 0) return { decision: reidentify(attachment, array, examined, copied) };
  const member = examined.filter(({ leg, superblock }) => !isNew(leg) || (superblock && ours.includes(superblock.uuid)));
  if (array.create && !known) return { decision: create(attachment, array, member, facts) };
  if (known && known.attachmentId === attachment.attachmentId && !ours.includes(known.uuid)) {
    return { decision: failed('foreign-history', { lastArray: known.uuid, assignedArray: array.uuid }) };
  }
  return { decision: assemble(attachment, array, member, inSync, known) };
}

/**
 * Legs that may hold the last writes, as the server or this node's ledger knows; a joining leg counts once md had it in sync. The ledger counts only
 * within this attachment: before it another node may have been the client.
 */
const lastInSync = ({ attachmentId, legs }: ArrayAttachment, known: ArrayFact | undefined): ReadonlySet<string> =>
  new Set([...legs.filter((leg) => leg.inSync).map((leg) => leg.legId), ...(known?.attachmentId === attachmentId ? known.inSyncLegs : [])]);

/**
 * The host's own check (S3): a superblock names the attachment that started the array last, and when that attachment was made. A later attachment of another
 * client means that the assignment comes from a restored database.
 */
function laterHolder(
  { attachmentId, volumeId, volumeName, tenure }: ArrayAttachment,
  examined: Examined[],
): AgentParams<'later-holder'> | undefined {
  if (tenure === 0) return undefined;
  const own = parseMdHolder(mdHolder({ tenure, attachmentId }))?.attachment;
  for (const { leg, superblock } of examined) {
    const holder = parseMdHolder(superblock?.name ?? '');
    if (!holder || holder.tenure < tenure || (holder.tenure === tenure && holder.attachment === own)) continue;
    const since = new Date(holder.tenure).toISOString();
    return { ...legOn(leg), volume: volumeRef(volumeId, volumeName), holder: holder.attachment, since };
  }
  return undefined;
}

/** The holder to write into the superblocks; undefined: they name it already, or nothing may be written. */
function holderToWrite({ attachmentId, tenure, mode }: ArrayAttachment, examined: Examined[]): string | undefined {
  if (tenure === 0 || mode === 'readonly') return undefined;
  const holder = mdHolder({ tenure, attachmentId });
  return examined.every(({ superblock }) => !superblock || isNamed(superblock, holder)) ? undefined : holder;
}

const isNamed = ({ name }: MdSuperblock, holder: string): boolean => name?.split(':').at(-1) === holder;

/** Superblock: null when there is none, undefined when the leg is not there or could not be read. `unread`: why it could not. */
interface Examined {
  leg: AttachedLeg;
  device: string | undefined;
  superblock: MdSuperblock | null | undefined;
  unread?: AgentReason | undefined;
}

/** A needed leg without a superblock to decide by. */
const waitForSuperblock = ({ leg, unread }: Examined, need: 'create' | 'last-writes' | 'epoch'): Decision =>
  unread ? { state: 'failed', reason: { ...recoded(unread, 'leg-unreadable'), node: leg.nodeName }, steps: [] } : waitForLeg(leg, need);

function useRunning(
  attachment: ArrayAttachment,
  array: ArrayAssignment,
  running: MdArray,
  { trace, probe, facts }: ArrayState,
): Stage<MdArray> {
  const stop = working(must({ op: 'stop-array', device: running.device, uuid: array.uuid }));
  // Half assembled, by udev or by an interrupted run: nothing uses it, so start again from the explicit list.
  if (!isStarted(running)) return { decision: stop };
  if (attachment.mode === 'readonly' && !running.readOnly && !trace.top) return { decision: stop };
  if (running.state === 'broken') return { decision: takeDown(attachment, running, trace, probe, { code: 'array-broken' }) };
  const foreign = foreignStart(attachment, running, trace, probe, facts);
  if (foreign) return { decision: takeDown(attachment, running, trace, probe, { code: 'foreign-start', foreign }) };
  return { ready: running, before: inSyncNow(attachment, array, running, trace, probe, facts) };
}

/** Why the agent stops a running array. */
type WhyStop = { code: 'array-of-earlier-epoch' | 'array-broken' } | { code: 'foreign-start'; foreign: ForeignStart };

/** Such an array gets no new members: the agent stops it and assembles it in the next turn. */
function takeDown(
  attachment: ArrayAttachment,
  { device, uuid }: MdArray,
  trace: AttachmentTrace,
  probe: AttachmentProbe,
  why: WhyStop,
): Decision {
  if (trace.top || why.code === 'foreign-start') {
    if (probe.failure) return { state: 'failed', reason: probe.failure, steps: [] };
    if (probe.holders === undefined)
      return waiting('not-probed', { volume: volumeRef(attachment.volumeId, attachment.volumeName), array: device });
    if (probe.holders.length > 0) {
      const stopped = { array: device, ...heldBy(attachment, probe.holders) };
      const details = { processes: listed(probe.holders) };
      return why.code === 'foreign-start'
        ? waiting(why.code, { ...stopped, ...why.foreign }, details)
        : waiting(why.code, stopped, details);
    }
  }
  return working(
    must(
      ...(trace.link ? [{ op: 'unpublish-device', link: attachment.volumeName } as const] : []),
      ...[trace.top, trace.crypt, trace.stripe].flatMap((mapping) =>
        mapping ? [{ op: 'remove-mapping', name: mapping.name } as const] : [],
      ),
      { op: 'stop-array', device, uuid },
    ),
  );
}

function create(attachment: ArrayAttachment, array: ArrayAssignment, examined: Examined[], facts: Facts): Decision {
  if (attachment.mode === 'readonly') return neverWritten();
  const copies = array.copies ?? DEFAULT_COPIES;
  // Such a volume is planned set by set (`arraysOf`): md's own would lose writes.
  if (array.level === 'raid10' && copies !== DEFAULT_COPIES) return failed('array-shape', { level: array.level, copies });
  const missing = examined.find(({ superblock }) => superblock === undefined);
  if (missing) return waitForSuperblock(missing, 'create');
  const ours = examined.filter(({ superblock }) => superblock);
  if (ours.length === examined.length) return assembleStep(attachment, array, examined, undefined);
  if (facts.lost) return ledgerLost({ array: array.uuid });
  const blank = examined.find(({ superblock }) => !superblock);
  const isOwn = ours.every(({ superblock }) => superblock && (attachment.tenure === 0 || isNamed(superblock, mdHolder(attachment))));
  if (blank && !isOwn) return failed('superblock-missing', { ...legOn(blank.leg), array: array.uuid }, { node: blank.leg.nodeName });
  if (ours.length > 0) {
    return working(must(...ours.map(({ device }) => ({ op: 'zero-superblock', device: device ?? '', uuid: array.uuid }) as const)));
  }
  return working(
    must({
      op: 'create-array',
      name: mdName(arrayIdOf(attachment)),
      uuid: array.uuid,
      level: array.level,
      chunkBytes: attachment.stripeSizeBytes,
      dataOffsetBytes: array.dataOffsetBytes,
      bitmapChunkBytes: array.bitmapChunkBytes,
      devices: examined.map(({ device }) => device ?? ''),
      holder: attachment.tenure === 0 ? undefined : mdHolder(attachment),
    }),
  );
}

/** Legs of a copy get the copy's UUID, when all of them are there; one operation for each UUID that they carry (docs/decisions/thin-legs.md). */
function reidentify(attachment: ArrayAttachment, { uuid }: ArrayAssignment, examined: Examined[], copied: Examined[]): Decision {
  const missing = examined.find(({ superblock }) => superblock === undefined);
  if (missing) return waitForSuperblock(missing, 'last-writes');
  const origins = [...new Set(copied.flatMap(({ superblock }) => superblock?.uuid ?? []))];
  return working(
    must(
      ...origins.map((previousUuid): Operation => {
        const devices = copied.flatMap(({ superblock, device }) => (superblock?.uuid === previousUuid ? (device ?? []) : []));
        return { op: 'rename-array', name: mdName(arrayIdOf(attachment)), uuid, previousUuid, devices };
      }),
    ),
  );
}

function assemble(
  attachment: ArrayAttachment,
  array: ArrayAssignment,
  examined: Examined[],
  inSync: ReadonlySet<string>,
  known: ArrayFact | undefined,
): Decision {
  if (attachment.mode === 'readonly' && !known && examined.every(({ superblock }) => superblock === null)) return neverWritten();
  for (const each of examined) {
    const { leg, superblock } = each;
    if (!inSync.has(leg.legId)) continue;
    if (superblock === undefined) return waitForSuperblock(each, 'last-writes');
    if (superblock === null) return failed('superblock-missing', { ...legOn(leg), array: array.uuid }, { node: leg.nodeName });
  }
  if (!examined.some(({ superblock }) => superblock)) {
    const absent = examined.find(({ superblock }) => superblock === undefined);
    return absent ? waitForSuperblock(absent, 'epoch') : failed('superblock-missing', { array: array.uuid });
  }
  const forked = forkedPair(attachment, examined, inSync);
  if (forked) return failed('forked-history', forked);
  const listed = examined.filter((each) => !partnerLostIt(attachment, each, examined, inSync));
  const earlier = examined.filter(({ superblock }) => superblock && superblock.uuid === array.previousUuid);
  if (earlier.length === 0 || array.previousUuid === null) {
    const late = attachment.mode === 'readonly' ? null : lateLegs(attachment, examined, inSync);
    return late ? assembleStep(attachment, array, late, known, true) : assembleStep(attachment, array, listed, known);
  }
  if (attachment.mode === 'readonly') return failed('earlier-epoch', {});
  return working(
    must({
      op: 'rename-array',
      name: mdName(arrayIdOf(attachment)),
      uuid: array.uuid,
      previousUuid: array.previousUuid,
      devices: earlier.flatMap(({ device }) => device ?? []),
    }),
  );
}

/**
 * A leg that was not in sync, that the superblock of an in-sync half lists as missing, and that was not taken back since. The agent adds it to the running array
 * later: in the list, md could take it for the newest leg if someone started it alone meanwhile. Only the in-sync list counts, never the number of halves that agree.
 */
function partnerLostIt(attachment: ArrayAttachment, each: Examined, examined: Examined[], inSync: ReadonlySet<string>): boolean {
  if (inSync.has(each.leg.legId)) return false;
  const known = examined.filter(({ leg }) => inSync.has(leg.legId));
  const halves = known.filter(({ leg }) => areHalves(attachment, each.leg, leg));
  return halves.some((other) => haveOneSlot(other, each)) || (halves.some((other) => lacks(other, each)) && !isBackSince(each, known));
}

/** md has given the slot to another leg since. */
const haveOneSlot = (one: Examined, other: Examined): boolean =>
  Boolean(one.superblock && other.superblock) && slotOf(one.leg, one.superblock) === slotOf(other.leg, other.superblock);

/** Two legs of one mirror were in sync and were each started without the other since (histories.ts). */
function forkedPair(
  attachment: ArrayAttachment,
  examined: Examined[],
  inSync: ReadonlySet<string>,
): AgentParams<'forked-history'> | undefined {
  const known = examined.filter(({ leg }) => inSync.has(leg.legId));
  const isLink = (one: Examined, via: Examined, other: Examined) =>
    areHalves(attachment, one.leg, via.leg) && isOlder(one, via) && isOlder(via, other);
  for (const one of known) {
    const other = known.find((each) => areHalves(attachment, one.leg, each.leg) && lacks(one, each) && lacks(each, one));
    if (!other || known.some((via) => isLink(one, via, other) || isLink(other, via, one))) continue;
    const { leg: otherLeg, node: otherNode } = legOn(other.leg);
    return { ...legOn(one.leg), otherLeg, otherNode };
  }
  return undefined;
}

/** The ledger has a leg of this array in sync that is not assigned: the server has forgotten it (S14). Only md may decide whether others are as new. */
const isLegForgotten = ({ attachmentId, legs }: ArrayAttachment, { uuid }: ArrayAssignment, known: ArrayFact | undefined): boolean =>
  known?.attachmentId === attachmentId && known.uuid === uuid && !known.inSyncLegs.every((id) => legs.some(({ legId }) => legId === id));

const assembleStep = (
  attachment: ArrayAttachment,
  array: ArrayAssignment,
  examined: Examined[],
  known: ArrayFact | undefined,
  force = false,
): Decision =>
  working(
    must({
      op: 'assemble-array',
      name: mdName(arrayIdOf(attachment)),
      uuid: array.uuid,
      devices: examined.flatMap(({ device, superblock }) => (device !== undefined && superblock ? [device] : [])),
      readOnly: attachment.mode === 'readonly',
      // Only for an accepted loss, until the array has been reported under its new UUID.
      run: force || (array.previousUuid !== null && !isLegForgotten(attachment, array, known)),
      ...(force && { force }),
      holder: holderToWrite(attachment, examined),
    }),
  );

const neverWritten = (): Decision => failed('never-written', {});

export const waitForLeg = (leg: AttachedLeg, need: 'create' | 'last-writes' | 'epoch' | 'no-redundancy'): Decision =>
  waiting('leg-missing', { ...legOn(leg), need }, { node: leg.nodeName });
