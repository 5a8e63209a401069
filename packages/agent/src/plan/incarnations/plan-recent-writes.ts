import { arrayIdOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { Operation } from '../../host/operations.js';
import type { ArrayFact, FactChange } from '../../ledger/facts.js';
import { headPath, isActive, isIn, liveHead, memberOf } from '../attachment-trace.js';
import type { World } from '../plan.js';
import type { RunningArray } from '../running-array.js';
import { isOther, mayLoseWrites } from './incarnation.js';

/*
 * Legs that may lose writes of their last second (incarnation.ts), in a running mirror.
 *  - the bitmap keeps completed writes marked for at least a minute.
 *  - such a leg is out, and was seen in sync and reachable a short time ago: what the bitmap marks is to be resynced to it, and the ledger says so.
 *  - it is back as another incarnation, and the ledger says so: the bitmap covers what this incarnation lacks. Stored before md takes it.
 *  - too late, or not known: the leg is rebuilt in full when it is back (plan-members.ts).
 */
export interface RecentWritesPlan {
  before: FactChange[];
  steps: Operation[];
  after: FactChange[];
}

export const BITMAP_DELAY_SECONDS = 30;
/** A dead target is noticed after at most one and a half times keep-alive; it loses at most its last second; the rest is for slow looks. */
const markWithinMs = (keepAliveSeconds: number): number => (2 * BITMAP_DELAY_SECONDS - 1.5 * keepAliveSeconds - 2) * 1000;

/** Steps for at most one array: the others follow. */
export function planRecentWrites(arrays: readonly RunningArray[], world: World): RecentWritesPlan {
  const plans = arrays.filter(({ isManaged }) => isManaged).map((each) => ofArray(each, world));
  const first = plans.find(({ steps }) => steps.length > 0);
  return { before: plans.flatMap(({ before }) => before), steps: first?.steps ?? [], after: first?.after ?? [] };
}

function ofArray(each: RunningArray, world: World): RecentWritesPlan {
  const { one, running, trace } = each;
  const volumeId = arrayIdOf(one);
  const known = world.facts.arrays[volumeId];
  const at = { array: running.device, uuid: running.uuid };
  if (mustKeepMarks(each)) return { before: [], steps: [{ op: 'set-bitmap-delay', ...at, seconds: BITMAP_DELAY_SECONDS }], after: [] };
  if (known?.uuid !== running.uuid || known.attachmentId !== one.attachmentId) return { before: [], steps: [], after: [] };

  const before = one.legs.flatMap((leg): FactChange[] => {
    const head = isIn(memberOf(leg, trace)) ? undefined : liveHead(leg, trace);
    const isCovered = head && known.recentMarked?.includes(leg.legId) && isOther(head, known.incarnations?.[leg.legId]);
    return isCovered ? [{ fact: 'incarnation-covered', volumeId, legId: leg.legId, nguid: head.nguid }] : [];
  });
  const lost = justLost(each, known, world);
  const partner = one.legs.flatMap((leg) => (isActive(memberOf(leg, trace)) ? (liveHead(leg, trace) ?? []) : []))[0];
  if (lost.length === 0 || !partner) return { before, steps: [], after: [] };
  return {
    before,
    steps: [{ op: 'resync-recent-writes', ...at, device: headPath(partner) }],
    after: [{ fact: 'recent-writes-marked', volumeId, legIds: lost }],
  };
}

function mustKeepMarks({ running, trace }: RunningArray): boolean {
  const { bitmapDelaySeconds: seconds } = running;
  if (seconds === undefined || seconds >= BITMAP_DELAY_SECONDS) return false;
  return [...trace.heads.values()].some(mayLoseWrites);
}

/** Marks would be lost before the array is degraded: md would resync them to the member that it still counts. */
function justLost({ one, running, trace }: RunningArray, known: ArrayFact, { returns, nowMs, content }: World): string[] {
  const { incarnations = {}, recentMarked = [] } = known;
  const withinMs = markWithinMs(content.connect.keepAliveSeconds);
  if (running.degraded === 0) return [];
  return one.legs
    .filter((leg) => incarnations[leg.legId] !== undefined && !recentMarked.includes(leg.legId) && !isIn(memberOf(leg, trace)))
    .filter(({ legId }) => nowMs - (returns.get(legId)?.inSyncAtMs ?? Number.NEGATIVE_INFINITY) <= withinMs)
    .map(({ legId }) => legId);
}
