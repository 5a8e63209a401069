import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { Part } from '../domain/documents/parts.js';
import { allLegs, type VolumeDocument } from '../domain/documents/volume.document.js';

/** An error in the records of allocated space, and the remedy. */
export interface Finding {
  what: string;
  todo: string;
}

export interface Allocations {
  drives: Part<DriveDocument, '_id' | 'serial' | 'nodeName' | 'status.capacityBytes' | 'status.allocatedBytes'>[];
  volumes: Pick<VolumeDocument, '_id' | 'name' | 'legs' | 'obsoleteLegs'>[];
  attachments: Pick<AttachmentDocument, '_id' | 'volumeName' | 'exports'>[];
}

const restore = 'Create no volumes. Restore the database from a backup, or ask for help with the output of this command.';

/** Legs whose drive is missing in the database. */
function lostDrives({ drives, volumes }: Allocations): Finding[] {
  const known = new Set(drives.map(({ _id }) => _id));
  return volumes.flatMap((volume) =>
    allLegs(volume)
      .filter(({ driveId }) => !known.has(driveId))
      .map(({ id, driveSerial, nodeName }) => ({
        what: `volume ${volume.name}: leg ${id} is on drive ${driveSerial} of ${nodeName}, which is not in the database`,
        todo: restore,
      })),
  );
}

/** S6: the allocated bytes of a drive must equal the bytes of its legs. */
function wrongSums({ drives, volumes }: Allocations): Finding[] {
  const taken = new Map<string, number>();
  for (const {
    driveId,
    spec: { sizeBytes },
  } of volumes.flatMap(allLegs))
    taken.set(driveId, (taken.get(driveId) ?? 0) + sizeBytes);
  return drives.flatMap(({ _id, serial, nodeName, status: { capacityBytes, allocatedBytes } }) => {
    const sum = taken.get(_id) ?? 0;
    const drive = `drive ${serial} of ${nodeName}`;
    return [
      ...(sum === allocatedBytes
        ? []
        : [{ what: `${drive}: ${allocatedBytes} bytes are recorded as allocated, its legs use ${sum}`, todo: restore }]),
      ...(sum <= capacityBytes || capacityBytes === 0
        ? []
        : [{ what: `${drive}: its legs use ${sum} bytes, its capacity is ${capacityBytes}`, todo: restore }]),
    ];
  });
}

/** Service ids used twice on one node: two subsystems would share a port. */
function sharedServiceIds({ attachments }: Allocations): Finding[] {
  const seen = new Map<string, string>();
  return attachments.flatMap(({ _id, volumeName, exports }) =>
    exports.flatMap(({ nodeId, nodeName, serviceId }) => {
      const key = `${nodeId} ${serviceId}`;
      const first = seen.get(key);
      seen.set(key, volumeName);
      return first === undefined
        ? []
        : [
            {
              what: `service id ${serviceId} of ${nodeName} is used by ${first} and by ${volumeName} (attachment ${_id})`,
              todo: `Detach ${volumeName} and attach it again.`,
            },
          ];
    }),
  );
}

/** Errors in the records of allocated space. Pure. */
export const audit = (allocations: Allocations): Finding[] => [
  ...lostDrives(allocations),
  ...wrongSums(allocations),
  ...sharedServiceIds(allocations),
];
