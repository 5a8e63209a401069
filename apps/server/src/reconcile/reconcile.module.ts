import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { StoreModule } from '../domain/store/store.module.js';
import { ThinStoreModule } from '../domain/store/thin/thin-store.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { MaintenanceModule } from '../maintenance/maintenance.module.js';
import { RepairModule } from '../repair/repair.module.js';
import { ReconcileService } from './reconcile.service.js';
import { SnapshotSetReconciler } from './snapshot-set-reconciler.js';
import { SubjectsRepository } from './subjects.repository.js';
import { VolumeReconciler } from './volume-reconciler.js';

@Module({
  imports: [AuthenticationModule, StoreModule, ThinStoreModule, DrivesModule, JobsModule, MaintenanceModule, RepairModule],
  providers: [ReconcileService, SnapshotSetReconciler, SubjectsRepository, VolumeReconciler],
})
export class ReconcileModule {}
