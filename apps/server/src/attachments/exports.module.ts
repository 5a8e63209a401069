import { Module } from '@nestjs/common';
import { StoreModule } from '../domain/store/store.module.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { ExportsService } from './exports.service.js';

/** Separate from the attachments module, which depends on volumes: volumes and repair use this one to add legs to existing attachments. */
@Module({
  imports: [StoreModule],
  providers: [ExportsService, AttachmentsRepository],
  exports: [ExportsService],
})
export class ExportsModule {}
