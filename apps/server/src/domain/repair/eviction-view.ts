import { isDeepStrictEqual } from 'node:util';
import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import type { JobReason, JobWait } from '@weft/shared/kinds/job';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { legRef, volumeRef } from '@weft/shared/text/references';
import { messageIn, messageOf } from '@weft/shared/text/rendering/render';
import type { JobView, StepView } from '../documents/job.document.js';
import { allLegs, type LegDocument, roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { jobReason, jobWait, messageOfReason, stepName } from '../job-messages/job-message.js';
import { whyItStays } from './eviction-plan.js';

/** A drive or node with a running or stopped eviction. Null: it was removed. */
export interface Evicted {
  place: MessageReference;
  isEvicting: boolean;
  holds(leg: LegDocument): boolean;
  hasCache(leg: LegDocument): boolean;
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
  reasons: ReadonlyMap<string, JobReason> = new Map(),
): JobView {
  if (!evicted) return { state: 'done', steps: asDone(before), waitingFor: [], error: null };
  const shown = volumes.flatMap((volume) =>
    allLegs(volume)
      .filter((leg) => evicted.holds(leg))
      .map((leg) => ({ volume, leg, step: stepOf(volume, leg, reasons.get(leg.id) ?? null) })),
  );
  const caches = volumes.flatMap((volume) =>
    allLegs(volume)
      .filter((leg) => evicted.hasCache(leg))
      .map((leg) => cacheStep(volume, leg)),
  );
  const left = [...shown.map(({ step }) => step), ...caches];
  const gone = asDone(before.filter((step) => !left.some((each) => isSame(each, step))));
  const steps = [...gone, ...left];
  if (left.length === 0) return { state: 'done', steps, waitingFor: [], error: null };
  if (!evicted.isEvicting) {
    const error = jobReason('eviction-stopped', { place: evicted.place, legs: left.length }, 'cancelled');
    return { state: 'failed', steps, waitingFor: [], error };
  }
  const waitingFor = shown.flatMap(({ volume, leg, step }) => (step.state === 'waiting' ? [waitOf(volume, leg, step)] : []));
  return { state: waitingFor.length > 0 ? 'waiting' : 'running', steps, waitingFor, error: null };
}

const asDone = (steps: readonly StepView[]): StepView[] => steps.map((step) => ({ ...step, state: 'done', reason: null }));

/** The step of the same leg. An earlier version stored only names; a later one may have another sentence for them. */
const isSame = (one: StepView, other: StepView): boolean =>
  one.name === other.name || (one.code === other.code && isDeepStrictEqual(one.params, other.params));

function stepOf(volume: VolumeDocument, leg: LegDocument, reason: JobReason | null): StepView {
  const { nodeName: node, nodeId } = leg;
  const refs = { leg: legRef(leg), volume: volumeRef(volume._id, volume.name) };
  const obsolete = volume.obsoleteLegs?.find((each) => each.id === leg.id);
  if (obsolete) {
    const name = stepName('remove-kept-leg', { ...refs, why: obsolete.spec.why });
    if (leg.spec.desired === 'absent') return { ...name, node, nodeId, state: reason ? 'waiting' : 'running', reason };
    return { ...name, node, nodeId, state: 'waiting', reason: jobReason('leg-kept', refs, 'kept') };
  }
  const name = stepName('move-leg', refs);
  const wait = whyItWaits(volume, leg);
  if (wait) return { ...name, node, nodeId, state: 'waiting', reason: wait };
  return { ...name, node, nodeId, state: roleOf(leg) === 'leaving' ? 'running' : 'pending', reason: null };
}

/** A cache is cleaned and removed by its target; its leg stays. */
const cacheStep = (volume: VolumeDocument, leg: LegDocument): StepView => ({
  ...stepName('remove-cache', { leg: legRef(leg), volume: volumeRef(volume._id, volume.name) }),
  ...{ node: leg.nodeName, nodeId: leg.nodeId },
  state: leg.spec.cache?.isEnding ? 'running' : 'pending',
  reason: null,
});

/** Null: the leg moves, or nothing keeps it from moving. */
function whyItWaits(volume: VolumeDocument, leg: LegDocument): JobReason | null {
  const of = volumeRef(volume._id, volume.name);
  const stays = whyItStays(volume, leg);
  if (stays) return { ...stays, messageCode: stays.code, code: 'not-movable' };
  if (roleOf(leg) === 'leaving') return null;
  // Repair sets no condition on a volume that it cannot rebuild yet (S10).
  if (volume.status.state !== 'available')
    return jobReason('volume-state', { volume: of, state: volume.status.state }, `volume-${volume.status.state}`);
  if (!volume.array?.status.created) return jobReason('never-attached', { volume: of }, 'not-attached');
  const wait = volume.status.conditions.find(({ type }) => type === REPAIR_WAITING);
  return wait ? jobReason('volume-waits', { volume: of, reason: messageIn(wait) }, wait.reason) : null;
}

const waitOf = (volume: VolumeDocument, leg: LegDocument, { node, reason, state }: StepView): JobWait =>
  jobWait(node, {
    reason: reason ? messageOfReason(reason) : messageOf('unexplained', { state }),
    ways: waysOut(reason?.code, volume, leg),
  });

function waysOut(code: string | undefined, volume: VolumeDocument, leg: LegDocument): Message[] {
  switch (code) {
    case 'not-movable':
      return [messageOf('delete-volume', { volume: volumeRef(volume._id, volume.name) })];
    case 'kept':
      return [messageOf('discard-leg', { leg: legRef(leg), volume: volumeRef(volume._id, volume.name) })];
    case 'not-attached':
      return [messageOf('attach-exclusive', {})];
    case 'volume-creating':
      return [messageOf('end-of-job', { kind: 'volume.create' })];
    case 'volume-deleting':
      return [messageOf('end-of-job', { kind: 'volume.delete' })];
    default:
      return [messageOf('see-message', {}), messageOf('stop-eviction', {})];
  }
}
