import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../agents/assignments.module.js';
import { DriveClassesModule } from '../drive-classes/drive-classes.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { VolumesController } from './volumes.controller.js';
import { VolumesRepository } from './volumes.repository.js';
import { VolumesService } from './volumes.service.js';

@Module({
  imports: [AssignmentsModule, DriveClassesModule, DrivesModule, JobsModule],
  controllers: [VolumesController],
  providers: [VolumesService, VolumesRepository],
  exports: [VolumesService],
})
export class VolumesModule {}
