import { isDeepStrictEqual } from 'node:util';
import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import { isStarted } from '@weft/shared/messages/report';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import { type ArrayAttachment, arrayIdOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { MdArray } from '../../host/host.js';
import { type ArrayFact, type FactChange, type Facts, markedBut } from '../../ledger/facts.js';
import type { AttachmentTrace } from '../attachment-trace.js';
import { mayLoseWrites } from '../incarnations/incarnation.js';
import type { AttachmentProbe } from '../plan.js';
import { foreignStart, startOf } from './foreign-start.js';

/** The in-sync legs of a running array, to store before anything relies on them or the array stops (S11); empty: stored already, or uncertain. */
export function inSyncNow(
  attachment: ArrayAttachment,
  { uuid }: NonNullable<ArrayAttachment['array']>,
  running: MdArray,
  trace: AttachmentTrace,
  probe: AttachmentProbe,
  facts: Facts,
): FactChange[] {
  if (!isStarted(running) || running.state === 'broken') return [];
  if (foreignStart(attachment, running, trace, probe, facts)) return [];
  const { attachmentId, epoch, legs } = attachment;
  const volumeId = arrayIdOf(attachment);
  const inSyncLegs = running.members
    .filter((member) => member.flags.includes('in_sync') && !member.flags.includes('faulty'))
    .flatMap((member) => legs.find((leg) => trace.heads.get(leg.legId)?.device === member.device)?.legId ?? [])
    .sort();
  const start = startOf(running, trace);
  const before = facts.arrays[volumeId];
  const own = before?.attachmentId === attachmentId && before.uuid === uuid ? before : undefined;
  const fact: ArrayFact = {
    ...{ attachmentId, epoch, uuid, inSyncLegs, start },
    ...stayedSince(attachment, before, inSyncLegs),
    ...incarnationsNow(own, inSyncLegs, trace),
    ...markedBut(own?.recentMarked, inSyncLegs),
  };
  // A head that is missing for a moment hides its member: store only a list that md itself confirms (degraded or complete).
  const complete = inSyncLegs.length === running.raidDisks - running.degraded;
  const changed = complete && !isDeepStrictEqual(before, fact);
  return changed ? [{ fact: 'array', volumeId, array: fact }] : [];
}

/** A leg that is out keeps the incarnation that the array last knew. */
function incarnationsNow(
  before: ArrayFact | undefined,
  inSyncLegs: readonly string[],
  { heads }: AttachmentTrace,
): Pick<ArrayFact, 'incarnations'> {
  const kept = Object.entries(before?.incarnations ?? {}).filter(([legId]) => !inSyncLegs.includes(legId));
  const now = inSyncLegs.flatMap((legId) => {
    const head = heads.get(legId);
    return head && mayLoseWrites(head) ? [[legId, head.nguid] as const] : [];
  });
  const all = [...kept, ...now].sort(([a], [b]) => a.localeCompare(b));
  return all.length > 0 ? { incarnations: Object.fromEntries(all) } : {};
}

/**
 * With three halves, and while a leg is out: the legs that stayed in sync beside it (`ArrayFact.stayed`). Of a leg that was in sync at the last durable report
 * and is out from the start, which is then not newer (foreign-start.ts): those that the array was started with. The client before lost the halves one by one.
 */
function stayedSince(
  { array, attachmentId, legs }: AttachmentAssignment,
  before: ArrayFact | undefined,
  inSyncLegs: readonly string[],
): Pick<ArrayFact, 'stayed'> {
  if ((array?.copies ?? DEFAULT_COPIES) === DEFAULT_COPIES) return {};
  const own = before?.attachmentId === attachmentId && before.uuid === array?.uuid ? before : undefined;
  const known = { ...own?.stayed, ...Object.fromEntries(own?.inSyncLegs.map((legId) => [legId, own.inSyncLegs]) ?? []) };
  const stayed = legs.flatMap(({ legId, inSync }) => {
    const atTheStart = own || !inSync ? [] : inSyncLegs;
    const beside = inSyncLegs.includes(legId) ? [] : (known[legId] ?? atTheStart).filter((each) => inSyncLegs.includes(each));
    return beside.length > 0 ? [[legId, beside] as const] : [];
  });
  return stayed.length > 0 ? { stayed: Object.fromEntries(stayed) } : {};
}
