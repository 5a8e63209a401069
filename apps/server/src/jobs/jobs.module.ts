import { Module } from '@nestjs/common';
import { JobPruning } from './job-pruning.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

@Module({ controllers: [JobsController], providers: [JobsService, JobsRepository, JobPruning], exports: [JobsService] })
export class JobsModule {}
