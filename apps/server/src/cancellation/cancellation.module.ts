import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { BenchmarksModule } from '../benchmarks/benchmarks.module.js';
import { DrillsModule } from '../drills/drills.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { RepairModule } from '../repair/repair.module.js';
import { VolumesModule } from '../volumes/volumes.module.js';
import { CancellationController } from './cancellation.controller.js';
import { CancellationService } from './cancellation.service.js';

@Module({
  imports: [AttachmentsModule, BenchmarksModule, DrillsModule, DrivesModule, JobsModule, RepairModule, VolumesModule],
  controllers: [CancellationController],
  providers: [CancellationService],
})
export class CancellationModule {}
