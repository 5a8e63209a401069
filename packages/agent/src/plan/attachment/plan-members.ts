import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { Reason } from '@weft/shared/messages/report';
import type { MdArray, MdMember, MdSuperblock } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import { type AttachmentTrace, headPath, isActive, liveHead, memberOf } from '../attachment-trace.js';
import type { AttachmentProbe, World } from '../plan.js';
import { heldBackMs } from '../returns.js';
import { isForked } from './foreign-start.js';

/*
 * Members of a running mirror (never of a broken or read-only one).
 *  - failed, and its leg is back under this array's UUID, whatever its device name is now: removed, then added by --re-add (bitmap).
 *    It flaps: held back longer each time. Without a superblock, or with another UUID: left alone and reported.
 *  - joining beside a leg that can be read: --add-spare and --replace, when no resync runs. Beside a lost leg: that one is removed, the new one added.
 *  - joining beside the array's first leg with bad blocks: mdadm (up to 4.4) copies that leg's superblock with its flag, which the kernel refuses on a new
 *    device. So the agent fails and removes that leg first, if its partner has no bad blocks, and md rebuilds the new leg from the partner. In a degraded array
 *    it does so only if a leg that joins another mirror could otherwise never be added, because mdadm adds nothing to an array with such a first leg.
 *  - the joining leg is in sync: the agent removes what is left of the leaving leg from md.
 * One change of an array at a time: the agent plans the next one on its result.
 */
export interface MembersPlan {
  /** The first is due. Each of the others runs only while those before it keep failing: one leg that md refuses must not block the rest. */
  changes: Operation[][];
  /** By leg id: what the agent does or waits for. */
  reasons: ReadonlyMap<string, Reason>;
}
type Array_ = NonNullable<AttachmentAssignment['array']>;

interface Move {
  steps: Operation[];
  reason: Reason | null;
}
const NOTHING: Move = { steps: [], reason: null };

export const isManaged = (attachment: AttachmentAssignment, running: MdArray): boolean =>
  attachment.mode !== 'readonly' && !running.readOnly && !['inactive', 'clear', 'broken'].includes(running.state);

/** Devices whose superblock the plan needs: reachable legs that are not in the array. */
export function strayDevices(attachment: AttachmentAssignment, trace: AttachmentTrace): string[] {
  if (!trace.array || !isManaged(attachment, trace.array)) return [];
  return attachment.legs
    .filter((leg) => isOut(memberOf(leg, trace)))
    .flatMap((leg) => liveHead(leg, trace) ?? [])
    .map(headPath);
}

const isOut = (member: MdMember | undefined): boolean => member === undefined || member.flags.includes('faulty');

export function planMembers(
  attachment: AttachmentAssignment,
  array: Array_,
  running: MdArray,
  trace: AttachmentTrace,
  world: World,
): MembersPlan {
  const reasons = new Map<string, Reason>();
  if (!isManaged(attachment, running)) return { changes: [], reasons };
  const members = new Members(attachment, array, running, trace, world);
  const moves = attachment.legs.map((leg) => ({ leg, move: members.move(leg) }));
  for (const { leg, move } of moves) if (move.reason) reasons.set(leg.legId, move.reason);
  const changes = [members.speed(), members.strangers(), ...moves.map(({ move }) => move.steps)].filter((each) => each.length > 0);
  return { changes, reasons };
}

class Members {
  private readonly probe: AttachmentProbe;
  private readonly inSyncLegs: readonly string[];

  constructor(
    private readonly attachment: AttachmentAssignment,
    private readonly array: Array_,
    private readonly running: MdArray,
    private readonly trace: AttachmentTrace,
    private readonly world: World,
  ) {
    this.probe = world.probes.get(attachment.attachmentId) ?? {};
    const known = world.facts.arrays[attachment.volumeId];
    this.inSyncLegs = known?.uuid === array.uuid ? known.inSyncLegs : [];
  }

  /** The kernel loses these limits whenever the array stops. */
  speed(): Operation[] {
    const [wanted, now] = [this.array.syncSpeed, this.running.syncSpeedLimits];
    if (!wanted || !now) return [];
    const same = wanted.minBytesPerSecond === now.minBytesPerSecond && wanted.maxBytesPerSecond === now.maxBytesPerSecond;
    return same ? [] : [{ op: 'set-sync-speed', ...this.at, ...wanted }];
  }

  /** Failed members that are no leg's current device: the leg has another device name now, or left this volume. */
  strangers(): Operation[] {
    const today = new Set([...this.trace.heads.values()].map((head) => head.device));
    return this.running.members
      .filter((member) => member.flags.includes('faulty') && member.slot === null && !today.has(member.device))
      .map(({ device }) => ({ op: 'remove-member', ...this.at, member: device }));
  }

  move(leg: AttachedLeg): Move {
    const fresh = leg.role === 'joining' && !leg.inSync && !this.inSyncLegs.includes(leg.legId);
    return fresh ? this.join(leg) : this.comeBack(leg);
  }

  private comeBack(leg: AttachedLeg): Move {
    const member = memberOf(leg, this.trace);
    if (!isOut(member)) return NOTHING;
    const successor = this.attachment.legs.find((other) => other.role === 'joining' && other.index === leg.index && other !== leg);
    if (leg.role === 'leaving' && successor && !isOut(memberOf(successor, this.trace))) return { steps: this.out(member), reason: null };
    const found = this.superblock(leg);
    if ('reason' in found) return { steps: [], reason: found.reason };
    if (!found.superblock)
      return said(
        'superblock-missing',
        `${named(leg)} has left the array and carries no superblock of it; it was left alone, and has to be replaced`,
      );
    if (found.superblock.uuid !== this.array.uuid) return foreign(leg, found.superblock);
    if (isForked(found.superblock.arrayState, this.running, leg))
      return said(
        'forked-history',
        `${named(leg)} was started by itself while it was out, and may hold writes of its own; it was left alone, and has to be replaced`,
      );
    if (leg.role === 'leaving' && successor && found.superblock.badBlocks)
      return said(
        'leg-unhealthy',
        `${named(leg)} has bad blocks and was taken out; leg ${leg.index} on node ${successor.nodeName} takes its place`,
      );
    const heldMs = heldBackMs(this.world.returns.get(leg.legId), this.world.nowMs);
    if (heldMs > 0)
      return said(
        'leg-flaps',
        `${named(leg)} has come and gone ${this.world.returns.get(leg.legId)?.count} times; it is taken back in ${Math.ceil(heldMs / 1000)} s if it stays`,
      );
    if (member && member.slot !== null) return said('leg-failing', `${named(leg)} has failed, and md has not let go of it yet`);
    return { steps: [...this.out(member), { op: 're-add-member', ...this.at, device: found.device }], reason: null };
  }

  private join(leg: AttachedLeg): Move {
    const { running } = this;
    const member = memberOf(leg, this.trace);
    const old = this.attachment.legs.find((other) => other.role !== 'joining' && other.index === leg.index);
    const oldMember = old && memberOf(old, this.trace);
    if (member && !isOut(member)) {
      if (isActive(member)) return { steps: oldMember && !isActive(oldMember) ? this.out(oldMember) : [], reason: null };
      if (member.slot !== null || !isActive(oldMember)) return NOTHING;
    } else if (member) return { steps: this.out(member), reason: null };

    const found = member ? null : this.superblock(leg);
    if (found && 'reason' in found) return { steps: [], reason: found.reason };
    if (found?.superblock && found.superblock.uuid !== this.array.uuid) return foreign(leg, found.superblock);
    const device = found?.device ?? `/dev/${member?.device}`;
    // Left by an interrupted rebuild: start over.
    const blank: Operation[] = found?.superblock ? [{ op: 'zero-superblock', device, uuid: this.array.uuid }] : [];
    if (old && oldMember && isActive(oldMember)) {
      if (running.syncAction !== 'idle')
        return said('recovery-running', `${named(leg)} is copied onto when the copy that runs now is done`);
      if (running.degraded > 0) return this.holdsUpOthers(oldMember, leg) ? this.fail(oldMember, old) : otherFirst(leg);
      if (this.isFirst(oldMember) && oldMember.badBlocks > 0) return this.fail(oldMember, old);
      const steps: Operation[] = [...blank, { op: 'replace-member', ...this.at, old: oldMember.device, device }];
      return { steps, reason: this.refusedBeside(leg) };
    }
    if (oldMember?.slot !== null && oldMember)
      return said('leg-failing', `${old && named(old)} has failed, and md has not let go of it yet`);
    const out = this.out(oldMember);
    const taken = new Set(running.members.filter((each) => !isOut(each)).map((each) => each.slot));
    const free = Array.from({ length: running.raidDisks }, (_, slot) => slot).find((slot) => !taken.has(slot));
    // md gives a spare the lowest free slot, which must be one of this leg's mirror.
    if (free === undefined || free >> 1 !== leg.index >> 1) return { ...otherFirst(leg), steps: out };
    return { steps: [...out, ...blank, { op: 'add-member', ...this.at, device }], reason: this.refusedBeside(leg) };
  }

  /** `old` is the first leg and has bad blocks, and a reachable leg has to be added to another mirror, in a slot without an active member. */
  private holdsUpOthers(old: MdMember, leg: AttachedLeg): boolean {
    if (!this.isFirst(old) || old.badBlocks === 0) return false;
    return this.attachment.legs.some((other) => {
      const isLacking = !this.running.members.some((member) => isActive(member) && member.slot === other.index);
      return other.role === 'joining' && other.index >> 1 !== leg.index >> 1 && isLacking && liveHead(other, this.trace) !== undefined;
    });
  }

  /** Later versions of mdadm may accept it: the agent tries, and reports this reason. */
  private refusedBeside(leg: AttachedLeg): Reason | null {
    const first = this.running.members.find((member) => isActive(member) && this.isFirst(member));
    if (!first || first.badBlocks === 0) return null;
    const its = this.attachment.legs.find((other) => memberOf(other, this.trace) === first);
    const sides = this.running.members.filter((member) => isActive(member) && (member.slot ?? 0) >> 1 === leg.index >> 1);
    const isOnlySide = sides.length === 1 && sides[0] === first;
    return {
      code: isOnlySide ? 'only-side-bad' : 'first-leg-bad',
      message: `${named(leg)} cannot be added: ${its ? named(its) : first.device} has bad blocks, and mdadm (up to 4.4) adds nothing to an array whose first leg has. ${
        isOnlySide
          ? 'It is the only side left of its mirror: copy what can be read to another volume'
          : 'It goes on when that one has been replaced'
      }`,
    };
  }

  private isFirst(member: MdMember): boolean {
    return this.running.members.every((other) => !isActive(other) || (other.slot ?? 0) >= (member.slot ?? 0));
  }

  private fail(member: MdMember, leg: AttachedLeg): Move {
    const partners = this.running.members.filter(
      (other) => other !== member && isActive(other) && (other.slot ?? -1) >> 1 === (member.slot ?? 0) >> 1,
    );
    if (!partners.some(({ badBlocks }) => badBlocks === 0))
      return said(
        'both-sides-bad',
        `${named(leg)} has bad blocks, and its partner is missing or has some too: it is not taken out. Copy what can be read to another volume`,
      );
    return { steps: [{ op: 'fail-member', ...this.at, member: member.device }], reason: null };
  }

  /** md releases a failed member after its last I/O has completed. */
  private out(member: MdMember | undefined): Operation[] {
    return member?.flags.includes('faulty') && member.slot === null ? [{ op: 'remove-member', ...this.at, member: member.device }] : [];
  }

  private superblock(leg: AttachedLeg): { device: string; superblock: MdSuperblock | null } | { reason: Reason | null } {
    const head = liveHead(leg, this.trace);
    if (!head)
      return {
        reason: {
          code: 'leg-missing',
          message: `waits for ${named(leg)}: it comes back by itself when a path to it is live`,
          node: leg.nodeName,
        },
      };
    const device = headPath(head);
    const unread = this.probe.unread?.get(device);
    const superblock = this.probe.superblocks?.get(device);
    if (superblock !== undefined) return { device, superblock };
    return { reason: unread ? { ...unread, code: 'leg-unreadable' } : null };
  }

  private get at(): { array: string; uuid: string } {
    return { array: this.running.device, uuid: this.array.uuid };
  }
}

const named = (leg: AttachedLeg): string => `leg ${leg.index} on node ${leg.nodeName}`;
const said = (code: string, message: string): Move => ({ steps: [], reason: { code, message } });
const foreign = (leg: AttachedLeg, { uuid }: MdSuperblock): Move =>
  said('foreign-superblock', `${named(leg)} carries array ${uuid}, of another volume or epoch; it was left alone`);
const otherFirst = (leg: AttachedLeg): Move =>
  said('other-leg-missing', `${named(leg)} waits: another leg of the array is missing, and md would give it that one's place`);
