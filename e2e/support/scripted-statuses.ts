import { devicePath } from '@weft/shared/identity';
import type { Assignment, AttachmentAssignment, ExportAssignment } from '@weft/shared/messages/assignment';
import type { AttachmentStatus, ExportStatus, ObjectStatus } from '@weft/shared/messages/report';

/** What a node would report that has done everything it was assigned. */
export function statusesOfAllDone({ generation, content }: Assignment, sizeOfDrive: (serial: string) => number): ObjectStatus[] {
  const base = { generation, state: 'done' as const, reason: null };
  return [
    ...content.drives.map((drive): ObjectStatus => {
      const sizeBytes = sizeOfDrive(drive.serial);
      const observed = {
        present: true,
        volumeGroup: drive.desired === 'in-service',
        sizeBytes,
        freeBytes: sizeBytes,
        largestFreeBytes: sizeBytes,
        wipedOrderId: drive.wipe?.orderId ?? null,
      };
      return { kind: 'drive', id: drive.driveId, ...base, observed };
    }),
    ...content.legs.map((leg): ObjectStatus => {
      const present = leg.desired === 'present';
      return {
        kind: 'leg',
        id: leg.legId,
        ...base,
        observed: { present, wiped: present, open: false, sizeBytes: leg.sizeBytes, backed: present },
      };
    }),
    ...content.exports.map((each): ObjectStatus => ({ kind: 'export', id: each.attachmentId, ...base, observed: exported(each) })),
    ...content.attachments.map((each): ObjectStatus => ({ kind: 'attachment', id: each.attachmentId, ...base, observed: attached(each) })),
  ];
}

function exported({ desired, hostNqn, namespaces, portals, serviceId }: ExportAssignment): ExportStatus['observed'] {
  if (desired === 'absent') return { present: false, allowedHosts: [], namespaces: [], portals: [] };
  return {
    present: true,
    allowedHosts: [hostNqn],
    namespaces: namespaces.map((namespace) => ({ ...namespace, enabled: true })),
    portals: portals.map(({ address }) => ({ address, serviceId, linked: true })),
  };
}

function attached({ desired, volumeName, legs, array }: AttachmentAssignment): AttachmentStatus['observed'] {
  if (desired === 'detached')
    return { present: false, available: false, device: null, open: false, arrayCreated: array !== null, paths: [], array: null, legs: [] };
  return {
    present: true,
    available: true,
    device: devicePath(volumeName),
    open: false,
    arrayCreated: array !== null,
    paths: legs.flatMap(({ legId, paths }) =>
      paths.map(({ storageNetwork, address }) => ({ legId, storageNetwork, address, controllerState: 'live' })),
    ),
    legs: legs.map(({ legId, anchor }) => ({ legId, anchor, reason: null })),
    array: array && {
      uuid: array.uuid,
      state: 'clean',
      degraded: 0,
      syncAction: 'idle',
      syncProgressRatio: null,
      syncSpeedBytesPerSecond: null,
      members: legs.map(({ legId, index }) => ({ legId, flags: ['in_sync'], slot: index, errors: 0, badBlocks: 0, events: null })),
    },
  };
}
