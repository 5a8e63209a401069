import { Module } from '@nestjs/common';
import { ExportsModule } from '../attachments/exports.module.js';
import { StoreModule } from '../domain/store/store.module.js';
import { DriveClassesModule } from '../drive-classes/drive-classes.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { NodesModule } from '../nodes/nodes.module.js';
import { EvictionsController } from './evictions.controller.js';
import { EvictionsService } from './evictions.service.js';
import { RepairService } from './repair.service.js';

@Module({
  imports: [StoreModule, DriveClassesModule, DrivesModule, ExportsModule, JobsModule, NodesModule],
  controllers: [EvictionsController],
  providers: [RepairService, EvictionsService],
  exports: [RepairService, EvictionsService],
})
export class RepairModule {}
