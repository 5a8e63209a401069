import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { StoreModule } from '../domain/store/store.module.js';
import { EnrollmentService } from './enrollment.service.js';
import { EnrollmentTokensController } from './enrollment-tokens.controller.js';
import { EnrollmentTokensRepository } from './enrollment-tokens.repository.js';
import { EnrollmentTokensService } from './enrollment-tokens.service.js';
import { NodeCredentialsService } from './node-credentials.service.js';

@Module({
  controllers: [EnrollmentTokensController],
  imports: [StoreModule, AuditModule],
  providers: [EnrollmentTokensService, EnrollmentService, NodeCredentialsService, EnrollmentTokensRepository],
})
export class EnrollmentTokensModule {}
