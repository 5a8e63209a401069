import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { StoreModule } from '../domain/store/store.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { DriveReconciler } from './drive-reconciler.js';
import { DrivesController } from './drives.controller.js';
import { DrivesRepository } from './drives.repository.js';
import { DrivesService } from './drives.service.js';

@Module({
  imports: [StoreModule, AuditModule, JobsModule],
  controllers: [DrivesController],
  providers: [DrivesService, DrivesRepository, DriveReconciler],
  exports: [DrivesService],
})
export class DrivesModule {}
