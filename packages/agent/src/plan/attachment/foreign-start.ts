import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { MdArray, MdMember } from '../../host/host.js';
import type { ArrayFact, Facts } from '../../ledger/facts.js';
import { type AttachmentTrace, headPath, liveHead } from '../attachment-trace.js';
import type { AttachmentProbe } from '../plan.js';

/*
 * An array that runs was started by Weft or by somebody else (`mdadm --run`, udev). It is adopted only if Weft could have started it:
 *  - its members are legs of the attachment, and
 *  - every leg that was in sync at the last durable report is in sync in it, or failed while it ran, or is reachable and not newer than its partner.
 * Whatever else runs may lack what was written last (S4, S11). A start that was adopted is remembered: what fails in it later is md's own business.
 */

/** Names one start of one array. */
export const startOf = ({ device, sequence }: MdArray, { bootId }: AttachmentTrace): string => `${bootId} ${device} ${sequence ?? '-'}`;

/** What the ledger has of this array in this attachment; of an earlier attachment or epoch it says nothing. */
const knownOf = ({ attachmentId, volumeId }: AttachmentAssignment, { uuid }: MdArray, facts: Facts): ArrayFact | undefined => {
  const known = facts.arrays[volumeId];
  return known?.attachmentId === attachmentId && known.uuid === uuid ? known : undefined;
};

const isActive = ({ flags }: MdMember): boolean => flags.includes('in_sync') && !flags.includes('faulty');

/** Legs whose superblocks tell whether this start is to be adopted: they were in sync, and are not in sync in it. None: nothing is to be found out. */
export function legsInDoubt(attachment: AttachmentAssignment, running: MdArray, trace: AttachmentTrace, facts: Facts): AttachedLeg[] {
  const known = knownOf(attachment, running, facts);
  if (known?.start === startOf(running, trace)) return [];
  const active = new Set(running.members.filter(isActive).map(({ device }) => device));
  return attachment.legs.filter(
    ({ legId, inSync }) => (known ? known.inSyncLegs.includes(legId) : inSync) && !active.has(trace.heads.get(legId)?.device ?? ''),
  );
}

/** Why this start is not adopted; undefined: it is. */
export function foreignStart(
  attachment: AttachmentAssignment,
  running: MdArray,
  trace: AttachmentTrace,
  probe: AttachmentProbe,
  facts: Facts,
): string | undefined {
  if (knownOf(attachment, running, facts)?.start === startOf(running, trace)) return undefined;
  const devices = new Set([...trace.heads.values()].map(({ device }) => device));
  const stranger = running.members.find((member) => !member.flags.includes('faulty') && !devices.has(member.device));
  if (stranger) return `array ${running.device} has member ${stranger.device}, which is no leg of volume ${attachment.volumeName}`;
  // A failed member whose leg has no device any more stands for one leg.
  let failedWithoutLeg = running.members.filter(({ flags, device }) => flags.includes('faulty') && !devices.has(device)).length;
  for (const leg of legsInDoubt(attachment, running, trace, facts)) {
    const head = trace.heads.get(leg.legId);
    if (head ? running.members.some(({ device, flags }) => device === head.device && flags.includes('faulty')) : failedWithoutLeg-- > 0)
      continue;
    const device = liveHead(leg, trace);
    const superblock = device && probe.superblocks?.get(headPath(device));
    if (superblock?.uuid === running.uuid && !hasLost(superblock.arrayState, running.members.filter(isActive), leg)) continue;
    return `array ${running.device} runs without leg ${leg.index} on node ${leg.nodeName}, which was in sync at the last durable report and ${superblock ? 'is newer' : 'may be newer'}`;
  }
  return undefined;
}

/** The leg's superblock has its partner as missing, which runs now: two histories. */
const hasLost = (arrayState: string | null, active: readonly MdMember[], leg: AttachedLeg): boolean =>
  active.some(({ slot }) => slot !== null && slot !== leg.index && slot >> 1 === leg.index >> 1 && arrayState?.[slot] === '.');

/**
 * A leg that is out, with a superblock by which its partner is missing, though that one is in sync: somebody started the leg by itself, and what was written then
 * is in no bitmap of the array. md would take it back as if it had only been away (event counts compare within one history only).
 */
export const isForked = (arrayState: string | null, running: MdArray, leg: AttachedLeg): boolean =>
  hasLost(arrayState, running.members.filter(isActive), leg);
