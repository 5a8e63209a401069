import type { DriveClass } from '@weft/shared/kinds/drive-class';
import { objectFieldsOf } from '../core/mongo/stored.js';
import type { DriveDocument } from '../drives/drive.document.js';
import type { DriveClassDocument } from './drive-class.document.js';

type Member = Pick<DriveDocument, 'nodeId' | 'capacityBytes'> & { freeBytes: number };

export function toDriveClass(driveClass: DriveClassDocument, drives: readonly Member[]): DriveClass {
  return {
    ...objectFieldsOf(driveClass),
    name: driveClass.name,
    description: driveClass.description,
    labels: driveClass.labels,
    members: driveClass.members,
    driveCount: drives.length,
    nodeCount: new Set(drives.map((drive) => drive.nodeId)).size,
    capacityBytes: drives.reduce((sum, drive) => sum + drive.capacityBytes, 0),
    freeBytes: drives.reduce((sum, drive) => sum + drive.freeBytes, 0),
  };
}
