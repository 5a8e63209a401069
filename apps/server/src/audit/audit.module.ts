import { Module } from '@nestjs/common';
import { SubjectNamesModule } from '../views/subject-names/subject-names.module.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { AuditPruner } from './audit-pruner.service.js';
import { AuditTrail } from './audit-trail.service.js';
import { AuditLinks } from './chain/audit-links.service.js';
import { AuditSealer } from './chain/audit-sealer.service.js';

@Module({
  imports: [SubjectNamesModule],
  controllers: [AuditController],
  providers: [AuditService, AuditTrail, AuditRepository, AuditSealer, AuditLinks, AuditPruner],
  exports: [AuditService, AuditLinks],
})
export class AuditModule {}
