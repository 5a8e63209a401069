import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { MdMember, MdSuperblock } from '../../host/host.js';
import { setOf, slotOf } from '../attachment-trace.js';

/*
 * What the superblocks of one mirror set say of each other (md(4), SUPER BLOCK: each names the slots that were active at its last write; "." is missing).
 *  - two halves: each lists the other as missing only if each ran without the other. Contents differ, and event counts do not tell which is right.
 *  - three halves: B runs without C, then A without B; C comes back from A, then A is lost. Now B and C list each other as missing, and nobody started
 *    either alone: B is older than A, which B lists and which runs without B, and A is older than C. So a third half can show that two have one history.
 */
export interface Read {
  leg: AttachedLeg;
  superblock: MdSuperblock | null | undefined;
}

/** Two different halves of one mirror set. */
export const areHalves = (attachment: AttachmentAssignment, one: AttachedLeg, other: AttachedLeg): boolean =>
  one.index !== other.index && setOf(attachment, one) === setOf(attachment, other);

/** `one` ran without `other`, by its superblock. */
export const lacks = (one: Read, other: Read): boolean => one.superblock?.arrayState?.[slotOf(other.leg, other.superblock)] === '.';

const lists = ({ superblock }: Read, slot: number): boolean => !['.', undefined].includes(superblock?.arrayState?.[slot]);

/** `other` ran on without `one`, and had all that `one` has. */
export const isOlder = (one: Read, other: Read): boolean => lacks(other, one) && lists(one, slotOf(other.leg, other.superblock));

/** Active members in the other slots of the leg's mirror set. */
const partnersIn = (attachment: AttachmentAssignment, active: readonly MdMember[], { leg, superblock }: Read): MdMember[] =>
  active.filter(
    ({ slot }) => slot !== null && slot !== slotOf(leg, superblock) && setOf(attachment, { index: slot }) === setOf(attachment, leg),
  );

/** Active members of the leg's mirror set that its superblock lists as missing, and those that it lists as active too. */
export function partnersOf(attachment: AttachmentAssignment, active: readonly MdMember[], read: Read) {
  const partners = partnersIn(attachment, active, read);
  const missing = partners.filter(({ slot }) => read.superblock?.arrayState?.[slot ?? -1] === '.');
  return { missing, listed: partners.filter(({ slot }) => lists(read, slot ?? -1)) };
}
