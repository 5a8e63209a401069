import { NVMET_MODEL, nguidOf, WIPED_TAG } from '@weft/shared/identity';
import { isId } from '@weft/shared/is-id';
import type { ExportAssignment } from '@weft/shared/messages/assignment';
import type { ExportStatus, Reason } from '@weft/shared/messages/report';
import type { LogicalVolume, NvmetPort, NvmetSubsystem } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import { noteServed, supersededBy } from '../attachment/tenure.js';
import { type Decision, done, failed, mayFail, must, type Plan, type World, waiting, working } from '../plan.js';
import { fenceForeignHost, foreignHost } from './foreign-host.js';
import { findLegVolume } from './plan-leg.js';
import { linkedPorts, planUnexport, unlink } from './plan-unexport.js';

/*
 * An export: one subsystem, one allowed host, the wiped legs of one volume here, one port per NIC.
 *  - only wiped legs become namespaces (S2); a leg whose drive is missing does not block the others.
 *  - another subsystem has a leg of the volume enabled: nothing is enabled, whatever the assignment lists, unless both are shared or both read-only (S3).
 *  - this node served a later attachment that excludes this one: nothing is changed (tenure.ts).
 *  - a host other than the assigned one is allowed: the agent removes it and unlinks the ports before anything else (S3).
 *  - the agent sets identity and allowed host, and sees them on the host, before it links a port: the port listens from then on.
 *  - a namespace that is no longer assigned, beside others: disabled, which drains it, and removed. Only then can its leg be removed.
 *  - the last enabled namespace, while the leg that replaces it is still being made: kept until then, because nothing listens without a namespace.
 *  - after a reboot of the target the agent makes all of it again, with the same identity.
 *  - absent: DATAPATH's fence order, see plan-unexport.ts.
 *  - a foreign host is connected: foreign-host.ts.
 */
export function planExport(assigned: ExportAssignment, world: World): Plan<ExportStatus> {
  const subsystem = world.fast.subsystems.find((candidate) => candidate.nqn === assigned.subsystemNqn);
  const linked = linkedPorts(world.fast, assigned.subsystemNqn);
  const {
    state,
    reason,
    steps,
    before = [],
    after = [],
  } = fenceForeignHost(assigned, world) ??
  (assigned.desired === 'absent' ? planUnexport(assigned, world.fast) : exported(assigned, subsystem, linked, world));
  const foreign = foreignHost(assigned, world);
  const assignedPorts = assigned.portals.map(({ address }) => ({
    address,
    serviceId: assigned.serviceId,
    linked: linked.some((port) => isPortal(port, assigned, address)),
  }));
  return {
    kind: 'export',
    id: assigned.attachmentId,
    steps,
    before,
    after,
    status: {
      kind: 'export',
      id: assigned.attachmentId,
      generation: world.generation,
      state,
      reason: foreign ?? reason,
      observed: {
        present: subsystem !== undefined || linked.length > 0,
        allowedHosts: subsystem?.allowedHosts ?? [],
        namespaces: (subsystem?.namespaces ?? []).flatMap(({ nsid, uuid, enabled }) =>
          isId(uuid) ? [{ nsid, legId: uuid, enabled }] : [],
        ),
        portals: assignedPorts,
      },
    },
  };
}

const isPortal = (port: NvmetPort, assigned: ExportAssignment, address: string): boolean =>
  port.transport === assigned.transport && port.address === address && port.serviceId === assigned.serviceId;

function exported(assigned: ExportAssignment, subsystem: NvmetSubsystem | undefined, linked: NvmetPort[], world: World): Decision {
  const nqn = assigned.subsystemNqn;
  const create: Operation = { op: 'create-subsystem', nqn, serial: assigned.serial, model: NVMET_MODEL, hostNqn: assigned.hostNqn };

  if (subsystem) {
    const strangers = subsystem.allowedHosts.filter((host) => host !== assigned.hostNqn);
    if (strangers.length > 0 || subsystem.allowAnyHost) {
      // Removing a host from the list ends no connection: the ports are unlinked too, and linked again once the list is right.
      const disallow = strangers.map((hostNqn): Operation => ({ op: 'disallow-host', nqn, hostNqn }));
      const cut = linked.map((port) => unlink(nqn, port));
      return working(must(...disallow, ...cut, ...(subsystem.allowAnyHost ? [create] : [])));
    }
    if (subsystem.serial !== assigned.serial && subsystem.namespaces.some((space) => space.enabled)) {
      return failed(
        'identity-changed',
        `subsystem ${nqn} has serial ${subsystem.serial} instead of ${assigned.serial}; clients would lose the device. Detach the volume and attach it again`,
      );
    }
  }

  const superseded = supersededBy(assigned, world.facts);
  if (superseded) return { state: 'failed', reason: superseded, steps: [] };

  const besides = sharers(assigned, world);
  const other = world.fast.subsystems.find((each) => each.nqn !== nqn && !besides.includes(each.nqn) && hasLegOf(each, assigned, world));
  if (other) return { state: 'waiting', reason: exportedElsewhere(assigned, other), steps: [] };

  const ready: { nsid: number; legId: string; volume: LogicalVolume }[] = [];
  let missing: Reason | null = null;
  for (const { nsid, legId } of assigned.namespaces) {
    const leg = legForExport(legId, world);
    if ('reason' in leg) missing ??= leg.reason;
    else ready.push({ nsid, legId, volume: leg.volume });
  }

  const steps: Operation[] = subsystem?.allowedHosts.length === 1 && subsystem.serial === assigned.serial ? [] : [create];
  for (const { nsid, legId, volume } of ready) {
    const space = subsystem?.namespaces.find((candidate) => candidate.nsid === nsid);
    if (space?.enabled && space.uuid === legId) continue;
    if (space?.enabled) {
      return failed(
        'identity-changed',
        `namespace ${nsid} of ${nqn} exports ${space.uuid} instead of leg ${legId}; detach the volume and attach it again`,
      );
    }
    // A namespace that is not enabled may be half written: write its identity again before enabling it.
    steps.push(
      { op: 'create-namespace', nqn, nsid, devicePath: volume.devicePath, uuid: legId, nguid: nguidOf(legId) },
      { op: 'enable-namespace', nqn, nsid, devicePath: volume.devicePath, uuid: legId, besides },
    );
  }
  const isAssigned = ({ nsid }: { nsid: number }) => assigned.namespaces.some((each) => each.nsid === nsid);
  // The assigned legs are still being made, and no assigned namespace is enabled yet.
  const follows = missing !== null && ready.length === 0 && !subsystem?.namespaces.some((space) => space.enabled && isAssigned(space));
  for (const space of subsystem?.namespaces ?? []) {
    if (isAssigned(space) || (space.enabled && follows && linked.length > 0)) continue;
    if (space.enabled) steps.push({ op: 'disable-namespace', nqn, nsid: space.nsid });
    steps.push({ op: 'remove-namespace', nqn, nsid: space.nsid });
  }
  if (ready.length === 0 && !subsystem?.namespaces.some((space) => space.enabled)) {
    return missing
      ? { state: 'waiting', reason: missing, steps: [] }
      : waiting('no-legs', `export ${nqn} has no leg assigned on this node`);
  }
  const served = noteServed(assigned, world.facts);
  if (steps.length > 0) return working(must(...steps), { before: served });

  const link = assigned.portals
    .filter(({ address }) => !linked.some((port) => isPortal(port, assigned, address)))
    .map(({ address }): Operation => ({ op: 'link-port', nqn, transport: assigned.transport, address, serviceId: assigned.serviceId }));
  if (link.length > 0) return missing ? { state: 'waiting', reason: missing, steps: mayFail(...link) } : working(mayFail(...link));
  const stale = linked.filter((port) => !assigned.portals.some(({ address }) => isPortal(port, assigned, address)));
  if (stale.length > 0) return working(must(...stale.map((port) => unlink(nqn, port))));
  return missing ? { state: 'waiting', reason: missing, steps: [] } : done();
}

/** Subsystems that may have the same legs enabled: other attachments of a shared or read-only volume. */
function sharers(assigned: ExportAssignment, { content }: World): string[] {
  const others = content.exports.filter(
    ({ volumeId, attachmentId }) => volumeId === assigned.volumeId && attachmentId !== assigned.attachmentId,
  );
  const may = ({ mode, desired }: ExportAssignment) => (assigned.mode === null ? desired === 'exported' : mode === assigned.mode);
  return assigned.mode === 'exclusive' ? [] : others.filter(may).map(({ subsystemNqn }) => subsystemNqn);
}

/** True if it has a leg of this volume enabled, by UUID or by device. */
function hasLegOf({ namespaces }: NvmetSubsystem, assigned: ExportAssignment, { content, slow }: World): boolean {
  const legs = content.legs.filter(({ volumeId }) => volumeId === assigned.volumeId);
  const uuids = new Set([...legs, ...assigned.namespaces].map(({ legId }) => legId));
  const devices = new Set(legs.flatMap((leg) => findLegVolume(slow, leg)?.devicePath ?? []));
  return namespaces.some(({ enabled, uuid, devicePath }) => enabled && (uuids.has(uuid) || devices.has(devicePath)));
}

const exportedElsewhere = ({ volumeName }: ExportAssignment, { nqn, allowedHosts }: NvmetSubsystem): Reason => ({
  code: 'leg-exported-elsewhere',
  message: `a leg of volume ${volumeName} is enabled under subsystem ${nqn} for ${allowedHosts.join(', ') || 'a host that is being fenced'}; no leg is exported to another host until that subsystem is gone. If the subsystem is an orphan, the database may have been restored: find out which client uses the volume before you remove the subsystem`,
});

/** The LV of a leg, if it may be exported: assigned to stay, wiped (S2), backed, active. */
function legForExport(legId: string, { content, slow }: World): { volume: LogicalVolume } | { reason: Reason } {
  const leg = content.legs.find((candidate) => candidate.legId === legId);
  if (!leg || leg.desired === 'absent')
    return {
      reason: {
        code: 'leg-unassigned',
        message: `leg ${legId} is not assigned to this node; the server has to assign it before it is exported`,
      },
    };
  const volume = findLegVolume(slow, leg);
  if (!volume)
    return {
      reason: { code: 'leg-missing', message: `leg ${legId} is not there yet: its drive is missing, or its LV is still being made` },
    };
  if (!volume.tags.includes(WIPED_TAG))
    return { reason: { code: 'leg-not-wiped', message: `leg ${legId} is not wiped yet; it is exported when that is done` } };
  if (!volume.backed)
    return {
      reason: {
        code: 'leg-not-backed',
        message: `the drive of leg ${legId} was away; it is exported again when it is active on the drive's device of today`,
      },
    };
  if (!volume.active) return { reason: { code: 'leg-inactive', message: `leg ${legId} is not active yet` } };
  return { volume };
}
