import { Module } from '@nestjs/common';
import { AssignmentsService } from './assignments.service.js';
import { AuthenticationPairs } from './authentication-pairs.service.js';
import { DriveWorldStore } from './drive-world-store.service.js';
import { EvictionWorldStore } from './eviction-world-store.service.js';
import { ExportKeys } from './keys/export-keys.service.js';
import { MaintenanceWorldStore } from './maintenance-world-store.service.js';
import { ObjectLocks } from './object-locks.service.js';
import { RepairWorldStore } from './repair-world-store.service.js';
import { ReportedNodes } from './reported-nodes.service.js';
import { ReportedStatuses } from './reported-statuses.service.js';
import { StoredDriveClasses } from './stored-drive-classes.service.js';
import { StoredDrives } from './stored-drives.service.js';
import { StoredNodes } from './stored-nodes.service.js';
import { WorldStore } from './world-store.service.js';

const writers = [
  AssignmentsService,
  AuthenticationPairs,
  DriveWorldStore,
  EvictionWorldStore,
  ExportKeys,
  MaintenanceWorldStore,
  ObjectLocks,
  RepairWorldStore,
  ReportedNodes,
  ReportedStatuses,
  StoredDriveClasses,
  StoredDrives,
  StoredNodes,
  WorldStore,
];

/** All writers of the domain's collections. */
@Module({ providers: writers, exports: writers })
export class StoreModule {}
