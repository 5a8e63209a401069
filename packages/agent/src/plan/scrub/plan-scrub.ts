import type { ScrubStatus } from '@weft/shared/messages/report';
import { isWithinHours, SCRUB_SLOW_SHARE, type ScrubOrder } from '@weft/shared/messages/scrub';
import { type ArrayAttachment, scrubIdOf } from '@weft/shared/mirrors/mirror-set-arrays';
import { MiB } from '@weft/shared/units';
import type { MdArray } from '../../host/host.js';
import type { MdCheck } from '../../host/md-check.js';
import type { CheckAction, Operation } from '../../host/operations.js';
import type { FactChange, ScrubFact } from '../../ledger/facts.js';
import { type AgentReason, reason } from '../../reason/reason.js';
import type { World } from '../plan.js';

/*
 * The scrub of an attached mirror: md compares its halves (`check`), at a bounded speed.
 *  - ordered: begins when the mirror is whole, md syncs nothing, and this client scrubs no other volume.
 *  - a leg fails, moves or joins, or the volume grows: md's check ends before anything else changes, and goes on at its place when the mirror is whole.
 *  - too much I/O is slower than the volume's objective, or its hours are over: it pauses. No server is needed for that.
 *  - the order is gone: the check ends, and leaves nothing behind in the kernel.
 *  - md has completed the check: the mark is gone, and the last action is the ordered one. Only then it is done.
 *  - the array started again (a restart of the client): md knows nothing of the check. It goes on at the place that was stored last.
 *  - a check that Weft did not start (no mark) is left alone.
 */
export interface ScrubPlan {
  steps: Operation[];
  /** The steps end a check: they come before every other change of the array. */
  isStop: boolean;
  before: FactChange[];
  after: FactChange[];
  /** Null: no scrub is assigned. */
  status: ScrubStatus | null;
}
export const NO_SCRUB: ScrubPlan = { steps: [], isStop: false, before: [], after: [], status: null };

/** After it was paused or interrupted: so that it neither starts and stops all the time, nor spends its time in starts. */
const REST_MS = 60_000;
/** The place is stored as often as the scrub advances by this share of the array, for a client that restarts. */
const STORED_PARTS = 32;
/** More than md has in flight: what was compared by then is known only without these (RESYNC_WINDOW in drivers/md/raid1.c). */
const IN_FLIGHT_BYTES = 32 * MiB;

export const isCheck = (syncAction: string): syncAction is CheckAction => syncAction === 'check' || syncAction === 'repair';
/** A check that Weft started and that runs now. */
export const runsOwnCheck = ({ syncAction, check }: MdArray): boolean => isCheck(syncAction) && check?.isMarked === true;

/** @param isManaged as of `RunningArray` */
export function planScrub(attachment: ArrayAttachment, running: MdArray, isManaged: boolean, world: World): ScrubPlan {
  const order = attachment.array?.scrub;
  const { check } = running;
  if (!isManaged || !check)
    return { ...NO_SCRUB, status: order ? waits(order, running, check ? 'scrub-not-whole' : 'scrub-unsupported') : null };
  if (order) return planOrder(order, check, attachment, running, world);
  const isLeft = check.isMarked && (isCheck(running.syncAction) || running.syncAction === 'idle');
  return isLeft ? { ...NO_SCRUB, ...stopOf(running, check, null) } : NO_SCRUB;
}

function planOrder(order: ScrubOrder, check: MdCheck, attachment: ArrayAttachment, running: MdArray, world: World): ScrubPlan {
  const known = world.facts.scrubs[scrubIdOf(attachment)];
  const isOlder = known !== undefined && known.orderedAt !== order.orderedAt;
  if (isOlder && known.state === 'running' && runsOwnCheck(running))
    return { ...NO_SCRUB, ...stopOf(running, check, null), status: waits(order, running, 'scrub-foreign') };
  const before = isOlder ? undefined : known;
  const now = seen(before, order, running, check, world);
  const facts = (scrub: ScrubFact): FactChange[] => [{ fact: 'scrub', attachmentId: scrubIdOf(attachment), scrub }];
  const common = { ...NO_SCRUB, before: now && now !== before ? facts(now) : [] };
  const show = (why: AgentReason | null) => shown(order, now, running, check, why);
  if (now?.state === 'done') return { ...common, status: show(null) };
  const why = pauses(attachment, order, running, world);
  if (runsOwnCheck(running))
    return why ? { ...common, ...stopOf(running, check, check.positionBytes), status: show(why) } : { ...common, status: show(null) };
  const notYet = why ?? startsLater(now, running, world);
  if (notYet) return { ...common, status: show(notYet) };
  const [positionBytes, mismatchBytes] = [now?.positionBytes ?? 0, now?.mismatchBytes ?? 0];
  const { orderedAt, action } = order;
  return {
    ...common,
    steps: [{ op: 'start-check', array: running.device, uuid: running.uuid, action, fromBytes: positionBytes }],
    after: facts({ orderedAt, state: 'running', positionBytes, mismatchBytes, earlierMismatchBytes: mismatchBytes, pausedAtMs: null }),
    status: show(null),
  };
}

function stopOf(
  { device, uuid, syncAction }: MdArray,
  { lastAction }: MdCheck,
  resumeAtBytes: number | null,
): Pick<ScrubPlan, 'steps' | 'isStop'> {
  const ended = lastAction === 'repair' ? 'repair' : 'check';
  const action = isCheck(syncAction) ? syncAction : ended;
  return { steps: [{ op: 'stop-check', array: device, uuid, action, resumeAtBytes }], isStop: true };
}

/** The stored fact, after what md shows now. The same object: nothing to store. */
function seen(fact: ScrubFact | undefined, { orderedAt, action }: ScrubOrder, running: MdArray, check: MdCheck, { nowMs }: World) {
  if (runsOwnCheck(running)) {
    if (fact?.state !== 'running') {
      // The agent ended after the start and before it was stored.
      const earlier = fact?.mismatchBytes ?? 0;
      return {
        orderedAt,
        state: 'running' as const,
        positionBytes: check.fromBytes,
        mismatchBytes: earlier,
        earlierMismatchBytes: earlier,
        pausedAtMs: null,
      };
    }
    const sure = (check.positionBytes ?? 0) - IN_FLIGHT_BYTES;
    if (sure - fact.positionBytes < running.sizeBytes / STORED_PARTS) return fact;
    return { ...fact, positionBytes: sure, mismatchBytes: fact.earlierMismatchBytes + check.mismatchBytes };
  }
  if (fact?.state !== 'running') return fact;
  const mismatchBytes = fact.earlierMismatchBytes + check.mismatchBytes;
  const ended = { ...fact, mismatchBytes, earlierMismatchBytes: mismatchBytes, pausedAtMs: nowMs };
  if (check.isMarked) return { ...ended, state: 'paused' as const, positionBytes: Math.max(fact.positionBytes, check.fromBytes) };
  if (check.lastAction === action && running.syncAction === 'idle')
    return { ...ended, state: 'done' as const, positionBytes: running.sizeBytes };
  // Another start of the array: what md had counted since the place was stored is lost, and is compared again.
  return { ...fact, state: 'paused' as const, earlierMismatchBytes: fact.mismatchBytes, pausedAtMs: nowMs };
}

/** Why a running scrub has to pause; null: it may run. */
function pauses(attachment: ArrayAttachment, order: ScrubOrder, running: MdArray, world: World): AgentReason | null {
  const isWhole =
    running.degraded === 0 &&
    running.members.length === running.raidDisks &&
    running.members.every(({ flags }) => flags.includes('in_sync') && !flags.includes('faulty')) &&
    attachment.legs.every(({ role }) => role === 'member') &&
    running.sizeBytes >= attachment.sizeBytes &&
    (running.syncAction === 'idle' || isCheck(running.syncAction));
  if (!isWhole) return reason('scrub-not-whole', {});
  if (isCheck(running.syncAction) && !runsOwnCheck(running)) return reason('scrub-foreign', {});
  // Two that began in one round: the agent ends one of them.
  if (runsOwnCheck(running) && world.fast.arrays.some((other) => other.uuid < running.uuid && runsOwnCheck(other)))
    return reason('scrub-elsewhere', {});
  const { hours, latencyObjectiveSeconds: objectiveSeconds } = order;
  if (hours && !isWithinHours(hours, new Date(world.wallMs)))
    return reason('scrub-hours', { from: hours.from, to: (hours.from + hours.hours) % 24 });
  if (objectiveSeconds === null) return null;
  const slow = world.slowShares?.get(attachment.attachmentId);
  if (slow === undefined) return reason('scrub-latency-unknown', {});
  return slow > SCRUB_SLOW_SHARE ? reason('scrub-latency', { objectiveSeconds }) : null;
}

function startsLater(fact: ScrubFact | undefined, running: MdArray, { fast, nowMs }: World): AgentReason | null {
  if (fast.arrays.some((other) => other.uuid !== running.uuid && runsOwnCheck(other))) return reason('scrub-elsewhere', {});
  const restedMs = nowMs - (fact?.pausedAtMs ?? Number.NEGATIVE_INFINITY);
  // The clock begins again with the machine.
  return restedMs >= 0 && restedMs < REST_MS ? reason('scrub-rests', {}) : null;
}

const waits = (
  { orderedAt }: ScrubOrder,
  { sizeBytes }: MdArray,
  code: 'scrub-not-whole' | 'scrub-unsupported' | 'scrub-foreign',
): ScrubStatus => ({
  ...{ orderedAt, state: 'waiting', checkedBytes: 0, totalBytes: sizeBytes, mismatchBytes: 0 },
  reason: reason(code, {}),
});

function shown(order: ScrubOrder, fact: ScrubFact | undefined, running: MdArray, check: MdCheck, why: AgentReason | null): ScrubStatus {
  const runs = fact?.state === 'running' && runsOwnCheck(running);
  return {
    orderedAt: order.orderedAt,
    state: fact === undefined ? 'waiting' : fact.state,
    checkedBytes: (runs ? check.positionBytes : fact?.positionBytes) ?? 0,
    totalBytes: running.sizeBytes,
    mismatchBytes: runs ? fact.earlierMismatchBytes + check.mismatchBytes : (fact?.mismatchBytes ?? 0),
    reason: why,
  };
}
