import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../agents/assignments.module.js';
import { DriveClassesModule } from '../drive-classes/drive-classes.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { AllocationQueue } from './allocation-queue.js';
import { VolumesController } from './volumes.controller.js';
import { VolumesRepository } from './volumes.repository.js';
import { VolumesService } from './volumes.service.js';

@Module({ imports: [AssignmentsModule, DriveClassesModule, JobsModule], controllers: [VolumesController], providers: [VolumesService, VolumesRepository, AllocationQueue], exports: [VolumesService, VolumesRepository] })
export class VolumesModule {}
