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

const eventsOf = ({ superblock }: Read): number => superblock?.events ?? 0;

const lists = ({ superblock }: Read, slot: number): boolean => !['.', undefined].includes(superblock?.arrayState?.[slot]);

/** `other` ran on without `one`, and had all that `one` has. */
export const isOlder = (one: Read, other: Read): boolean => lacks(other, one) && lists(one, slotOf(other.leg, other.superblock));

/**
 * md added the leg again after a half had listed it as missing, and the client was lost before that half was told. The newest superblocks of legs that were in
 * sync list the leg, it is not newer than they are, and it lists all of them. mdadm starts such an array only together with the leg, which it counts as rebuilding.
 */
export function isBackSince(leg: Read, inSync: readonly Read[]): boolean {
  const newest = Math.max(...inSync.map(eventsOf));
  const latest = inSync.filter((read) => eventsOf(read) === newest);
  return (
    eventsOf(leg) <= newest &&
    latest.every((read) => lists(read, slotOf(leg.leg, leg.superblock))) &&
    inSync.every((other) => lists(leg, slotOf(other.leg, other.superblock)))
  );
}

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

/** A superblock lists slots: no other leg has been given this one since, as while a leg is replaced, or when two of three halves came back in another order. */
function hasOwnSlot(attachment: AttachmentAssignment, { leg, superblock }: Read, reads: readonly Read[]): boolean {
  const others = attachment.legs.filter((other) => other !== leg && setOf(attachment, other) === setOf(attachment, leg));
  const found = others.map((other) => reads.find((read) => read.leg === other));
  const isTaken = found.some((other) => other?.superblock && slotOf(other.leg, other.superblock) === slotOf(leg, superblock));
  const isKnown = others.length < 2 || found.every((other) => other?.superblock !== undefined);
  return !isTaken && isKnown && others.every(({ index }) => index !== leg.index);
}

/** How many events mdadm lets a superblock be older (Assemble.c). */
const TAKEN_BEHIND = 1;

/**
 * Legs to start by force, because the superblocks of some are older than mdadm takes; null: mdadm starts what is there by itself, or may not.
 * Targets of several legs lost their power and came back as other incarnations: md waited for the superblocks of the legs that it could not reach, then their
 * devices went, and md failed those that had a partner, each time with a newer superblock on the others. The last half of a set is never failed, and keeps its old
 * one. It has every write: md lists a leg as failed, and writes that, before it completes a write without it (MD_SB_CHANGE_PENDING in drivers/md/md.c). So a leg
 * that the newest superblock lists as active is as new as that one. Seen on Linux 6.12 (docs/decisions/incarnations.md).
 * @param reads all legs that were in sync, each with a superblock, and others that are there.
 */
export function lateLegs<T extends Read>(attachment: AttachmentAssignment, reads: readonly T[], inSync: ReadonlySet<string>): T[] | null {
  const newest = Math.max(...reads.map(eventsOf));
  const known = reads.filter(({ leg, superblock }) => superblock && inSync.has(leg.legId));
  const late = known.filter((read) => eventsOf(read) + TAKEN_BEHIND < newest);
  const witnesses = reads.filter((read) => eventsOf(read) === newest);
  const active = known.filter(
    (read) =>
      witnesses.every((witness) => witness.superblock?.arrayState?.[slotOf(read.leg, read.superblock)] === 'A') &&
      hasOwnSlot(attachment, read, reads),
  );
  const sets = new Set(attachment.legs.map((leg) => setOf(attachment, leg)));
  const isWhole = [...sets].every((set) => active.some(({ leg }) => setOf(attachment, leg) === set));
  return isWhole && active.some((read) => late.includes(read)) ? active : null;
}
