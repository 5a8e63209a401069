import { retryDelayMs } from '@weft/shared/load/retry';
import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { FastState } from '../host/host.js';
import { retries } from '../load/retries.js';
import { type AttachmentTrace, isActive, isIn, liveHead, memberOf, traceAttachment } from './attachment-trace.js';

/*
 * Legs that flap: the first return is immediate, later ones wait 5 s, doubling to 5 min. 10 min in sync, or a restart of the agent, reset the count.
 * Each return costs a resync, and each loss stalls I/O.
 */
export interface LegReturns {
  /** How many times the leg came back. */
  count: number;
  /** Since when the leg is out of the running array; null: it is in. */
  outSinceMs: number | null;
  inSyncSinceMs: number | null;
  /** When it was last seen in sync and reachable; null: not by this run of the agent. */
  inSyncAtMs: number | null;
}

const FORGOTTEN_MS = 600_000;

/** Pure: state of the legs of mirrors on this node after one more observation. A leg is seen for the first time with its array. */
export function seeReturns(
  before: ReadonlyMap<string, LegReturns>,
  attachments: readonly AttachmentAssignment[],
  fast: FastState,
  nowMs: number,
): Map<string, LegReturns> {
  const after = new Map<string, LegReturns>();
  for (const attachment of attachments) {
    if (attachment.array === null) continue;
    const trace = traceAttachment(attachment, fast);
    for (const leg of attachment.legs) after.set(leg.legId, seeLeg(before.get(leg.legId), leg, trace, nowMs));
  }
  return after;
}

function seeLeg(known: LegReturns | undefined, leg: AttachedLeg, trace: AttachmentTrace, nowMs: number): LegReturns {
  const member = memberOf(leg, trace);
  const inSyncSinceMs = isActive(member) ? (known?.inSyncSinceMs ?? nowMs) : null;
  const forgotten = inSyncSinceMs !== null && nowMs - inSyncSinceMs >= FORGOTTEN_MS;
  const came = known !== undefined && known.outSinceMs !== null && isIn(member);
  return {
    count: forgotten ? 0 : (known?.count ?? 0) + Number(came),
    // A stopped array has lost no leg.
    outSinceMs: isIn(member) || !trace.array ? null : (known?.outSinceMs ?? nowMs),
    inSyncSinceMs,
    inSyncAtMs: isActive(member) && liveHead(leg, trace) ? nowMs : (known?.inSyncAtMs ?? null),
  };
}

/** How many more milliseconds the leg has to stay out. */
export function heldBackMs(known: LegReturns | undefined, nowMs: number): number {
  if (!known || known.count === 0 || known.outSinceMs === null) return 0;
  return Math.max(0, known.outSinceMs + retryDelayMs(retries.flappingLeg, known.count) - nowMs);
}
