import type { JobReason } from '@weft/shared/kinds/job';
import { MAX_DRILL_SECONDS } from '@weft/shared/messages/drill-orders';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { textOfMessage } from '@weft/shared/text/rendering/render';
import type { DrillDocument, DrillOrderDocument } from '../documents/drill.document.js';
import { jobReason } from '../job-messages/job-message.js';
import type { DrillWorld } from './drill-world.js';
import { interruptionsOf, isWhole, refusalsOf } from './refusals.js';

/*
 * One step on of a drill: pure and level-triggered. Scenarios:
 *  - it begins: the load first, alone for some seconds. A load that does not start fails the drill, before any fault.
 *  - the load has settled: everything is checked once more, now; then the fault is ordered.
 *  - the agent reports the fault in force, then its end: healing, until every touched volume is whole and the load has ended.
 *  - the load meets an I/O error, the agent refuses or ends the fault, maintenance or other work begins, or it is cancelled: no order is open from then on, so
 *    the agents take the fault back.
 *  - servers die: agents end the fault at its deadline; the next server goes on from what is stored.
 */

/** The load runs alone for this long, so that its first I/O is not the one that is measured. */
export const SETTLE_SECONDS = 5;
/** The load goes on for this long after the fault. */
export const AFTER_SECONDS = 15;
/** An order may take this much longer than its time. */
const LATE_SECONDS = 60;
/** Everything has to be whole this long after the fault. */
export const WHOLE_WITHIN_SECONDS = 180;
/** A whole state that is older than the fault's end counts only after the agents had time to report another one. */
const REPORTED_SECONDS = 4;

export const loadSeconds = ({ request }: Pick<DrillDocument, 'request'>): number => SETTLE_SECONDS + request.faultSeconds + AFTER_SECONDS;
export const longestSeconds = (faultSeconds: number): number =>
  SETTLE_SECONDS + Math.min(faultSeconds, MAX_DRILL_SECONDS) + LATE_SECONDS + WHOLE_WITHIN_SECONDS;

export interface AdvanceWorld extends DrillWorld {
  newId: () => string;
}

type Drill = DrillDocument;
const secondsSince = (from: Date, now: Date): number => (now.getTime() - from.getTime()) / 1000;

/** @returns the same object when there is nothing to do. */
export function advance(drill: Drill, world: AdvanceWorld): Drill {
  if (drill.state !== 'preparing' && drill.state !== 'running') return drill;
  if (drill.cancelledBy !== null)
    return ended(drill, 'cancelled', jobReason('drill-cancelled', { user: drill.cancelledBy }, 'cancelled'), world.now);
  if (drill.state === 'preparing') return drill;
  const failure = failureOf(drill, world);
  if (failure) return failed(drill, failure, world.now);
  switch (drill.phase) {
    case 'settling':
      return settled(drill, world);
    case 'fault':
      return duringFault(drill, world);
    case 'healing':
      return healed(shown(drill, world), world);
  }
}

const orderOf = ({ orders }: Drill, task: DrillOrderDocument['task']): DrillOrderDocument | undefined =>
  orders.find((order) => order.task === task);

const refOf = ({ id, name }: { id: string; name: string }) => nodeRef(id, name);
export const wordsOf = (refusals: readonly Message[]): string => refusals.map((each) => textOfMessage(each)).join(' ');

function failureOf(drill: Drill, { now, attachments }: AdvanceWorld): JobReason | null {
  const { volume } = drill;
  if (!volume || !attachments.some(({ _id, status }) => _id === volume.attachmentId && status.state === 'attached'))
    return jobReason('drill-volume-gone', { volume: volume?.volume.name ?? '' });
  const [load, fault] = [orderOf(drill, 'load'), orderOf(drill, 'fault')];
  if (load?.state === 'failed')
    return load.attempt !== null && load.isInForce
      ? jobReason('drill-io-error', { volume: volume.volume.name, error: load.reason?.message ?? '' }, load.reason?.code)
      : load.reason;
  if (fault?.state === 'failed') return fault.reason;
  const isLate = (order: DrillOrderDocument | undefined, since: Date | null) =>
    order !== undefined && order.state !== 'done' && since !== null && secondsSince(since, now) > order.seconds + LATE_SECONDS;
  if (isLate(fault, drill.orderedAt)) return jobReason('drill-fault-late', { node: refOf(fault?.node ?? volume.client) });
  if (isLate(load, drill.startedAt)) return jobReason('drill-load-late', { node: refOf(volume.client) });
  return null;
}

/** The load begins, and runs alone for a while; then the fault is ordered, unless something stands against it now. */
function settled(drill: Drill, world: AdvanceWorld): Drill {
  const { place, volume, request, startedAt } = drill;
  if (!place || !volume) return drill;
  if (startedAt === null) {
    const load = { ...newOrder(world.newId(), 'load', volume.client, loadSeconds(drill)) };
    return { ...drill, startedAt: world.now, orders: request.load ? [load] : [] };
  }
  const load = orderOf(drill, 'load');
  if (load && !load.isInForce) return drill;
  if (secondsSince(startedAt, world.now) < SETTLE_SECONDS) return drill;
  const refusals = refusalsOf(place, request.faultSeconds, world);
  if (refusals.length > 0) return failed(drill, jobReason('drill-refused-now', { why: wordsOf(refusals) }), world.now);
  const fault = newOrder(world.newId(), 'fault', place.node, request.faultSeconds);
  return { ...drill, phase: 'fault', orderedAt: world.now, orders: [...drill.orders, fault] };
}

const newOrder = (id: string, task: DrillOrderDocument['task'], node: DrillOrderDocument['node'], seconds: number): DrillOrderDocument => ({
  ...{ id, task, node, seconds, state: 'open' as const },
  attempt: null,
  isInForce: false,
  reason: null,
});

function duringFault(before: Drill, world: AdvanceWorld): Drill {
  const interruptions = interruptionsOf(world);
  if (interruptions.length > 0) return failed(before, jobReason('drill-interrupted', { why: wordsOf(interruptions) }), world.now);
  const fault = orderOf(before, 'fault');
  const isInForce = fault?.isInForce || fault?.state === 'done' || (before.kind === 'kill-agent' && fault?.state === 'running');
  const begun = isInForce && before.faultAt === null ? { ...before, faultAt: world.now } : before;
  const drill = shown(begun, world);
  return fault?.state === 'done' ? { ...drill, phase: 'healing', liftedAt: world.now } : drill;
}

/** Notes when the stored state of the cluster first differs from whole. */
function shown(drill: Drill, world: AdvanceWorld): Drill {
  if (drill.faultAt === null || drill.shownAt !== null || drill.wholeAt !== null) return drill;
  return isAllWhole(drill, world) ? drill : { ...drill, shownAt: world.now };
}

/** Every touched volume, and the node of the fault. */
function isAllWhole({ touched, place }: Drill, world: AdvanceWorld): boolean {
  const volumes = world.volumes.filter(({ _id }) => touched.some(({ id }) => id === _id));
  return world.nodes.get(place?.node.id ?? '')?.isOnline === true && volumes.every((volume) => isWhole(volume, world));
}

function healed(before: Drill, world: AdvanceWorld): Drill {
  const { now } = world;
  const liftedAt = before.liftedAt ?? now;
  const isReported = before.shownAt !== null || secondsSince(liftedAt, now) >= REPORTED_SECONDS;
  const drill = before.wholeAt === null && isReported && isAllWhole(before, world) ? { ...before, wholeAt: now } : before;
  if (drill.wholeAt === null)
    return secondsSince(liftedAt, now) > WHOLE_WITHIN_SECONDS
      ? failed(drill, jobReason('drill-never-whole', { seconds: WHOLE_WITHIN_SECONDS }), now)
      : drill;
  const load = orderOf(drill, 'load');
  return load && load.state !== 'done' ? drill : ended(drill, 'done', null, now);
}

const failed = (drill: Drill, error: JobReason | null, now: Date): Drill => ended(drill, 'failed', error, now);

/** No order is open from then on. */
export function ended(drill: Drill, endsAs: 'done' | 'failed' | 'cancelled', error: JobReason | null, now: Date): Drill {
  const removes = drill.scratchVolume !== null;
  const wasLifted = drill.faultAt !== null && drill.liftedAt === null;
  return {
    ...drill,
    state: removes ? 'removing' : endsAs,
    endsAs,
    error,
    orders: [],
    liftedAt: wasLifted ? now : drill.liftedAt,
    claim: removes ? drill.claim : null,
    finishedAt: removes ? null : now,
  };
}
