import type { CapacityForecast } from '@weft/shared/kinds/capacity-forecast';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import { DEFAULT_OVER_PROVISIONING } from '@weft/shared/thin/thin-volume';
import { toObject } from '../core/mongo/stored.js';
import type { DriveClassDocument } from '../domain/documents/drive-class.document.js';
import type { DriveTotals } from '../drives/drives.service.js';

export const toDriveClass = (driveClass: DriveClassDocument, totals: DriveTotals, forecast: CapacityForecast): DriveClass =>
  toObject<DriveClass>(driveClass, {
    name: driveClass.name,
    description: driveClass.spec.description,
    labels: driveClass.spec.labels,
    members: driveClass.spec.members,
    overProvisioningRatio: driveClass.spec.overProvisioningRatio ?? DEFAULT_OVER_PROVISIONING,
    driveCount: totals.driveCount,
    inServiceCount: totals.inServiceCount,
    nodeCount: totals.nodeCount,
    capacityBytes: totals.capacityBytes,
    allocatedBytes: totals.allocatedBytes,
    freeBytes: totals.freeBytes,
    forecast,
  });
