import type { Drive } from '@weft/shared/kinds/drive';
import type { DrivePool } from '@weft/shared/thin/thin-volume';
import { toObject } from '../core/mongo/stored.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import { describeContents } from '../domain/drive/drive-contents.js';
import { driveState, freeBytes } from '../domain/drive/drive-state.js';

function toPool({ spec: { pool }, status }: DriveDocument): DrivePool | null {
  if (!pool) return null;
  return {
    ...{ dataBytes: pool.dataBytes, metadataBytes: pool.metadataBytes, blockBytes: pool.blockBytes },
    ...{ legs: status.thin?.legs ?? 0, countedBytes: status.thin?.bytes ?? 0, isEnding: pool.desired === 'absent' },
    ...{ mode: status.pool?.mode ?? null, needsCheck: status.pool?.needsCheck ?? false },
    ...{ dataUsedPercent: status.pool?.dataUsedPercent ?? 0, metadataUsedPercent: status.pool?.metadataUsedPercent ?? 0 },
  };
}

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
    pool: toPool(drive),
    scheduling: drive.spec.scheduling ?? 'open',
    schedulingSince: drive.spec.schedulingSince?.toISOString() ?? null,
    conditions: drive.status.conditions,
  });
}
