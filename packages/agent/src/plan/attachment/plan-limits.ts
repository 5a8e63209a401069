import { isDeepStrictEqual } from 'node:util';
import { type IoLimits, NO_LIMITS, sameLimits } from '@weft/shared/limits/io-limits';
import type { AssignmentContent, AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { AttachmentStatus } from '@weft/shared/messages/report';
import type { SliceLimits } from '../../host/host.js';
import type { FactChange, Facts, LimitsFact } from '../../ledger/facts.js';
import { type AgentReason, reason } from '../../reason/reason.js';
import type { AttachmentTrace } from '../attachment-trace.js';
import { type Decision, mayFail, type Step, type World } from '../plan.js';

/*
 * Limits per client: io.max of the volume's device in every top-level cgroup.
 *  - the device is there: every slice that has other values gets the assigned ones. A slice that is new gets them at the next look, and so does a device
 *    that was made again: the kernel drops its limits with the device.
 *  - another program changed a slice: the agent sets it again, and reports when it last found that.
 *  - no limits are assigned any more: the agent removes those that it set (by its ledger), never those of a person.
 *  - the volume is being detached: limits go first, so that requests that wait for their budget end. A refused detach changes nothing.
 *  - they cannot be set: reported. Nothing waits for them, and no step of the device fails because of them.
 */
type Observed = NonNullable<AttachmentStatus['observed']['limits']>;
export interface LimitsPlan {
  steps: Step[];
  before: FactChange[];
  /** Null: nothing to report. */
  observed: Observed | null;
}
const NOTHING: LimitsPlan = { steps: [], before: [], observed: null };

/** How often a fight with another program is recorded again. */
const SAME_FIGHT_MS = 60_000;

/** Whether anybody has to read limits: on most nodes, nobody. */
export const needsLimits = (content: AssignmentContent | undefined, facts: Facts): boolean =>
  Object.keys(facts.limits).length > 0 || (content?.attachments.some(({ limits }) => limits !== undefined) ?? false);

export function planLimits(attachment: AttachmentAssignment, { top }: AttachmentTrace, decision: Decision, world: World): LimitsPlan {
  const fact = world.facts.limits[attachment.attachmentId];
  const assigned = attachment.desired === 'attached' ? attachment.limits : undefined;
  const seen = world.limits;
  if (!seen || (!assigned && !fact)) return NOTHING;
  const overwritten = fact?.overwritten ?? null;
  const none = (why: AgentReason | null): Observed => ({ values: null, slices: [], overwritten, reason: why });
  if ('failure' in seen) return { ...NOTHING, observed: none(seen.failure) };
  const forgotten: FactChange[] = fact ? [{ fact: 'limits-removed', attachmentId: attachment.attachmentId }] : [];
  if (!top || isFollowed(attachment, world)) return { ...NOTHING, before: forgotten, observed: assigned ? none(null) : null };
  if (seen.obstacle) {
    if (!assigned) return { ...NOTHING, before: forgotten };
    return { ...NOTHING, observed: none(reason('limits-impossible', { why: seen.obstacle })) };
  }
  const wanted = assigned ?? NO_LIMITS;
  const inSlice = ({ limits }: SliceLimits): IoLimits => limits.find(({ uuid }) => uuid === top.uuid)?.limits ?? NO_LIMITS;
  const differing = seen.slices.filter((slice) => !sameLimits(inSlice(slice), wanted));
  const next = assigned && nextFact(assigned, fact, differing, inSlice, world.wallMs);
  const observed = { ...inForce(seen.slices, inSlice, wanted), overwritten: next ? next.overwritten : overwritten, reason: null };
  const staysBusy = attachment.desired === 'detached' && attachment.revoked === null && decision.steps.length === 0;
  if (staysBusy) return { ...NOTHING, observed };
  const noted: FactChange[] =
    next && !isDeepStrictEqual(next, fact) ? [{ fact: 'limits', attachmentId: attachment.attachmentId, limits: next }] : [];
  if (differing.length === 0) return { steps: [], before: assigned ? noted : forgotten, observed };
  const slices = differing.map(({ name }) => name);
  return { steps: mayFail({ op: 'set-io-limits', name: top.name, uuid: top.uuid, slices, limits: wanted }), before: noted, observed };
}

/** A later attachment of the volume owns the device. */
const isFollowed = ({ volumeId, attachmentId, desired }: AttachmentAssignment, { content }: World): boolean =>
  desired === 'detached' &&
  content.attachments.some((each) => each.volumeId === volumeId && each.attachmentId !== attachmentId && each.desired === 'attached');

function nextFact(
  values: IoLimits,
  fact: LimitsFact | undefined,
  differing: readonly SliceLimits[],
  inSlice: (slice: SliceLimits) => IoLimits,
  wallMs: number,
): LimitsFact {
  const isOrdered = fact !== undefined && sameLimits(fact.values, values);
  if (!isOrdered) return { values, isSet: differing.length === 0, overwritten: null };
  // A slice without values is new, or was made again.
  const foreign = fact.isSet ? differing.find((slice) => !sameLimits(inSlice(slice), NO_LIMITS)) : undefined;
  const isKnown = fact.overwritten !== null && wallMs - Date.parse(fact.overwritten.at) < SAME_FIGHT_MS;
  return {
    values,
    isSet: fact.isSet || differing.length === 0,
    overwritten: foreign && !isKnown ? { slice: foreign.name, at: new Date(wallMs).toISOString() } : fact.overwritten,
  };
}

/** The wanted values where a slice has them, else those of the first slice that has any. */
function inForce(
  slices: readonly SliceLimits[],
  inSlice: (slice: SliceLimits) => IoLimits,
  wanted: IoLimits,
): Pick<Observed, 'values' | 'slices'> {
  const isLimited = (limits: IoLimits): boolean => !sameLimits(limits, NO_LIMITS);
  const all = slices.map(inSlice);
  const values = all.find((limits) => isLimited(limits) && sameLimits(limits, wanted)) ?? all.find(isLimited);
  if (!values) return { values: null, slices: [] };
  return { values, slices: slices.filter((slice) => sameLimits(inSlice(slice), values)).map(({ name }) => name) };
}
