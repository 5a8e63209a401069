import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { AttachmentStatus } from '@weft/shared/messages/report';
import type { FastState } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import type { Facts } from '../../ledger/facts.js';
import { chooseAnchors } from '../anchors/anchors.js';
import { type AttachmentTrace, headPath, liveHead, traceAttachment } from '../attachment-trace.js';
import { drillFault, withoutDrilledPath } from '../drill-fault.js';
import { type FreezePlan, planFreeze } from '../freeze/plan-freeze.js';
import { planRecentWrites } from '../incarnations/plan-recent-writes.js';
import { type AttachmentProbe, type Decision, done, mayFail, must, type Plan, type World, waiting } from '../plan.js';
import type { RunningArray } from '../running-array.js';
import { planScrubs } from '../scrub/plan-scrubs.js';
import { noteServed, supersededBy } from '../tenure/tenure.js';
import { noteKey, otherKey } from '../volume-key.js';
import { observeAttachment } from './attachment-status.js';
import { legsInDoubt } from './foreign-start.js';
import { isForeign, planArrays, runningArrays } from './plan-arrays.js';
import { isInTheWay, planDetach } from './plan-detach.js';
import { planLimits } from './plan-limits.js';
import { isStale, planMapping } from './plan-mapping.js';
import { planMembers, strayDevices } from './plan-members.js';
import { connectMissing, disconnectObsolete, giveKeys, giveTlsKeys, tunePaths } from './plan-paths.js';

/*
 * An attachment: paths, then (for mirrors) the array, then the dm devices and the name.
 *  - a path that cannot be connected does not block the others: the agent builds the device as soon as its legs are there.
 *  - the agent never dismantles a running device to improve it; it adds missing paths under it.
 *  - the agent dismantles an earlier attachment of the same volume first.
 *  - this node served a later attachment that excludes this one: the agent changes nothing (tenure.ts).
 *  - limits per client follow the device and never hold anything up (plan-limits.ts).
 *  - a drill closes one of its paths: that path is not wanted until the drill's fault ends (drill-fault.ts).
 */
export function planAttachment(attachment: AttachmentAssignment, world: World): Plan<AttachmentStatus> {
  const trace = traceAttachment(attachment, world.fast);
  const probe = world.probes.get(attachment.attachmentId) ?? {};
  const followed = withoutDrilledPath(attachment, drillFault(world));
  const freeze = planFreeze(attachment, world);
  const decision = freeze.isAlone
    ? frozen(freeze, attachment)
    : attachment.desired === 'detached'
      ? planDetach(attachment, trace, probe, world)
      : inItsTurn(followed, trace, world);
  const limits = planLimits(attachment, trace, decision, world);
  const { state, reason, steps, otherwise = [], before = [], begin = [], after = [] } = decision;
  return {
    kind: 'attachment',
    id: attachment.attachmentId,
    steps: freeze.isAlone ? steps : [...limits.steps, ...steps],
    otherwise,
    before: [...before, ...limits.before, ...(freeze.isAlone ? [] : freeze.before)],
    begin,
    after,
    status: {
      kind: 'attachment',
      id: attachment.attachmentId,
      generation: world.generation,
      state,
      reason,
      observed: {
        ...observeAttachment(attachment, adopted(attachment, trace, probe, world), probe, world),
        ...(limits.observed && { limits: limits.observed }),
        ...(freeze.status && { freeze: freeze.status }),
      },
    },
  };
}

/** The volume is, or was just, suspended: its state is that of the moment before. */
function frozen({ steps, before, begin, after }: FreezePlan, attachment: AttachmentAssignment): Decision {
  const state = attachment.desired === 'detached' ? 'working' : 'done';
  return { state, reason: null, steps, before, begin, after };
}

/** The trace without an array that the agent does not adopt: its in-sync members say nothing about the volume. */
function adopted(attachment: AttachmentAssignment, trace: AttachmentTrace, probe: AttachmentProbe, world: World): AttachmentTrace {
  return isForeign(attachment, probe, world) ? { ...trace, array: undefined } : trace;
}

/** Attaches unless this node served a later attachment; the served tenure is stored before anything starts. */
function inItsTurn(attachment: AttachmentAssignment, trace: AttachmentTrace, world: World): Decision {
  const reason = supersededBy(attachment, world.facts);
  if (reason) return { state: 'failed', reason, steps: [] };
  const decision = attach(attachment, trace, world);
  const starts = decision.steps.length > 0 || trace.arrays.length > 0 || trace.top !== undefined;
  return starts
    ? {
        ...decision,
        before: [...(decision.before ?? []), ...noteServed(attachment, world.facts), ...noteKey(attachment, decision, world.facts)],
      }
    : decision;
}

function attach(attachment: AttachmentAssignment, trace: AttachmentTrace, world: World): Decision {
  if (attachment.onlyBootId !== null && attachment.onlyBootId !== world.fast.bootId) {
    return waiting('reattach-off', {});
  }
  const earlier = world.content.attachments.find(
    (other) =>
      other.volumeId === attachment.volumeId &&
      other.attachmentId !== attachment.attachmentId &&
      isInTheWay(other, traceAttachment(other, world.fast), world),
  );
  if (earlier) return waiting('previous-attachment', {});

  const other = otherKey(attachment, trace, world.facts);
  if (other) return other;

  // Before everything else: until then, a path that is lost cannot be connected again.
  const keys = mayFail(...giveKeys(attachment, trace));
  if (keys.length > 0) return { state: 'working', reason: null, steps: keys };

  const probe = world.probes.get(attachment.attachmentId) ?? {};
  const missing = connectMissing(attachment, trace, world.content, chooseAnchors(attachment, trace, world.paths, world.nowMs));
  const connect = mayFail(...giveTlsKeys(attachment, world), ...missing);
  const stage = planArrays(attachment, probe, world);
  if ('decision' in stage) {
    const { decision } = stage;
    if (decision.steps.length > 0 || missing.length === 0) return withPaths(decision, connect, trace);
    const first = mayFail(...giveTlsKeys(attachment, world), ...firstPaths(attachment, trace, missing));
    return { ...decision, steps: first, otherwise: [connect] };
  }
  const arrays = stage.ready;
  const scrub = planScrubs(arrays, world);
  const recent = planRecentWrites(arrays, world);
  const before = [...stage.before, ...scrub.before, ...recent.before];
  // At once: bits that are not marked go away with time.
  if (recent.steps.length > 0) return { state: 'working', reason: null, steps: mayFail(...recent.steps), before, after: recent.after };
  if (scrub.isStop) return { state: 'working', reason: null, steps: mayFail(...scrub.steps), otherwise: [connect], before };
  const mapping = planMapping(attachment, trace, trace.array ?? null, probe, world.fast.volumeKeyIds);
  const tuned = tunePaths(attachment, world);
  const members = arrays.map(({ one, running, trace: its }) => planMembers(one, one.array, running, its, world));
  // Everything that is known to be missing, in one go: after each plan the agent reads the host.
  if (mapping && mapping.steps.length > 0 && !trace.top) {
    const finish = mayFail(...members.flatMap(({ speed }) => speed), ...tuned);
    return { ...mapping, steps: [...mapping.steps, ...finish, ...connect], otherwise: [...(mapping.otherwise ?? []), connect], before };
  }
  const [change = [], ...others] = members.flatMap(({ changes }) => changes);
  // A mapping without steps may be waiting for a complete array, so member changes go first.
  if (mapping && (mapping.steps.length > 0 || change.length === 0)) return withPaths({ ...mapping, before }, connect, trace);
  // Member changes do not wait for a connect to an unreachable target; and md may refuse a leg for good, which must not block connects.
  if (change.length > 0) {
    const otherwise = [...others.map((each) => mayFail(...each)), connect];
    return { state: 'working', reason: null, steps: mayFail(...change), otherwise, before };
  }
  if (connect.length > 0) return { state: 'working', reason: null, steps: connect, before };
  const tune = [...tuned, ...disconnectObsolete(attachment, trace, world.fast)];
  if (tune.length > 0) return { state: 'working', reason: null, steps: must(...tune), before };
  if (scrub.steps.length === 0) return done(before);
  return { state: 'working', reason: null, steps: mayFail(...scrub.steps), before, after: scrub.after };
}

/** Steps that build come first: connecting to a dead target takes seconds. Until the volume is there, its first paths are enough. */
const withPaths = (decision: Decision, connect: Decision['steps'], { top }: AttachmentTrace): Decision =>
  decision.steps.length > 0 && !top
    ? { ...decision, otherwise: [...(decision.otherwise ?? []), connect] }
    : { ...decision, steps: [...decision.steps, ...connect] };

/** One missing path to each leg without a live one. The kernel connects one at a time (nvmf_dev_mutex in drivers/nvme/host/fabrics.c). */
function firstPaths(attachment: AttachmentAssignment, trace: AttachmentTrace, missing: readonly Operation[]): Operation[] {
  const unreached = attachment.legs.filter((leg) => liveHead(leg, trace) === undefined);
  const nqns = new Set(unreached.map(({ subsystemNqn }) => subsystemNqn));
  return [...nqns].flatMap((nqn) => missing.find((each) => each.op === 'connect' && each.nqn === nqn) ?? []);
}

/** Commands to run before this attachment can be planned; nothing in an idle turn. */
export interface ProbeRequest {
  /** Legs of an array that does not run, or outside a running one. An unreadable leg does not affect the others. */
  examine: string[];
  holdersOf: string | null;
}

export function probeRequest(attachment: AttachmentAssignment, fast: FastState, facts: Facts): ProbeRequest {
  const trace = traceAttachment(attachment, fast);
  const device = trace.top ? `/dev/${trace.top.device}` : null;
  if (attachment.desired === 'detached') return { examine: [], holdersOf: device };
  const devices = attachment.legs.flatMap((leg) => liveHead(leg, trace) ?? []).map(headPath);
  const assembling = attachment.array !== null && trace.array === undefined && devices.length > 0;
  const rebuilt = isStale(attachment, trace, trace.array ?? null) || trace.arrays.some(({ state }) => state === 'broken');
  const running = runningArrays(attachment, { fast }).map((each) => probeRunning(each, facts));
  const examine = running.flatMap((each) => each.examine);
  const foreign = running.find(({ foreignOn }) => foreignOn !== null)?.foreignOn ?? null;
  return {
    examine: [...new Set(assembling ? [...devices, ...examine] : examine)],
    holdersOf: trace.top && rebuilt ? device : foreign && (device ?? foreign),
  };
}

/** Legs outside of a running array, legs that may be newer than it, and the array itself if it may be foreign. */
function probeRunning({ one, running, trace }: RunningArray, facts: Facts): { examine: string[]; foreignOn: string | null } {
  const inDoubt = legsInDoubt(one, running, trace, facts);
  const doubted = inDoubt.flatMap((leg) => liveHead(leg, trace) ?? []).map(headPath);
  const stranger = running.members.some((member) => ![...trace.heads.values()].some((head) => head.device === member.device));
  return {
    examine: [...strayDevices(one, trace), ...doubted],
    foreignOn: inDoubt.length > 0 || stranger ? `/dev/${running.device}` : null,
  };
}
