import type { ScrubStatus } from '@weft/shared/messages/report';
import type { ArrayAttachment } from '@weft/shared/mirrors/mirror-set-arrays';
import type { MdArray } from '../../host/host.js';
import type { World } from '../plan.js';
import type { RunningArray } from '../running-array.js';
import { NO_SCRUB, planScrub, type ScrubPlan } from './plan-scrub.js';

/** The scrub of a volume: of its only array, or of the arrays of its mirror sets, one after the other (each keeps its own place). */
export function planScrubs(arrays: readonly Pick<RunningArray, 'one' | 'running' | 'isManaged'>[], world: World): ScrubPlan {
  const [first, ...others] = arrays;
  if (!first) return NO_SCRUB;
  if (others.length === 0) return planScrub(first.one, first.running, first.isManaged, world);
  let isTurn = true;
  const plans = arrays.map(({ one, running, isManaged }) => {
    const plan = planScrub(isTurn ? one : withoutOrder(one), running, isManaged, world);
    isTurn &&= plan.status?.state === 'done';
    return { plan, running };
  });
  const current = plans.findLast(({ plan }) => plan.status !== null)?.plan ?? NO_SCRUB;
  const stops = plans.filter(({ plan }) => plan.isStop);
  return {
    ...current,
    steps: stops.length > 0 ? stops.flatMap(({ plan }) => plan.steps) : current.steps,
    isStop: stops.length > 0,
    before: plans.flatMap(({ plan }) => plan.before),
    status: current.status && ofAll(current.status, plans),
  };
}

const withoutOrder = (one: ArrayAttachment): ArrayAttachment => ({ ...one, array: one.array && { ...one.array, scrub: undefined } });

function ofAll(current: ScrubStatus, plans: readonly { plan: ScrubPlan; running: MdArray }[]): ScrubStatus {
  const sum = (bytes: (each: (typeof plans)[number]) => number) => plans.reduce((total, each) => total + bytes(each), 0);
  const isBegun = current.state !== 'waiting' || plans[0]?.plan.status?.state === 'done';
  const between = current.reason ? 'paused' : 'running';
  return {
    ...current,
    state: isBegun && current.state === 'waiting' ? between : current.state,
    checkedBytes: sum(({ plan }) => plan.status?.checkedBytes ?? 0),
    totalBytes: sum(({ running }) => running.sizeBytes),
    mismatchBytes: sum(({ plan }) => plan.status?.mismatchBytes ?? 0),
  };
}
