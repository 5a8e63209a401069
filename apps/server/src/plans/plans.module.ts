import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { VolumesModule } from '../volumes/volumes.module.js';
import { PlanDecisions } from './plan-decisions.js';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';

@Module({
  imports: [AttachmentsModule, DrivesModule, VolumesModule],
  controllers: [PlansController],
  providers: [PlansService, PlanDecisions, PlansRepository],
})
export class PlansModule {}
