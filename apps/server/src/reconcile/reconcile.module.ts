import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../agents/assignments.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { ReconcileService } from './reconcile.service.js';
import { VolumeReconciler } from './volume-reconciler.js';
import { VolumeWorldRepository } from './volume-world.repository.js';

@Module({ imports: [AssignmentsModule, DrivesModule, JobsModule], providers: [ReconcileService, VolumeReconciler, VolumeWorldRepository] })
export class ReconcileModule {}
