import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import { type ArrayAttachment, arrayIdOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { AgentParams } from '@weft/shared/text/catalogue/agent/agent-messages';
import type { MdArray, MdMember } from '../../host/host.js';
import type { ArrayFact, Facts } from '../../ledger/facts.js';
import { legOn } from '../../reason/leg-on.js';
import { type AttachmentTrace, headPath, liveHead, memberOf } from '../attachment-trace.js';
import type { AttachmentProbe } from '../plan.js';
import { areHalves, isOlder, partnersOf, type Read } from './histories.js';

/*
 * A running array was started by Weft or by something else (`mdadm --run`, udev). The agent adopts it only if Weft could have started it:
 *  - its members are legs of the attachment, and
 *  - every leg that was in sync at the last durable report is in sync in it, or failed while it ran, or is reachable and not newer than its partners.
 * Any other running array may lack the last writes (S4, S11). The ledger stores an adopted start: md handles later failures in it.
 */

/** Identifies one start of one array. */
export const startOf = ({ device, sequence }: MdArray, { bootId }: AttachmentTrace): string => `${bootId} ${device} ${sequence ?? '-'}`;

/** The ledger's fact about this array in this attachment; a fact of an earlier attachment or epoch does not count. */
const knownOf = (attachment: ArrayAttachment, { uuid }: MdArray, facts: Facts): ArrayFact | undefined => {
  const known = facts.arrays[arrayIdOf(attachment)];
  return known?.attachmentId === attachment.attachmentId && known.uuid === uuid ? known : undefined;
};

const isActive = ({ flags }: MdMember): boolean => flags.includes('in_sync') && !flags.includes('faulty');

/** Legs whose superblocks decide whether this start is adopted: they were in sync before and are not in sync in it. Empty: nothing to check. */
export function legsInDoubt(attachment: ArrayAttachment, running: MdArray, trace: AttachmentTrace, facts: Facts): AttachedLeg[] {
  const known = knownOf(attachment, running, facts);
  if (known?.start === startOf(running, trace)) return [];
  const active = new Set(running.members.filter(isActive).map(({ device }) => device));
  return attachment.legs.filter(
    ({ legId, inSync }) => (known ? known.inSyncLegs.includes(legId) : inSync) && !active.has(trace.heads.get(legId)?.device ?? ''),
  );
}

/** A member that is no leg of the volume, or a leg that was in sync and is missing. */
export type ForeignStart = Pick<AgentParams<'foreign-start'>, 'member' | 'leg' | 'node' | 'newer'>;

/** Why the agent does not adopt this start; undefined: it does. */
export function foreignStart(
  attachment: ArrayAttachment,
  running: MdArray,
  trace: AttachmentTrace,
  probe: AttachmentProbe,
  facts: Facts,
): ForeignStart | undefined {
  if (knownOf(attachment, running, facts)?.start === startOf(running, trace)) return undefined;
  const devices = new Set([...trace.heads.values()].map(({ device }) => device));
  const stranger = running.members.find((member) => !member.flags.includes('faulty') && !devices.has(member.device));
  if (stranger) return { member: stranger.device, newer: 'may-be' };
  // A failed member that is no leg's current device accounts for one leg without a device.
  let failedWithoutLeg = running.members.filter(({ flags, device }) => flags.includes('faulty') && !devices.has(device)).length;
  const inDoubt = legsInDoubt(attachment, running, trace, facts);
  const old = notNewer(
    attachment,
    running,
    inDoubt.map((leg) => read(leg, trace, probe)),
  );
  for (const leg of inDoubt) {
    const head = trace.heads.get(leg.legId);
    if (head ? running.members.some(({ device, flags }) => device === head.device && flags.includes('faulty')) : failedWithoutLeg-- > 0)
      continue;
    if (old.has(leg.legId)) continue;
    return { ...legOn(leg), newer: read(leg, trace, probe).superblock ? 'is' : 'may-be' };
  }
  return undefined;
}

function read(leg: AttachedLeg, trace: AttachmentTrace, probe: AttachmentProbe): Read {
  const head = liveHead(leg, trace);
  return { leg, superblock: head && probe.superblocks?.get(headPath(head)) };
}

/** Ids of legs without writes that the running array lacks: they list a half of it as active, or are older than such a leg (histories.ts). */
function notNewer(attachment: AttachmentAssignment, running: MdArray, read: readonly Read[]): ReadonlySet<string> {
  const active = running.members.filter(isActive);
  const ours = read.filter(({ superblock }) => superblock?.uuid === running.uuid);
  const follows = (one: Read) => {
    const { missing, listed } = partnersOf(attachment, active, one);
    return missing.length === 0 || listed.length > 0;
  };
  const old = ours.filter(
    (one) => follows(one) || ours.some((via) => areHalves(attachment, one.leg, via.leg) && follows(via) && isOlder(one, via)),
  );
  return new Set(old.map(({ leg }) => leg.legId));
}

/**
 * A leg outside the array whose superblock lists a partner as missing, although that partner is in sync: someone may have started the leg without it, and no
 * bitmap of the array holds the writes of that time. md would re-add it as if it had only been unreachable (event counts compare within one history only).
 * Of three halves the other two may have left and returned one after the other. The ledger shows that, if a half that the leg lists as active has been in
 * sync in this array ever since the leg left it.
 */
export function isForked(attachment: ArrayAttachment, one: Read, running: MdArray, trace: AttachmentTrace, facts: Facts): boolean {
  const { missing, listed } = partnersOf(attachment, running.members.filter(isActive), one);
  if (missing.length === 0) return false;
  const stayed = knownOf(attachment, running, facts)?.stayed?.[one.leg.legId] ?? [];
  return !attachment.legs.some((leg) => stayed.includes(leg.legId) && listed.some((member) => member === memberOf(leg, trace)));
}
