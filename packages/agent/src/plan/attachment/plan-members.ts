import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import { isStarted } from '@weft/shared/messages/report';
import { type ArrayAttachment, arrayIdOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { AgentCode, AgentParams } from '@weft/shared/text/catalogue/agent/agent-messages';
import { MiB } from '@weft/shared/units';
import type { MdArray, MdMember, MdSuperblock } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import type { ArrayFact } from '../../ledger/facts.js';
import { legOn } from '../../reason/leg-on.js';
import { type AgentReason, reason, recoded } from '../../reason/reason.js';
import {
  type AttachmentTrace,
  activeBeside,
  headPath,
  isActive,
  isIn,
  liveHead,
  memberOf,
  reachableMembers,
  setOf,
} from '../attachment-trace.js';
import { drillFault, isDrilledLeg } from '../drill-fault.js';
import { isOther, mayLoseWrites } from '../incarnations/incarnation.js';
import type { AttachmentProbe, World } from '../plan.js';
import { heldBackMs } from '../returns.js';
import { runsOwnCheck } from '../scrub/plan-scrub.js';
import { isForked } from './foreign-start.js';

/*
 * Members of a running mirror (never of a broken or read-only one).
 *  - failed, and its leg is back under this array's UUID, whatever its device name is now: removed, then added by --re-add (bitmap).
 *    It flaps: held back longer each time. Without a superblock, or with another UUID: left alone and reported.
 *  - the same, but it may have lost writes that no bitmap marks (plan/incarnations/): its superblock is cleared, and it is added and rebuilt in full, which is
 *    reported until it is in sync. If that was interrupted, it has no superblock. While no half of its set that is in sync can be reached, it waits for one and
 *    keeps its superblock; so does a joining leg that is to be added.
 *  - may lose writes, and is unreachable for some time while md counts it as active: failed, if a partner is reachable. Its bits would go away.
 *  - its device is gone while md counts it as active: without I/O md does not notice, and refuses the leg when it is back. Failed, if a partner is reachable.
 *  - joining beside a leg that can be read: --add-spare and --replace, when no resync runs. Beside a lost leg: that one is removed, the new one added.
 *    md gives it the lowest free slot of the set. Of three halves two may be out, and then that slot may not be the leg's index: all slots of a set are alike.
 *  - joining beside the array's first leg with bad blocks: mdadm (up to 4.4) copies that leg's superblock with its flag, which the kernel refuses on a new
 *    device. So the agent fails and removes that leg first, if its partner has no bad blocks, and md rebuilds the new leg from the partner. In a degraded array
 *    it does so only if a leg that joins another mirror could otherwise never be added, because mdadm adds nothing to an array with such a first leg.
 *  - the joining leg is in sync: the agent removes what is left of the leaving leg from md.
 *  - a drill fails it: failed, and left alone until the drill's fault ends (drill-fault.ts).
 * One change of an array at a time: the agent plans the next one on its result.
 */
export interface MembersPlan {
  /** The first is due. Each of the others runs only while those before it keep failing: one leg that md refuses must not block the rest. */
  changes: Operation[][];
  /** The first of them, if it only sets limits of md: it touches no member. */
  speed: Operation[];
  /** By leg id: what the agent does or waits for. */
  reasons: ReadonlyMap<string, AgentReason>;
}
const SCRUB_MIN_BYTES_PER_SECOND = MiB;
/** Longer than the kernel needs to fail the I/O of a path that is lost, where there is I/O. */
const SILENT_MS = 20_000;
type Array_ = NonNullable<ArrayAttachment['array']>;

interface Move {
  steps: Operation[];
  reason: AgentReason | null;
}
const NOTHING: Move = { steps: [], reason: null };

export const isManaged = (attachment: AttachmentAssignment, running: MdArray): boolean =>
  attachment.mode !== 'readonly' && !running.readOnly && isStarted(running) && running.state !== 'broken';

/** Devices whose superblock the plan needs: reachable legs that are not in the array. */
export function strayDevices(attachment: AttachmentAssignment, trace: AttachmentTrace): string[] {
  if (!trace.array || !isManaged(attachment, trace.array)) return [];
  return attachment.legs
    .filter((leg) => isOut(memberOf(leg, trace)))
    .flatMap((leg) => liveHead(leg, trace) ?? [])
    .map(headPath);
}

const isOut = (member: MdMember | undefined): boolean => !isIn(member);

export function planMembers(
  attachment: ArrayAttachment,
  array: Array_,
  running: MdArray,
  trace: AttachmentTrace,
  world: World,
): MembersPlan {
  const reasons = new Map<string, AgentReason>();
  if (!isManaged(attachment, running)) return { changes: [], speed: [], reasons };
  const members = new Members(attachment, array, running, trace, world);
  const moves = attachment.legs.map((leg) => ({ leg, move: members.move(leg) }));
  for (const { leg, move } of moves) if (move.reason) reasons.set(leg.legId, move.reason);
  const speed = members.speed();
  const changes = [speed, members.strangers(), members.gone(), ...moves.map(({ move }) => move.steps)].filter((each) => each.length > 0);
  return { changes, speed, reasons };
}

class Members {
  private readonly probe: AttachmentProbe;
  private readonly known: ArrayFact | undefined;
  private readonly inSyncLegs: readonly string[];
  private readonly reachable: ReadonlySet<MdMember>;

  constructor(
    private readonly attachment: ArrayAttachment,
    private readonly array: Array_,
    private readonly running: MdArray,
    private readonly trace: AttachmentTrace,
    private readonly world: World,
  ) {
    this.probe = world.probes.get(attachment.attachmentId) ?? {};
    const known = world.facts.arrays[arrayIdOf(attachment)];
    this.known = known?.uuid === array.uuid ? known : undefined;
    this.inSyncLegs = this.known?.inSyncLegs ?? [];
    this.reachable = reachableMembers(attachment, trace);
  }

  /** The kernel loses these limits whenever the array stops. md slows a scrub down to its lower limit while the volume has other I/O. */
  speed(): Operation[] {
    const scrub = runsOwnCheck(this.running) ? this.array.scrub : undefined;
    const max = scrub?.maxBytesPerSecond ?? 0;
    const wanted = scrub ? { minBytesPerSecond: Math.min(SCRUB_MIN_BYTES_PER_SECOND, max), maxBytesPerSecond: max } : this.array.syncSpeed;
    const now = this.running.syncSpeedLimits;
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

  /**
   * Active members whose device is gone, each with a reachable partner: md would fail them at the next write, and shows a redundancy until then that is not
   * there. The partner keeps the data, and records the loss in its superblock.
   */
  gone(): Operation[] {
    const devices = new Set(this.world.fast.heads.map(({ device }) => device));
    const candidates = this.running.members.filter(
      (member) =>
        isActive(member) && member.slot !== null && this.activeBeside(member.slot, member).some((half) => this.reachable.has(half)),
    );
    const silent = new Set(this.silentMembers());
    return candidates.flatMap((member): Operation[] => {
      if (!devices.has(member.device)) return [{ op: 'fail-gone-member', ...this.at, member: member.device }];
      return silent.has(member) && !this.reachable.has(member) ? [{ op: 'fail-member', ...this.at, member: member.device }] : [];
    });
  }

  /** Of legs that may lose writes: unreachable for some time. */
  private silentMembers(): MdMember[] {
    return this.attachment.legs.flatMap((leg) => {
      const head = this.trace.heads.get(leg.legId);
      const member = memberOf(leg, this.trace);
      const seenAtMs = this.world.returns.get(leg.legId)?.inSyncAtMs ?? null;
      const isSilent = seenAtMs !== null && this.world.nowMs - seenAtMs > SILENT_MS;
      return head && member && isSilent && mayLoseWrites(head) ? [member] : [];
    });
  }

  private activeBeside(index: number, member: MdMember | undefined): MdMember[] {
    return activeBeside(this.attachment, this.running, index, member);
  }

  move(leg: AttachedLeg): Move {
    if (isDrilledLeg(leg, this.attachment, drillFault(this.world))) return this.drilled(leg);
    const fresh = leg.role === 'joining' && !leg.inSync && !this.inSyncLegs.includes(leg.legId);
    return fresh ? this.join(leg) : this.comeBack(leg);
  }

  /** md fails the leg, and the agent leaves it out. */
  private drilled(leg: AttachedLeg): Move {
    const member = memberOf(leg, this.trace);
    const out = member && isActive(member) ? this.fail(member, leg) : NOTHING;
    return out.reason ? out : { steps: out.steps, reason: reason('held-by-drill', legOn(leg)) };
  }

  private comeBack(leg: AttachedLeg): Move {
    const member = memberOf(leg, this.trace);
    if (!isOut(member)) return { steps: [], reason: this.fullRebuild(leg, member) };
    const successor = this.attachment.legs.find((other) => other.role === 'joining' && other.index === leg.index && other !== leg);
    if (leg.role === 'leaving' && successor && !isOut(memberOf(successor, this.trace))) return { steps: this.out(member), reason: null };
    const found = this.superblock(leg);
    if ('reason' in found) return { steps: [], reason: found.reason };
    const { device, superblock } = found;
    const lacks = this.lacksWrites(leg);
    if (!superblock && !lacks) return said('superblock-missing', legOn(leg));
    const refused = superblock && this.refused(leg, superblock, successor);
    if (refused) return refused;
    const returns = this.world.returns.get(leg.legId);
    const heldMs = heldBackMs(returns, this.world.nowMs);
    if (heldMs > 0) return said('leg-flaps', { ...legOn(leg), returns: returns?.count ?? 0, heldSeconds: Math.ceil(heldMs / 1000) });
    if (member && member.slot !== null) return said('leg-failing', legOn(leg));
    if (!lacks) return { steps: [...this.out(member), { op: 're-add-member', ...this.at, device }], reason: null };
    if (this.isSourceOut(leg)) return said('source-unreachable', legOn(leg));
    return this.add(leg, member, device, superblock ? [{ op: 'zero-superblock', device, uuid: this.array.uuid }] : []);
  }

  /** Why a leg with this superblock is not taken back; null: it is. */
  private refused(leg: AttachedLeg, superblock: MdSuperblock, successor: AttachedLeg | undefined): Move | null {
    if (superblock.uuid !== this.array.uuid) return foreign(leg, superblock);
    if (isForked(this.attachment, { leg, superblock }, this.running, this.trace, this.world.facts))
      return said('forked-history', legOn(leg));
    if (leg.role === 'leaving' && successor && superblock.badBlocks)
      return said('leg-unhealthy', { ...legOn(leg), successor: legOn(successor).node });
    return null;
  }

  /** A member that md rebuilds in full because it lacks writes. The ledger has its earlier incarnation until it is in sync. */
  private fullRebuild(leg: AttachedLeg, member: MdMember | undefined): AgentReason | null {
    const isRebuilt = !isActive(member) && this.known?.incarnations?.[leg.legId] !== undefined && this.lacksWrites(leg);
    return isRebuilt ? reason('rebuilt-in-full', legOn(leg)) : null;
  }

  /** It is another incarnation than the array had, and no bitmap marks what that one lost. */
  private lacksWrites(leg: AttachedLeg): boolean {
    const head = liveHead(leg, this.trace);
    const known = this.known?.attachmentId === this.attachment.attachmentId ? this.known : undefined;
    return head !== undefined && isOther(head, known?.incarnations?.[leg.legId]) && !known?.recentMarked?.includes(leg.legId);
  }

  private join(leg: AttachedLeg): Move {
    const member = memberOf(leg, this.trace);
    const old = this.attachment.legs.find((other) => other.role !== 'joining' && other.index === leg.index);
    const oldMember = old && memberOf(old, this.trace);
    const joined = member && this.joined(member, oldMember);
    if (joined) return joined;

    const found = member ? null : this.superblock(leg);
    if (found && 'reason' in found) return { steps: [], reason: found.reason };
    if (found?.superblock && found.superblock.uuid !== this.array.uuid) return foreign(leg, found.superblock);
    const device = found?.device ?? `/dev/${member?.device}`;
    // Left by an interrupted rebuild: start over.
    const blank: Operation[] = found?.superblock ? [{ op: 'zero-superblock', device, uuid: this.array.uuid }] : [];
    if (old && oldMember && isActive(oldMember)) return this.replace(old, oldMember, leg, device, blank);
    if (old && oldMember && oldMember.slot !== null) return said('leg-failing', legOn(old));
    return this.isSourceOut(leg) ? said('source-unreachable', legOn(leg)) : this.add(leg, oldMember, device, blank);
  }

  /** Move of a joining leg that is a member already; null: a spare whose old leg is still active. */
  private joined(member: MdMember, oldMember: MdMember | undefined): Move | null {
    if (isOut(member)) return { steps: this.out(member), reason: null };
    if (isActive(member)) return { steps: oldMember && !isActive(oldMember) ? this.out(oldMember) : [], reason: null };
    return member.slot !== null || !isActive(oldMember) ? NOTHING : null;
  }

  /** Replaces an active member. */
  private replace(old: AttachedLeg, oldMember: MdMember, leg: AttachedLeg, device: string, blank: Operation[]): Move {
    if (this.running.syncAction !== 'idle') return said('recovery-running', legOn(leg));
    if (this.running.degraded > 0) return this.holdsUpOthers(oldMember, leg) ? this.fail(oldMember, old) : otherFirst(leg);
    if (this.isFirst(oldMember) && oldMember.badBlocks > 0) return this.fail(oldMember, old);
    return { steps: [...blank, { op: 'replace-member', ...this.at, old: oldMember.device, device }], reason: this.refusedBeside(leg) };
  }

  /** Adds a leg whose slot has no active member. */
  private add(leg: AttachedLeg, oldMember: MdMember | undefined, device: string, blank: Operation[]): Move {
    const out = this.out(oldMember);
    const taken = new Set(this.running.members.filter((each) => !isOut(each)).map((each) => each.slot));
    const free = Array.from({ length: this.running.raidDisks }, (_, slot) => slot).find((slot) => !taken.has(slot));
    // md gives a spare the lowest free slot, which must be one of this leg's mirror.
    if (free === undefined || this.setOf(free) !== this.setOf(leg.index)) return { ...otherFirst(leg), steps: out };
    return { steps: [...out, ...blank, { op: 'add-member', ...this.at, device }], reason: this.refusedBeside(leg) };
  }

  /** `old` is the first leg and has bad blocks, and a reachable leg has to be added to another mirror, in a slot without an active member. */
  private holdsUpOthers(old: MdMember, leg: AttachedLeg): boolean {
    if (!this.isFirst(old) || old.badBlocks === 0) return false;
    return this.attachment.legs.some((other) => {
      const isLacking = !this.running.members.some((member) => isActive(member) && member.slot === other.index);
      return (
        other.role === 'joining' &&
        this.setOf(other.index) !== this.setOf(leg.index) &&
        isLacking &&
        liveHead(other, this.trace) !== undefined
      );
    });
  }

  /** Later versions of mdadm may accept it: the agent tries, and reports this reason. */
  private refusedBeside(leg: AttachedLeg): AgentReason | null {
    const first = this.running.members.find((member) => isActive(member) && this.isFirst(member));
    if (!first || first.badBlocks === 0) return null;
    const its = this.attachment.legs.find((other) => memberOf(other, this.trace) === first);
    const sides = this.running.members.filter((member) => isActive(member) && this.setOf(member.slot ?? 0) === this.setOf(leg.index));
    const isOnlySide = sides.length === 1 && sides[0] === first;
    const firstOn = its && legOn(its);
    const params = { ...legOn(leg), first: first.device, firstLeg: firstOn?.leg, firstNode: firstOn?.node };
    return reason(isOnlySide ? 'only-side-bad' : 'first-leg-bad', params);
  }

  /** No path leads to the set's halves in sync: nothing to copy from, and this leg's own bytes may be the only ones to be reached soon. */
  private isSourceOut(leg: AttachedLeg): boolean {
    const sources = this.activeBeside(leg.index, memberOf(leg, this.trace));
    return sources.length > 0 && !sources.some((source) => this.reachable.has(source));
  }

  private setOf(index: number): number {
    return setOf(this.attachment, { index });
  }

  private isFirst(member: MdMember): boolean {
    return this.running.members.every((other) => !isActive(other) || (other.slot ?? 0) >= (member.slot ?? 0));
  }

  private fail(member: MdMember, leg: AttachedLeg): Move {
    if (!this.activeBeside(member.slot ?? 0, member).some(({ badBlocks }) => badBlocks === 0)) return said('both-sides-bad', legOn(leg));
    return { steps: [{ op: 'fail-member', ...this.at, member: member.device }], reason: null };
  }

  /** md releases a failed member after its last I/O has completed. */
  private out(member: MdMember | undefined): Operation[] {
    return member?.flags.includes('faulty') && member.slot === null ? [{ op: 'remove-member', ...this.at, member: member.device }] : [];
  }

  private superblock(leg: AttachedLeg): { device: string; superblock: MdSuperblock | null } | { reason: AgentReason | null } {
    const head = liveHead(leg, this.trace);
    if (!head) return { reason: reason('leg-missing', { ...legOn(leg), need: 'member' }, { node: leg.nodeName }) };
    const device = headPath(head);
    const unread = this.probe.unread?.get(device);
    const superblock = this.probe.superblocks?.get(device);
    if (superblock !== undefined) return { device, superblock };
    return { reason: unread ? recoded(unread, 'leg-unreadable') : null };
  }

  private get at(): { array: string; uuid: string } {
    return { array: this.running.device, uuid: this.array.uuid };
  }
}

const said = <C extends AgentCode>(code: C, params: AgentParams<C>): Move => ({ steps: [], reason: reason(code, params) });
const foreign = (leg: AttachedLeg, { uuid }: MdSuperblock): Move => said('foreign-superblock', { ...legOn(leg), array: uuid });
const otherFirst = (leg: AttachedLeg): Move => said('other-leg-missing', legOn(leg));
