import { Module } from '@nestjs/common';
import { EnrollmentService } from './enrollment.service.js';
import { EnrollmentTokensController } from './enrollment-tokens.controller.js';
import { EnrollmentTokensRepository } from './enrollment-tokens.repository.js';
import { EnrollmentTokensService } from './enrollment-tokens.service.js';

@Module({ controllers: [EnrollmentTokensController], providers: [EnrollmentTokensService, EnrollmentService, EnrollmentTokensRepository] })
export class EnrollmentTokensModule {}
