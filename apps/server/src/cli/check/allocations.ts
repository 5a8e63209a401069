import { driveRef, legRef, nodeRef, volumeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument } from '../../domain/documents/attachment.document.js';
import { allLegs, bookings, type VolumeDocument } from '../../domain/documents/volume.document.js';
import { poolBytesOf } from '../../domain/placement/pool-size.js';
import type { CheckedDrive } from './facts.js';
import { type CheckFinding, found } from './finding.js';

export interface Allocations {
  drives: readonly Pick<CheckedDrive, '_id' | 'serial' | 'nodeId' | 'nodeName' | 'spec' | 'status'>[];
  volumes: readonly Pick<VolumeDocument, '_id' | 'name' | 'legs' | 'obsoleteLegs'>[];
  attachments: readonly Pick<AttachmentDocument, '_id' | 'volumeId' | 'volumeName' | 'exports'>[];
}

/** Legs whose drive is missing in the database. */
function lostDrives({ drives, volumes }: Allocations): CheckFinding[] {
  const known = new Set(drives.map(({ _id }) => _id));
  return volumes.flatMap((volume) =>
    allLegs(volume)
      .filter(({ driveId }) => !known.has(driveId))
      .map((leg) =>
        found('check-leg-drive-unknown', {
          ...{ leg: legRef(leg), volume: volumeRef(volume._id, volume.name) },
          ...{ drive: driveRef(leg.driveId, leg.driveSerial), node: nodeRef(leg.nodeId, leg.nodeName) },
        }),
      ),
  );
}

/** Bytes of the legs and caches on each drive, and of its pool. */
export function bookedBytes(volumes: Allocations['volumes'], drives: readonly Pick<CheckedDrive, '_id' | 'spec'>[]): Map<string, number> {
  const booked = new Map(drives.map((drive) => [drive._id, poolBytesOf(drive)]));
  for (const { driveId, bytes } of volumes.flatMap(allLegs).flatMap(bookings)) booked.set(driveId, (booked.get(driveId) ?? 0) + bytes);
  return booked;
}

/** S6: the allocated bytes of a drive must equal the bytes of its legs. */
function wrongSums({ drives, volumes }: Allocations): CheckFinding[] {
  const booked = bookedBytes(volumes, drives);
  return drives.flatMap(({ _id, serial, nodeId, nodeName, status: { capacityBytes, allocatedBytes } }) => {
    const legBytes = booked.get(_id) ?? 0;
    const itself = { drive: driveRef(_id, serial), node: nodeRef(nodeId, nodeName) };
    const plan = said('mend-allocated', { drive: itself.drive });
    return [
      ...(legBytes === allocatedBytes
        ? []
        : [
            found(
              'check-allocated-differs',
              { ...itself, recordedBytes: allocatedBytes, legBytes },
              { kind: 'allocated', drive: itself.drive, plan },
            ),
          ]),
      ...(legBytes <= capacityBytes || capacityBytes === 0
        ? []
        : [found('check-drive-overbooked', { ...itself, legBytes, capacityBytes })]),
    ];
  });
}

/** Service ids used twice on one node: two subsystems would share a port. */
function sharedServiceIds({ attachments }: Allocations): CheckFinding[] {
  const seen = new Map<string, (typeof attachments)[number]>();
  return attachments.flatMap((attachment) =>
    attachment.exports.flatMap(({ nodeId, nodeName, serviceId }) => {
      const key = `${nodeId} ${serviceId}`;
      const first = seen.get(key);
      seen.set(key, attachment);
      return first === undefined
        ? []
        : [
            found('check-service-id-shared', {
              ...{ serviceId, node: nodeRef(nodeId, nodeName) },
              first: volumeRef(first.volumeId, first.volumeName),
              second: volumeRef(attachment.volumeId, attachment.volumeName),
            }),
          ];
    }),
  );
}

/** Errors in the records of allocated space. Pure. */
export const allocationFindings = (allocations: Allocations): CheckFinding[] => [
  ...lostDrives(allocations),
  ...wrongSums(allocations),
  ...sharedServiceIds(allocations),
];
