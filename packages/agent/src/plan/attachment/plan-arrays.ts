import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import { arraysOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { FactChange } from '../../ledger/facts.js';
import { traceAttachment } from '../attachment-trace.js';
import { type AttachmentProbe, type Decision, must, type World, working } from '../plan.js';
import type { RunningArray } from '../running-array.js';
import { foreignStart } from './foreign-start.js';
import { planArray, type Stage } from './plan-array.js';
import { isManaged } from './plan-members.js';

/*
 * The arrays of a volume, each planned as if it were the only one (plan-array.ts).
 *  - one: its plan.
 *  - several, one for each mirror set: none is started, renamed or cleared before every one that does not run yet may be. A set that waits keeps the others
 *    stopped, so that they get no later events than it has, and a set whose history is in doubt keeps the others as they are.
 *  - what stops an array does not wait for the other sets.
 *  - all superblocks are in order before the first set starts.
 */
export function planArrays(attachment: AttachmentAssignment, probe: AttachmentProbe, { fast, facts }: World): Stage<RunningArray[]> {
  const before: FactChange[] = [];
  const ready: RunningArray[] = [];
  const decisions: Decision[] = [];
  for (const one of arraysOf(attachment)) {
    const trace = traceAttachment(one, fast);
    const stage = planArray(one, one.array, trace, probe, facts);
    if ('decision' in stage) decisions.push(stage.decision);
    else {
      ready.push({ one, running: stage.ready, trace, isManaged: isManaged(one, stage.ready) });
      before.push(...stage.before);
    }
  }
  const [first, ...others] = decisions;
  if (!first) return { ready, before };
  if (others.length === 0 && ready.length === 0) return { decision: first };
  const decision = together(decisions, first);
  return { decision: { ...decision, before: [...before, ...(decision.before ?? [])] } };
}

function together(decisions: readonly Decision[], first: Decision): Decision {
  const stopping = decisions.find((each) => has(each, 'stop-array'));
  if (stopping) return stopping;
  const blocked = decisions.filter(({ steps }) => steps.length === 0);
  const [blocking] = [...blocked.filter(({ state }) => state === 'failed'), ...blocked];
  if (blocking) return blocking;
  const preparing = decisions.filter((each) => !has(each, 'assemble-array') && !has(each, 'create-array'));
  const due = preparing.length > 0 ? preparing : decisions;
  return due.length === 1 ? (due[0] ?? first) : working(must(...due.flatMap(({ steps }) => steps.map(({ operation }) => operation))));
}

const has = ({ steps }: Decision, op: 'stop-array' | 'assemble-array' | 'create-array'): boolean =>
  steps.some(({ operation }) => operation.op === op);

/** The arrays of the volume that run. */
export const runningArrays = (attachment: AttachmentAssignment, { fast }: Pick<World, 'fast'>): RunningArray[] =>
  arraysOf(attachment).flatMap((one) => {
    const trace = traceAttachment(one, fast);
    return trace.array ? [{ one, running: trace.array, trace, isManaged: isManaged(one, trace.array) }] : [];
  });

/** Whether something else than Weft started one of them. */
export const isForeign = (attachment: AttachmentAssignment, probe: AttachmentProbe, { fast, facts }: World): boolean =>
  runningArrays(attachment, { fast }).some(({ one, running, trace }) => foreignStart(one, running, trace, probe, facts));
