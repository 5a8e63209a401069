import { NVMET_MODEL, vgName, WIPED_TAG } from '@weft/shared/identity';
import { isId } from '@weft/shared/is-id';
import type { ExportAssignment } from '@weft/shared/messages/assignment';
import { hasKeys } from '@weft/shared/messages/authentication';
import type { ExportStatus } from '@weft/shared/messages/report';
import { volumeRef } from '@weft/shared/text/references';
import type { FastState, LogicalVolume, NvmetNamespace, NvmetPort, NvmetSubsystem } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import { type AgentReason, reason } from '../../reason/reason.js';
import { drillFault, withoutDrilledPortals } from '../drill-fault.js';
import { nguidFor } from '../incarnations/incarnation.js';
import { type Decision, done, failed, mayFail, must, type Plan, type Step, type World, waiting, working } from '../plan.js';
import { noteServed, supersededBy } from '../tenure/tenure.js';
import { hasTlsKey, tlsKeyOf } from '../tls.js';
import { deviceForExport, pathsOf } from './device/leg-device.js';
import { fenceForeignHost, foreignHost } from './foreign-host.js';
import { lacksCache, underDevice } from './leg-cache.js';
import { legVolume } from './plan-leg.js';
import { linkedPorts, planUnexport, unlink } from './plan-unexport.js';
import { isThin } from './thin/plan-thin.js';

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
 *  - TLS is assigned: its key is in the keyring before a port is linked, and no port takes a connection without TLS.
 *  - absent: DATAPATH's fence order, see plan-unexport.ts.
 *  - a foreign host is connected: foreign-host.ts.
 *  - a drill cuts a network, or stops the exports: those portals are not wanted until the drill's fault ends (drill-fault.ts).
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
  (assigned.desired === 'absent'
    ? planUnexport(assigned, world.fast)
    : exported(withoutDrilledPortals(assigned, drillFault(world)), subsystem, linked, world));
  const foreign = foreignHost(assigned, world);
  const assignedPorts = assigned.portals.map(({ address }) => ({
    address,
    serviceId: assigned.serviceId,
    linked: linked.some((port) => isPortal(port, assigned, address)),
    ...(assigned.tls && { tls: linked.some((port) => port.tls && isPortal(port, assigned, address)) }),
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
        ...(assigned.authentication && {
          keys: world.fast.hosts?.find(({ hostNqn }) => hostNqn === assigned.hostNqn)?.keys ?? { hostKeyId: null, controllerKeyId: null },
        }),
        ...(assigned.tls && { tlsKeyId: tlsKeyOf(world.fast, { hostNqn: assigned.hostNqn, nqn: assigned.subsystemNqn }) }),
      },
    },
  };
}

const isPortal = (port: NvmetPort, assigned: ExportAssignment, address: string): boolean =>
  port.transport === assigned.transport &&
  port.address === address &&
  port.serviceId === assigned.serviceId &&
  // Without assigned TLS a port with TLS stays: its client may be connected with it, and a server of an earlier version sends none.
  (assigned.tls === undefined || port.tls === true);

function exported(assigned: ExportAssignment, subsystem: NvmetSubsystem | undefined, linked: NvmetPort[], world: World): Decision {
  const nqn = assigned.subsystemNqn;
  const besides = sharers(assigned, world);
  const obstacle =
    (subsystem && (closedToStrangers(assigned, subsystem, linked) ?? changedSerial(assigned, subsystem))) ??
    openPorts(assigned, linked) ??
    ownedElsewhere(assigned, besides, world);
  if (obstacle) return obstacle;

  const spaces = subsystem?.namespaces ?? [];
  const { ready, missing } = legsForExport(assigned, world);
  const changed = changedNamespace(nqn, ready, spaces);
  if (changed) return changed;
  if (ready.length === 0 && !spaces.some((space) => space.enabled)) {
    return missing ? blocked(missing) : waiting('no-legs', { subsystem: nqn });
  }
  const isListening = linked.length > 0;
  const keys = requiredKeys(assigned, world);
  if (keys.length > 0 && servesWithoutKeys(assigned, world)) return blocked(reason('host-without-keys', { host: assigned.hostNqn }));
  const isComplete = subsystem?.allowedHosts.length === 1 && subsystem.serial === assigned.serial;
  const steps = [
    ...keys,
    ...requiredTlsKey(assigned, world),
    ...(isComplete ? [] : [createOf(assigned)]),
    ...enabling(nqn, ready, spaces, besides, world.fast),
    ...removing(assigned, spaces, isListening && missing !== null && ready.length === 0),
  ];
  // Also of an export that is complete: a lost ledger does not contain it (S14).
  const before = noteServed(assigned, world.facts);
  return steps.length > 0 ? working(must(...steps), { before }) : { ...linking(assigned, linked, missing), before };
}

const blocked = (reason: AgentReason, steps: Step[] = []): Decision => ({ state: 'waiting', reason, steps });

/** Keys come before the allowed host and the ports. Without assigned keys those in the kernel stay: a client may be connected with them. */
function requiredKeys({ hostNqn, authentication }: ExportAssignment, { fast }: World): Operation[] {
  const found = fast.hosts?.find((each) => each.hostNqn === hostNqn)?.keys;
  return authentication && !hasKeys(found, authentication) ? [{ op: 'set-host-keys', hostNqn, ...authentication }] : [];
}

/** The host may be connected here without keys: with keys, the kernel would refuse its next reconnect, and the client would lose the path for good. */
const servesWithoutKeys = ({ hostNqn }: ExportAssignment, { fast }: World): boolean =>
  fast.hosts !== undefined &&
  (fast.hosts.find((each) => each.hostNqn === hostNqn)?.keys.hostKeyId ?? null) === null &&
  fast.subsystems.some(({ allowedHosts }) => allowedHosts.includes(hostNqn));

/** A port that takes plain connections, although TLS is assigned. The kernel changes no linked port. */
function openPorts({ subsystemNqn: nqn, tls, serviceId }: ExportAssignment, linked: NvmetPort[]): Decision | null {
  const open = tls ? linked.filter((port) => !port.tls && port.serviceId === serviceId) : [];
  return open.length > 0 ? working(must(...open.map((port) => unlink(nqn, port)))) : null;
}

/** Before the ports: the target looks for the key when a client connects. */
function requiredTlsKey({ hostNqn, subsystemNqn: nqn, tls }: ExportAssignment, { fast }: World): Operation[] {
  return tls && !hasTlsKey(fast, { hostNqn, nqn, keyId: tls.keyId }) ? [{ op: 'set-tls-key', hostNqn, nqn, keyId: tls.keyId }] : [];
}

const createOf = ({ subsystemNqn: nqn, serial, hostNqn }: ExportAssignment): Operation => ({
  op: 'create-subsystem',
  nqn,
  serial,
  model: NVMET_MODEL,
  hostNqn,
});

/** Any host or another one than the assigned one is allowed (S3). */
function closedToStrangers(assigned: ExportAssignment, subsystem: NvmetSubsystem, linked: NvmetPort[]): Decision | null {
  const { nqn, allowAnyHost } = subsystem;
  const strangers = subsystem.allowedHosts.filter((host) => host !== assigned.hostNqn);
  if (strangers.length === 0 && !allowAnyHost) return null;
  // Removing a host from the list ends no connection: the ports are unlinked too, and linked again once the list is right.
  const disallow = strangers.map((hostNqn): Operation => ({ op: 'disallow-host', nqn, hostNqn }));
  const cut = linked.map((port) => unlink(nqn, port));
  return working(must(...disallow, ...cut, ...(allowAnyHost ? [createOf(assigned)] : [])));
}

/** Hosts know enabled namespaces under the serial found. */
function changedSerial({ serial }: ExportAssignment, { nqn, serial: found, namespaces }: NvmetSubsystem): Decision | null {
  const isChanged = found !== serial && namespaces.some((space) => space.enabled);
  return isChanged ? failed('identity-changed', { subsystem: nqn, found, assigned: serial }) : null;
}

/** A later attachment excludes this one, or another subsystem has a leg of the volume enabled (S3). */
function ownedElsewhere(assigned: ExportAssignment, besides: readonly string[], world: World): Decision | null {
  const superseded = supersededBy(assigned, world.facts);
  if (superseded) return { state: 'failed', reason: superseded, steps: [] };
  const other = world.fast.subsystems.find(
    (each) => each.nqn !== assigned.subsystemNqn && !besides.includes(each.nqn) && hasLegOf(each, assigned, world),
  );
  return other ? blocked(exportedElsewhere(assigned, other)) : null;
}

interface ReadyLeg {
  nsid: number;
  legId: string;
  volume: LogicalVolume;
  /** What its device has to lie on. */
  under: string;
  nguid: string;
}

/** `missing`: the reason of the first leg that is not ready. */
function legsForExport(assigned: ExportAssignment, world: World): { ready: ReadyLeg[]; missing: AgentReason | null } {
  const ready: ReadyLeg[] = [];
  let missing: AgentReason | null = null;
  for (const { nsid, legId } of assigned.namespaces) {
    const leg = legForExport(legId, assigned, world);
    if ('reason' in leg) missing ??= leg.reason;
    else ready.push({ nsid, legId, ...leg });
  }
  return { ready, missing };
}

/** A namespace id is enabled with another leg than the assigned one. */
function changedNamespace(nqn: string, ready: readonly ReadyLeg[], spaces: readonly NvmetNamespace[]): Decision | null {
  for (const { nsid, legId } of ready) {
    const space = spaces.find((candidate) => candidate.nsid === nsid);
    if (space?.enabled && space.uuid !== legId) {
      return failed('identity-changed', { subsystem: nqn, namespaceId: nsid, found: space.uuid, assigned: legId });
    }
  }
  return null;
}

/** A namespace that is not enabled may be half written: its identity is written again before it is enabled. */
const enabling = (
  nqn: string,
  ready: readonly ReadyLeg[],
  spaces: readonly NvmetNamespace[],
  besides: string[],
  fast: FastState,
): Operation[] =>
  ready
    .filter(({ nsid }) => !spaces.some((space) => space.nsid === nsid && space.enabled))
    .flatMap(({ nsid, legId: uuid, volume, under, nguid }): Operation[] => {
      const { devicePath, make } = deviceForExport(fast, uuid, volume, under);
      return [
        ...make,
        { op: 'create-namespace', nqn, nsid, devicePath, uuid, nguid },
        { op: 'enable-namespace', nqn, nsid, devicePath, uuid, besides },
      ];
    });

/** Namespaces that are no longer assigned. `awaited`: ports are linked, and the assigned legs are still being made. */
function removing(assigned: ExportAssignment, spaces: readonly NvmetNamespace[], awaited: boolean): Operation[] {
  const nqn = assigned.subsystemNqn;
  const isAssigned = ({ nsid }: { nsid: number }) => assigned.namespaces.some((each) => each.nsid === nsid);
  // The port would not listen without a namespace.
  const keepEnabled = awaited && !spaces.some((space) => space.enabled && isAssigned(space));
  return spaces
    .filter((space) => !isAssigned(space) && !(space.enabled && keepEnabled))
    .flatMap(({ nsid, enabled }): Operation[] => [
      ...(enabled ? [{ op: 'disable-namespace', nqn, nsid } as const] : []),
      { op: 'remove-namespace', nqn, nsid },
    ]);
}

/** The subsystem is complete: assigned ports are linked, then all others are unlinked. */
function linking(assigned: ExportAssignment, linked: NvmetPort[], missing: AgentReason | null): Decision {
  const { subsystemNqn: nqn, transport, serviceId, portals, tls } = assigned;
  const link = portals
    .filter(({ address }) => !linked.some((port) => isPortal(port, assigned, address)))
    .map(({ address }): Operation => ({ op: 'link-port', nqn, transport, address, serviceId, ...(tls && { tls: true }) }));
  if (link.length > 0) return missing ? blocked(missing, mayFail(...link)) : working(mayFail(...link));
  const stale = linked.filter((port) => !portals.some(({ address }) => isPortal(port, assigned, address)));
  if (stale.length > 0) return working(must(...stale.map((port) => unlink(nqn, port))));
  return missing ? blocked(missing) : done();
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
function hasLegOf({ namespaces }: NvmetSubsystem, assigned: ExportAssignment, world: World): boolean {
  const { content } = world;
  const legs = content.legs.filter(({ volumeId }) => volumeId === assigned.volumeId);
  const uuids = new Set([...legs, ...assigned.namespaces].map(({ legId }) => legId));
  const devices = new Set(
    legs.flatMap((leg) => {
      const volume = legVolume(leg, world);
      return volume ? pathsOf(leg.legId, volume) : [];
    }),
  );
  return namespaces.some(({ enabled, uuid, devicePath }) => enabled && (uuids.has(uuid) || devices.has(devicePath)));
}

const exportedElsewhere = ({ volumeId, volumeName }: ExportAssignment, { nqn, allowedHosts }: NvmetSubsystem): AgentReason =>
  reason('leg-exported-elsewhere', { volume: volumeRef(volumeId, volumeName), subsystem: nqn, hosts: allowedHosts });

/** The LV of a leg, if it may be exported: assigned to stay, wiped (S2), backed, active, and with its cache if it may lack bytes of it. */
function legForExport(
  legId: string,
  assigned: ExportAssignment,
  world: World,
): Pick<ReadyLeg, 'volume' | 'under' | 'nguid'> | { reason: AgentReason } {
  const { content } = world;
  const leg = content.legs.find((candidate) => candidate.legId === legId);
  if (!leg || leg.desired === 'absent') return { reason: reason('leg-unassigned', { legId }) };
  const volume = legVolume(leg, world);
  if (!volume) return { reason: reason('leg-missing', { legId, need: 'create' }) };
  if (!volume.tags.includes(WIPED_TAG)) return { reason: reason('leg-not-wiped', { legId }) };
  if (!volume.backed) return { reason: reason('leg-not-backed', { legId }) };
  if (!volume.active) return { reason: reason('leg-inactive', { legId }) };
  const under = isThin(leg) ? volume.devicePath : underDevice(leg, volume, world);
  if (under !== null) return { volume, under, nguid: nguidFor(leg, volume, assigned, world) };
  const lv = `${volume.vg}/${volume.lv}`;
  return {
    reason: lacksCache(leg, volume, world)
      ? reason('leg-cache-missing', { lv, group: vgName(leg.cache?.driveId ?? '') })
      : reason('leg-cache-starts', { lv }),
  };
}
