import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { StoreModule } from '../domain/store/store.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { VolumeKeysModule } from '../volume-keys/volume-keys.module.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentsService } from './attachments.service.js';
import { RevocationsService } from './revocations.service.js';

@Module({
  imports: [StoreModule, AuditModule, JobsModule, VolumeKeysModule],
  controllers: [AttachmentsController],
  providers: [AttachmentsService, AttachmentsRepository, RevocationsService],
  exports: [AttachmentsService, RevocationsService],
})
export class AttachmentsModule {}
