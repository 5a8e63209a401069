import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../agents/assignments.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentsService } from './attachments.service.js';

@Module({
  imports: [AssignmentsModule, JobsModule],
  controllers: [AttachmentsController],
  providers: [AttachmentsService, AttachmentsRepository],
  exports: [AttachmentsService],
})
export class AttachmentsModule {}
