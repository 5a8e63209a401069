import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { AuditTrail } from './audit-trail.service.js';
import { SubjectNames } from './subject-names.js';

@Module({ controllers: [AuditController], providers: [AuditService, AuditTrail, AuditRepository, SubjectNames], exports: [AuditService] })
export class AuditModule {}
