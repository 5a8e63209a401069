import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { Process } from '@weft/shared/messages/report';
import { type ArrayAttachment, arraysOf } from '@weft/shared/mirrors/mirror-set-arrays';
import { volumeRef } from '@weft/shared/text/references';
import type { NvmeController } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import type { FactChange } from '../../ledger/facts.js';
import { type AgentReason, reason } from '../../reason/reason.js';
import { type AttachmentTrace, isEmptyTrace, ownersOfDevices, traceAttachment } from '../attachment-trace.js';
import { settleBeforeStop } from '../incarnations/before-stop.js';
import { type AttachmentProbe, type Decision, done, mayFail, must, type Step, type World, waiting, working } from '../plan.js';
import { inSyncNow } from './in-sync.js';

/*
 * Dismantles an attachment, from the top.
 *  - the device is open: the agent refuses in this generation, changes nothing and names the processes.
 *  - teardown has begun (the ledger says so) and the device is open: no way back, the agent waits.
 *  - revoked (force detach): never refused. Paths that are not live end first, so that nothing waits for them. Then the device fails every write from one
 *    moment on, so all legs hold the same: paths that end one after the other would leave the last leg with writes that no other has. Then the agent
 *    removes everything under the device, and waits for the processes that hold it.
 *  - a mirror with legs that may lose writes: settled before it is stopped, when nothing writes any more (incarnations/before-stop.ts).
 *  - interrupted anywhere: continues from what is left. Done when no mapping, array, controller or name is left.
 */
export function planDetach(attachment: AttachmentAssignment, seen: AttachmentTrace, probe: AttachmentProbe, world: World): Decision {
  const trace = ownTrace(attachment, seen, world);
  if (isEmptyTrace(trace)) return withoutTlsKeys(attachment, world);
  const id = attachment.attachmentId;
  const begun = world.facts.detaching[id] === true;
  // A stopped array no longer shows which legs were in sync; after its paths ended by force it would show them wrongly.
  const running = arraysOf(attachment).filter(({ array }) => trace.arrays.some(({ uuid }) => uuid === array.uuid));
  const inSync = trace.controllers.length > 0 ? running.flatMap((each) => inSyncIn(each, probe, world)) : [];
  const begin: Decision['before'] = [...(begun ? [] : [{ fact: 'detaching', attachmentId: id } as const]), ...inSync];
  const settle = mayFail(...running.flatMap((each) => settleBeforeStop(each, world)));
  const taking = attachment.revoked === null ? [] : forceDetach(attachment, trace);
  if (taking.length > 0) return working(inOrder(taking, settle), { before: begin });
  if (attachment.revoked === null && !begun && world.facts.refused[id] === world.generation) {
    return { state: 'refused', reason: busy(attachment, probe.holders ?? []), steps: [] };
  }
  if (trace.top) {
    if (probe.failure) return { state: 'failed', reason: probe.failure, steps: [] };
    if (probe.holders === undefined) return waiting('not-probed', { volume: volumeOf(attachment) });
    if (probe.holders.length > 0) {
      const open = busy(attachment, probe.holders);
      if (attachment.revoked !== null) return { state: 'waiting', reason: open, steps: [], before: begin };
      if (begun) return { state: 'waiting', reason: open, steps: [] };
      return { state: 'refused', reason: open, steps: [], before: [{ fact: 'refused', attachmentId: id, generation: world.generation }] };
    }
  }
  const steps = teardown(attachment, trace);
  const devices = steps.filter(({ op }) => op === 'unpublish-device' || op === 'remove-mapping');
  // When no more writes are possible, the agent observes the array once more before it stops it.
  return working(inOrder(running.length > 0 && devices.length > 0 ? devices : steps, settle), { before: begin });
}

/** The arrays are settled when nothing can write to them any more, and before they are stopped. Steps that only end lost paths settle nothing. */
function inOrder(steps: readonly Operation[], settle: readonly Step[]): Step[] {
  const stop = steps.findIndex(({ op }) => op === 'stop-array');
  if (stop === -1) return steps.some(({ op }) => op === 'disconnect') ? must(...steps) : [...must(...steps), ...settle];
  return [...must(...steps.slice(0, stop)), ...settle, ...must(...steps.slice(stop))];
}

function inSyncIn(one: ArrayAttachment, probe: AttachmentProbe, { fast, facts }: World): FactChange[] {
  const trace = traceAttachment(one, fast);
  return one.array && trace.array ? inSyncNow(one, one.array, trace.array, trace, probe, facts) : [];
}

/** Keys of its paths in the kernel's keyring. A target in this machine that still has the subsystem needs the same key. */
function withoutTlsKeys({ legs }: AttachmentAssignment, { fast }: World): Decision {
  const forget = [...new Set(legs.map(({ subsystemNqn }) => subsystemNqn))]
    .filter((nqn) => fast.tls?.keys.some((key) => key.nqn === nqn) && !fast.subsystems.some((each) => each.nqn === nqn))
    .map((nqn): Operation => ({ op: 'forget-tls-keys', nqn }));
  return forget.length > 0 ? working(must(...forget)) : done();
}

/** Next steps of a force detach: the device's writes end, then everything under it is removed. Empty: at most the device is left. */
function forceDetach(attachment: AttachmentAssignment, trace: AttachmentTrace): Operation[] {
  const silent = trace.controllers.filter(({ state }) => state !== 'live');
  if (silent.length > 0) return silent.map(disconnect);
  if (trace.top && trace.top.under.length > 0) return [{ op: 'fail-mapping', name: trace.top.name }];
  return teardown(attachment, { ...trace, top: undefined });
}

/** From the top to the bottom: name, mappings, array, controllers. */
export function teardown(attachment: AttachmentAssignment, trace: AttachmentTrace): Operation[] {
  const steps: Operation[] = [];
  if (trace.link) steps.push({ op: 'unpublish-device', link: attachment.volumeName });
  if (trace.top) steps.push({ op: 'remove-mapping', name: trace.top.name });
  if (trace.crypt) steps.push({ op: 'remove-mapping', name: trace.crypt.name });
  if (trace.stripe) steps.push({ op: 'remove-mapping', name: trace.stripe.name });
  for (const { device, uuid } of trace.arrays) steps.push({ op: 'stop-array', device, uuid });
  steps.push(...trace.controllers.map(disconnect));
  return steps;
}

const disconnect = ({ name, subsystemNqn }: NvmeController): Operation => ({ op: 'disconnect', controller: name, nqn: subsystemNqn });

/** The trace without devices of the volume that already belong to a later attachment of it. */
function ownTrace(attachment: AttachmentAssignment, trace: AttachmentTrace, { content, fast, facts }: World): AttachmentTrace {
  const successors = content.attachments.filter(
    (other) => other.volumeId === attachment.volumeId && other.attachmentId !== attachment.attachmentId && other.desired === 'attached',
  );
  if (successors.length === 0) return trace;
  const owners = ownersOfDevices(attachment, fast);
  const mine = owners.has(attachment.attachmentId) || (owners.size === 0 && facts.detaching[attachment.attachmentId] === true);
  if (mine) return trace;
  const none = {
    array: undefined,
    previousArray: undefined,
    arrays: [],
    top: undefined,
    crypt: undefined,
    stripe: undefined,
    link: undefined,
  };
  return { ...trace, ...none };
}

/** True while an earlier attachment of the same volume still has something here: its successor must not build on it. */
export function isInTheWay(earlier: AttachmentAssignment, seen: AttachmentTrace, world: World): boolean {
  return earlier.desired === 'detached' && !isEmptyTrace(ownTrace(earlier, seen, world));
}

const volumeOf = ({ volumeId, volumeName }: AttachmentAssignment) => volumeRef(volumeId, volumeName);

/** The volume and the processes that hold its device, for the data of a reason: the first of them, in words. */
export const heldBy = (attachment: AttachmentAssignment, processes: readonly Process[]) => ({
  volume: volumeOf(attachment),
  holders: processes.slice(0, 5).map(holderText),
  moreHolders: Math.max(0, processes.length - 5),
});

const holderText = ({ command, pid, via, path }: Process): string =>
  `${via === 'open-file' ? 'open on this node by' : `${via} ${path} on this node by`} ${command} (pid ${pid})`;

/** As many holders as a report lists. */
export const listed = (processes: readonly Process[]): Process[] => processes.slice(0, 100);

/** The reason `device-busy`. */
export const busy = (attachment: AttachmentAssignment, processes: readonly Process[]): AgentReason =>
  reason('device-busy', { ...heldBy(attachment, processes), revoked: attachment.revoked ?? undefined }, { processes: listed(processes) });
