import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { FastState, NvmeController } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import { chooseAnchors } from '../anchors/anchors.js';
import { isGoing } from '../attachment/plan-paths.js';
import { type AttachmentTrace, traceAttachment } from '../attachment-trace.js';
import type { PathTimes } from '../path-times.js';

/** NIC of a storage address of this node. */
export type NicOfAddress = (address: string) => string | undefined;

export interface GuardPlan {
  operations: Operation[];
  /** Wanted once, for as long as a path is lost or a NIC has no carrier: no observation shows that they ran. A probe waits for `refuse-sending`. */
  once: Operation[];
  /** Observe again after this time at the latest; null: no deadline. */
  dueInMs: number | null;
}

/*
 * Keeps I/O going during a failure, and cannot wait for longer steps of the same attachment (a connect to a dead target takes a minute).
 *  - own NIC without carrier: keep-alive would take seconds to notice. Over RDMA the agent refuses sending on the NIC, then sends a request to its live
 *    controllers, which fails at once; over TCP it ends their connections.
 *  - a path over RDMA lost: the kernel has to resolve its target's link-layer address again, so that no reconnect attempt waits a minute for a dead machine.
 *  - a leg of a mirror has no namespace behind its live paths: the kernel drops one that is another incarnation by now (plan/incarnations/), and takes it at its
 *    next scan only.
 *  - the limit of each controller, as anchors move: new anchors first, so that a set is never without an anchor.
 *  - a leg that blocks I/O although the array can continue without it: disconnected.
 */
export function planGuard(
  attachment: AttachmentAssignment,
  fast: FastState,
  times: ReadonlyMap<string, PathTimes>,
  nicOf: NicOfAddress,
  nowMs: number,
): GuardPlan {
  if (attachment.desired === 'detached') return { operations: [], once: [], dueInMs: null };
  const trace = traceAttachment(attachment, fast);
  const { failAfterSeconds, ends, dueInMs } = chooseAnchors(attachment, trace, times, nowMs);
  const dark = new Set(fast.nics.filter((nic) => !nic.carrier).map((nic) => nic.name));
  const here = trace.controllers.filter((controller) => !isGoing(controller) && failAfterSeconds.has(controller.subsystemNqn));
  const silent = here.filter(({ state, hostAddress }) => state === 'live' && hostAddress !== null && dark.has(nicOf(hostAddress) ?? ''));
  const asked = silent.filter(({ transport }) => transport === 'rdma');
  const limits = here
    // sysfs shows "off" where no limit is set: that is -1.
    .map((controller) => ({ controller, seconds: failAfterSeconds.get(controller.subsystemNqn) ?? -1 }))
    .filter(({ controller, seconds }) => (controller.fastIoFailSeconds ?? -1) !== seconds)
    .sort((a, b) => Math.sign(a.seconds) - Math.sign(b.seconds));
  const lost = here.filter(({ state, transport }) => state !== 'live' && transport === 'rdma');
  const ended = here.filter((controller) => ends.includes(controller.subsystemNqn));
  return {
    operations: [
      ...abortions(
        silent.filter(({ transport }) => transport === 'tcp'),
        nicOf,
      ),
      ...asked.map(({ name, subsystemNqn: nqn }): Operation => ({ op: 'probe-controller', controller: name, nqn })),
      ...limits.map(
        ({ controller, seconds }): Operation => ({
          ...{ op: 'set-fast-io-fail', controller: controller.name, nqn: controller.subsystemNqn, seconds },
        }),
      ),
      ...ended.map(({ name, subsystemNqn: nqn }): Operation => ({ op: 'disconnect', controller: name, nqn })),
    ],
    once: [
      ...unseen(attachment, trace).map(({ name, subsystemNqn: nqn }): Operation => ({ op: 'probe-controller', controller: name, nqn })),
      ...[...new Set(asked.map(({ hostAddress }) => nicOf(hostAddress ?? '') ?? ''))].map(
        (nic): Operation => ({ op: 'refuse-sending', nic }),
      ),
      ...lost.flatMap(({ address, hostAddress }): Operation[] => {
        const nic = nicOf(hostAddress ?? '');
        return nic === undefined ? [] : [{ op: 'forget-neighbour', address, nic }];
      }),
    ],
    dueInMs,
  };
}

/** Live controllers of legs without a head. */
function unseen({ array, legs }: AttachmentAssignment, { heads, controllers }: AttachmentTrace): NvmeController[] {
  const nqns = new Set(array ? legs.filter(({ legId }) => !heads.has(legId)).map(({ subsystemNqn }) => subsystemNqn) : []);
  return controllers.filter(({ state, subsystemNqn }) => state === 'live' && nqns.has(subsystemNqn));
}

/** One operation per local address and service id: it ends the connections to every target. */
function abortions(silent: readonly NvmeController[], nicOf: NicOfAddress): Operation[] {
  const ways = new Map(silent.map(({ hostAddress, serviceId }) => [`${hostAddress} ${serviceId}`, { hostAddress, serviceId }]));
  return [...ways.values()].flatMap(({ hostAddress, serviceId }): Operation[] => {
    const nic = nicOf(hostAddress ?? '');
    return hostAddress === null || nic === undefined ? [] : [{ op: 'abort-connections', hostAddress, serviceId, nic }];
  });
}
