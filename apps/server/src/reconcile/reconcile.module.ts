import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../agents/assignments/assignments.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { MaintenanceModule } from '../maintenance/maintenance.module.js';
import { RepairModule } from '../repair/repair.module.js';
import { LegTruthModule } from './legs/leg-observations.module.js';
import { ReconcileService } from './reconcile.service.js';
import { VolumeReconciler } from './volume-reconciler.js';

@Module({
  imports: [AssignmentsModule, DrivesModule, JobsModule, LegTruthModule, MaintenanceModule, RepairModule],
  providers: [ReconcileService, VolumeReconciler],
})
export class ReconcileModule {}
