import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import { type AttachmentTrace, isActive, memberOf, setOf } from '../attachment-trace.js';
import type { PathTimes } from '../path-times.js';

/*
 * Anchor legs (docs/decisions/anchor-legs.md): in each mirror set one leg, the anchor, blocks I/O until a path returns; the others fail I/O after a time.
 *  - every leg lost at once: the anchors block I/O, so the agent disconnects none and no array breaks.
 *  - some legs of a set lost: the kernel fails its I/O if it has a limit; this agent disconnects the anchor if it is among them. I/O continues on the others.
 *  - a set with one leg left: that leg is the anchor.
 *  - all lost, one leg back first: the agent disconnects the anchor, if that is another one, once the first has been back for as long as a leg may be without a path.
 */
export interface AnchorChoice {
  /** Ids of legs that block I/O until a path returns. */
  anchors: ReadonlySet<string>;
  /** `fast_io_fail_tmo` of each subsystem's controllers: the legs of a subsystem share it. */
  failAfterSeconds: ReadonlyMap<string, number>;
  /** Subsystems to disconnect now: they block I/O although the array can continue without them. */
  ends: string[];
  /** Milliseconds until the next subsystem may have to be disconnected; null: none expected. */
  dueInMs: number | null;
}

/** How long the loss of a path may go unnoticed: the polling interval of the loop and of the guard. */
export const LOOK_EVERY_MS = 2_000;
/** Deleting a controller waits for its current reconnect attempt, which may resolve an address for this long (NVME_RDMA_CM_TIMEOUT_MS). */
const RESOLVE_MS = 3_000;

const isLive = (nqn: string, trace: AttachmentTrace): boolean =>
  trace.controllers.some((controller) => controller.subsystemNqn === nqn && controller.state === 'live');

export function chooseAnchors(
  attachment: AttachmentAssignment,
  trace: AttachmentTrace,
  times: ReadonlyMap<string, PathTimes>,
  nowMs: number,
): AnchorChoice {
  const anchors = attachment.array === null ? new Set<string>() : anchorsOf(attachment, trace);
  const failAfterSeconds = new Map<string, number>();
  for (const leg of attachment.legs) {
    const seconds = anchors.has(leg.legId) ? -1 : leg.fastIoFailSeconds;
    const other = failAfterSeconds.get(leg.subsystemNqn);
    const waits = seconds === -1 || other === -1;
    failAfterSeconds.set(leg.subsystemNqn, waits ? -1 : Math.max(seconds, other ?? seconds));
  }
  const ends: string[] = [];
  let dueInMs: number | null = null;
  for (const nqn of failAfterSeconds.keys()) {
    const inMs = attachment.array === null ? null : endsInMs(nqn, attachment, trace, times, nowMs);
    if (inMs === null) continue;
    if (inMs <= 0) ends.push(nqn);
    else dueInMs = Math.min(inMs, dueInMs ?? inMs);
  }
  return { anchors, failAfterSeconds, ends, dueInMs };
}

/** One leg per set, in sync if any is: one with a live path, then one without a limit now, then the server's choice, then the lowest index. */
function anchorsOf(attachment: AttachmentAssignment, trace: AttachmentTrace): Set<string> {
  const { legs } = attachment;
  const waitsNow = (leg: AttachedLeg) =>
    trace.controllers.some(({ subsystemNqn, fastIoFailSeconds }) => subsystemNqn === leg.subsystemNqn && fastIoFailSeconds === -1);
  const rank = (leg: AttachedLeg) => [isLive(leg.subsystemNqn, trace), waitsNow(leg), leg.anchor].map(Number);
  const better = (a: AttachedLeg, b: AttachedLeg) => {
    const [mine, theirs] = [rank(a), rank(b)];
    const at = mine.findIndex((value, index) => value !== theirs[index]);
    return at === -1 ? a.index - b.index : (theirs[at] ?? 0) - (mine[at] ?? 0);
  };
  const anchors = new Set<string>();
  for (const set of new Set(legs.map((leg) => setOf(attachment, leg)))) {
    const all = legs.filter((leg) => setOf(attachment, leg) === set);
    const inSync = all.filter((leg) => (trace.array ? isActive(memberOf(leg, trace)) : leg.inSync));
    const anchor = (inSync.length > 0 ? inSync : all).sort(better)[0];
    if (anchor) anchors.add(anchor.legId);
  }
  return anchors;
}

/**
 * Milliseconds until a subsystem that blocks I/O is to be disconnected; null: not in this state. Each of its legs that md counts active needs an in-sync
 * partner with a live path. The time counts from the path's loss or the partner's return, whichever is later: all paths may just have been lost and returned.
 */
function endsInMs(
  nqn: string,
  attachment: AttachmentAssignment,
  trace: AttachmentTrace,
  times: ReadonlyMap<string, PathTimes>,
  nowMs: number,
): number | null {
  const { legs } = attachment;
  const own = times.get(nqn);
  const connected = trace.controllers.some((controller) => controller.subsystemNqn === nqn);
  if (!connected || isLive(nqn, trace) || own === undefined || own.live || !own.waits) return null;
  const held = legs.filter((leg) => leg.subsystemNqn === nqn && memberOf(leg, trace) !== undefined);
  if (held.length === 0) return null;
  let sinceMs = own.sinceMs;
  for (const leg of held) {
    if (!isActive(memberOf(leg, trace))) continue;
    const partners = legs
      .filter(
        (other) => setOf(attachment, other) === setOf(attachment, leg) && other.subsystemNqn !== nqn && isActive(memberOf(other, trace)),
      )
      .map((other) => times.get(other.subsystemNqn))
      .filter((time) => time?.live === true);
    if (partners.length === 0) return null;
    sinceMs = Math.max(sinceMs, Math.min(...partners.map((time) => time?.sinceMs ?? nowMs)));
  }
  const seconds = Math.max(...held.map((leg) => leg.fastIoFailSeconds));
  if (seconds < 0) return null;
  return sinceMs + Math.max(1_000, seconds * 1_000 - LOOK_EVERY_MS - RESOLVE_MS) - nowMs;
}
