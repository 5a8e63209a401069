import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { StoreModule } from '../domain/store/store.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { CacheServers } from './cache-servers.service.js';
import { DriveReconciler } from './drive-reconciler.js';
import { DrivesController } from './drives.controller.js';
import { DrivesRepository } from './drives.repository.js';
import { DrivesService } from './drives.service.js';
import { WipeRecordsController } from './wipe-records.controller.js';
import { WipeRecords } from './wipe-records.service.js';

@Module({
  imports: [StoreModule, AuditModule, JobsModule],
  controllers: [DrivesController, WipeRecordsController],
  providers: [CacheServers, DrivesService, DrivesRepository, DriveReconciler, WipeRecords],
  exports: [CacheServers, DrivesService],
})
export class DrivesModule {}
