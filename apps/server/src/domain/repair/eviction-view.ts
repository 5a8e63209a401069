import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import type { JobWait } from '@weft/shared/kinds/job';
import type { Reason } from '@weft/shared/messages/report';
import type { JobView, StepView } from '../documents/job.document.js';
import { allLegs, type LegDocument, roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { whyItStays } from './eviction-plan.js';

/** A drive or node with a running or stopped eviction. Null: it was removed. */
export interface Evicted {
  name: string;
  isEvicting: boolean;
  holds(leg: LegDocument): boolean;
}

/**
 * View of an eviction: every leg that is still there, its progress, and the legs that cannot move without an action. Done when no leg is left. Pure.
 * @param before the previous steps: a step whose leg has left since is done.
 * @param reasons by leg id: the node's reason why it has not removed the leg yet.
 */
export function evictionView(
  evicted: Evicted | null,
  volumes: readonly VolumeDocument[],
  before: readonly StepView[],
  reasons: ReadonlyMap<string, Reason> = new Map(),
): JobView {
  if (!evicted) return { state: 'done', steps: asDone(before), waitingFor: [], error: null };
  const left = volumes.flatMap((volume) =>
    allLegs(volume)
      .filter((leg) => evicted.holds(leg))
      .map((leg) => stepOf(volume, leg, reasons.get(leg.id) ?? null)),
  );
  const gone = asDone(before.filter((step) => !left.some((each) => each.name === step.name)));
  const steps = [...gone, ...left];
  if (left.length === 0) return { state: 'done', steps, waitingFor: [], error: null };
  if (!evicted.isEvicting) {
    const message = `The eviction of ${evicted.name} was stopped with ${left.length} legs left there; copies that run are finished.`;
    return { state: 'failed', steps, waitingFor: [], error: { code: 'cancelled', message } };
  }
  const waitingFor = left.flatMap((step) => (step.state === 'waiting' ? [waitOf(step)] : []));
  return { state: waitingFor.length > 0 ? 'waiting' : 'running', steps, waitingFor, error: null };
}

const asDone = (steps: readonly StepView[]): StepView[] => steps.map((step) => ({ ...step, state: 'done', reason: null }));

function stepOf(volume: VolumeDocument, leg: LegDocument, reason: Reason | null): StepView {
  const node = leg.nodeName;
  const obsolete = volume.obsoleteLegs?.find((each) => each.id === leg.id);
  if (obsolete) {
    const name = `remove leg ${leg.index} of ${volume.name} (${obsolete.why})`;
    if (leg.desired === 'absent') return { name, node, state: reason ? 'waiting' : 'running', reason };
    return { name, node, state: 'waiting', reason: { code: 'kept', message: whyItStays(volume, leg) ?? name } };
  }
  const name = `move leg ${leg.index} of ${volume.name}`;
  const stays = whyItStays(volume, leg);
  if (stays !== null) return { name, node, state: 'waiting', reason: { code: 'not-movable', message: stays } };
  if (roleOf(leg) === 'leaving') return { name, node, state: 'running', reason: null };
  // Repair sets no condition on a volume that it cannot rebuild yet (S10).
  if (volume.state !== 'available')
    return { name, node, state: 'waiting', reason: { code: `volume-${volume.state}`, message: `${volume.name} is ${volume.state}` } };
  if (!volume.array?.created) {
    const message = `${volume.name} was never attached: its array is made, and can be copied, by the first client that has it exclusive`;
    return { name, node, state: 'waiting', reason: { code: 'not-attached', message } };
  }
  const wait = volume.conditions.find(({ type }) => type === REPAIR_WAITING);
  return wait
    ? { name, node, state: 'waiting', reason: { code: wait.reason, message: `${volume.name}: ${wait.message}` } }
    : { name, node, state: 'pending', reason: null };
}

const ways: Record<string, string> = {
  'not-movable': 'deleting the volume, after its data was copied elsewhere',
  kept: 'an administrator discarding it',
  'not-attached': 'attaching the volume exclusive',
  'volume-creating': 'its job volume.create',
  'volume-deleting': 'its job volume.delete',
};
const waitOf = ({ node, reason }: StepView): JobWait => ({
  node,
  message: reason?.message ?? '',
  unblockedBy: ways[reason?.code ?? ''] ?? 'what the message names; or cordoning it, which stops the eviction',
});
