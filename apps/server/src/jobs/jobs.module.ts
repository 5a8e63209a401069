import { Module } from '@nestjs/common';
import { JobPruning } from './job-pruning.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';
import { TracesRepository } from './timeline/traces.repository.js';
import { TracesService } from './timeline/traces.service.js';

@Module({
  controllers: [JobsController],
  providers: [JobsService, JobsRepository, JobPruning, TracesService, TracesRepository],
  exports: [JobsService, TracesService],
})
export class JobsModule {}
