import { Module } from '@nestjs/common';
import { AttachmentsRepository } from './attachments.repository.js';
import { ExportsService } from './exports.service.js';

/** Apart from attachments, which know volumes: volumes and repair add legs to what runs. */
@Module({
  providers: [ExportsService, AttachmentsRepository],
  exports: [ExportsService],
})
export class ExportsModule {}
