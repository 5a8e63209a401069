import type { Drive } from '@weft/shared/kinds/drive';
import { toObject } from '../core/mongo/stored.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import { describeContents } from '../domain/drive/drive-contents.js';
import { driveState, freeBytes } from '../domain/drive/drive-state.js';

export function toDrive(drive: DriveDocument, reservedRatio: number): Drive {
  const {
    status: { inventory },
  } = drive;
  return toObject<Drive>(drive, {
    node: { id: drive.nodeId, name: drive.nodeName },
    serial: drive.serial,
    nsid: drive.nsid,
    model: inventory.model,
    firmware: inventory.firmware,
    sizeBytes: inventory.sizeBytes,
    logicalBlockBytes: inventory.logicalBlockBytes,
    pciAddress: inventory.pciAddress,
    pciLink: inventory.pciLink ?? null,
    numaNode: inventory.numaNode,
    smart: inventory.smart,
    sanitize: inventory.sanitize ?? null,
    smartWarningSince: drive.status.smartWarningSince?.toISOString() ?? null,
    role: drive.spec.role ?? 'data',
    state: driveState(drive),
    stateSince: drive.status.stateSince?.toISOString() ?? null,
    contents: describeContents(drive),
    capacityBytes: drive.status.capacityBytes,
    allocatedBytes: drive.status.allocatedBytes,
    freeBytes: freeBytes(drive, reservedRatio),
    largestFreeBytes: drive.status.largestFreeBytes,
    scheduling: drive.spec.scheduling ?? 'open',
    schedulingSince: drive.spec.schedulingSince?.toISOString() ?? null,
    conditions: drive.status.conditions,
  });
}
