import type { DriveClass } from '@weft/shared/kinds/drive-class';
import type { DriveDocument } from '../drives/drive.document.js';
import type { DriveClassDocument } from './drive-class.document.js';

type Member = Pick<DriveDocument, 'nodeId' | 'capacityBytes'> & { freeBytes: number };

export function toDriveClass(
  { _id, version, createdAt, updatedAt, name, description, labels, members }: DriveClassDocument,
  drives: readonly Member[],
): DriveClass {
  return {
    id: _id,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    name,
    description,
    labels,
    members,
    driveCount: drives.length,
    nodeCount: new Set(drives.map((drive) => drive.nodeId)).size,
    capacityBytes: drives.reduce((sum, drive) => sum + drive.capacityBytes, 0),
    freeBytes: drives.reduce((sum, drive) => sum + drive.freeBytes, 0),
  };
}
