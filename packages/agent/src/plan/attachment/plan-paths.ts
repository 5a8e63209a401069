import type { AssignmentContent, AttachmentAssignment, PathAssignment } from '@weft/shared/messages/assignment';
import { hasKeys, type PairKeys } from '@weft/shared/messages/authentication';
import type { FastState, NvmeController } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import type { AnchorChoice } from '../anchors/anchors.js';
import type { AttachmentTrace } from '../attachment-trace.js';
import type { World } from '../plan.js';
import { hasTlsKey } from '../tls.js';

/*
 * Paths of an attachment: one controller per (target's subsystem, storage network). Legs on one target share them.
 *  - the agent connects a missing controller again (never made, or removed by the kernel after a "do not retry").
 *  - it disconnects one whose address or service id is no longer assigned when every assigned path of its subsystem is live.
 */
interface WantedPath {
  nqn: string;
  path: PathAssignment;
  authentication: PairKeys | undefined;
}

function wantedPaths(attachment: AttachmentAssignment): WantedPath[] {
  const wanted = new Map<string, WantedPath>();
  for (const leg of attachment.legs) {
    for (const path of leg.paths) {
      const key = [leg.subsystemNqn, path.transport, path.address, path.serviceId, path.hostAddress].join(' ');
      if (!wanted.has(key)) wanted.set(key, { nqn: leg.subsystemNqn, path, authentication: leg.authentication });
    }
  }
  return [...wanted.values()];
}

/** The kernel ignores such a controller when it looks for a duplicate (nvmf_ctlr_matches_baseopts), so a new one may be made. */
export const isGoing = (controller: NvmeController): boolean => controller.state.startsWith('deleting') || controller.state === 'dead';

export const isPathOf = (controller: NvmeController, nqn: string, path: PathAssignment): boolean =>
  !isGoing(controller) &&
  controller.subsystemNqn === nqn &&
  controller.transport === path.transport &&
  controller.address === path.address &&
  controller.serviceId === path.serviceId &&
  (controller.hostAddress === null || controller.hostAddress === path.hostAddress) &&
  // A path with TLS is no path without it: what is connected otherwise is not silently used as one.
  (path.tls === undefined || controller.encrypted !== undefined);

export function connectMissing(
  attachment: AttachmentAssignment,
  trace: AttachmentTrace,
  content: AssignmentContent,
  { failAfterSeconds }: AnchorChoice,
): Operation[] {
  return wantedPaths(attachment)
    .filter(({ nqn, path }) => !trace.controllers.some((controller) => isPathOf(controller, nqn, path)))
    .map(({ nqn, path, authentication }) => ({
      op: 'connect',
      nqn,
      transport: path.transport,
      address: path.address,
      serviceId: path.serviceId,
      hostAddress: path.hostAddress,
      hostNqn: content.hostNqn,
      hostId: content.hostId,
      keepAliveSeconds: content.connect.keepAliveSeconds,
      reconnectDelaySeconds: content.connect.reconnectDelaySeconds,
      ioQueues: content.connect.maxIoQueues,
      fastIoFailSeconds: failAfterSeconds.get(nqn) ?? -1,
      ...(authentication && { authentication }),
      ...(path.tls && { tls: true }),
    }));
}

/** The keys of paths with TLS, which the kernel looks for at every connect and reconnect. */
export function giveTlsKeys(
  attachment: AttachmentAssignment,
  { fast, content: { hostNqn } }: Pick<World, 'fast' | 'content'>,
): Operation[] {
  const wanted = new Map(wantedPaths(attachment).flatMap(({ nqn, path }) => (path.tls ? [[nqn, path.tls.keyId] as const] : [])));
  return [...wanted]
    .filter(([nqn, keyId]) => !hasTlsKey(fast, { hostNqn, nqn, keyId }))
    .map(([nqn, keyId]) => ({ op: 'set-tls-key', hostNqn, nqn, keyId }));
}

/**
 * Gives controllers the assigned keys: their target has them already. A controller that was connected without keys stays so until its next connect: the kernel
 * takes no keys for it (nvme_ctrl_dhchap_secret_store in drivers/nvme/host/sysfs.c).
 */
export function giveKeys(attachment: AttachmentAssignment, trace: AttachmentTrace): Operation[] {
  return wantedPaths(attachment).flatMap(({ nqn, path, authentication }) => {
    const controller = trace.controllers.find((each) => isPathOf(each, nqn, path));
    const isKeyed = controller?.keys !== undefined && controller.keys.hostKeyId !== null;
    if (!authentication || !controller || !isKeyed || hasKeys(controller.keys, authentication)) return [];
    return [{ op: 'set-controller-keys', controller: controller.name, nqn, ...authentication }];
  });
}

/** Sets the I/O policy of connected subsystems. The guard sets the timeouts. */
export function tunePaths(
  attachment: AttachmentAssignment,
  { fast, content }: { fast: FastState; content: AssignmentContent },
): Operation[] {
  const nqns = new Set(attachment.legs.map((leg) => leg.subsystemNqn));
  const steps: Operation[] = [];
  for (const subsystem of fast.initiatorSubsystems) {
    if (nqns.has(subsystem.nqn) && subsystem.ioPolicy !== null && subsystem.ioPolicy !== content.connect.ioPolicy) {
      steps.push({ op: 'set-io-policy', subsystem: subsystem.name, nqn: subsystem.nqn, policy: content.connect.ioPolicy });
    }
  }
  return steps;
}

/** Controllers no longer assigned, once every path assigned instead is live; without such a path, once nothing uses the subsystem's namespaces. */
export function disconnectObsolete(attachment: AttachmentAssignment, trace: AttachmentTrace, fast: FastState): Operation[] {
  const wanted = wantedPaths(attachment);
  const usedDevices = new Set([
    ...fast.arrays.flatMap((array) => array.members.map((member) => member.device)),
    ...fast.mappings.flatMap((mapping) => mapping.under),
  ]);
  return trace.controllers
    .filter((controller) => !isGoing(controller) && !wanted.some(({ nqn, path }) => isPathOf(controller, nqn, path)))
    .filter((controller) => {
      const inPlace = wanted.filter(({ nqn }) => nqn === controller.subsystemNqn);
      const allLive = inPlace.every(({ nqn, path }) =>
        trace.controllers.some((other) => other.state === 'live' && isPathOf(other, nqn, path)),
      );
      const inUse = fast.heads.some((head) => head.subsystemNqn === controller.subsystemNqn && usedDevices.has(head.device));
      return inPlace.length > 0 ? allLive : !inUse;
    })
    .map((controller) => ({ op: 'disconnect', controller: controller.name, nqn: controller.subsystemNqn }));
}
