import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { StoreModule } from '../domain/store/store.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { RepairModule } from '../repair/repair.module.js';
import { VolumesModule } from '../volumes/volumes.module.js';
import { AttachmentPlans } from './attachment-plans.js';
import { PlacePlans } from './place-plans.js';
import { PlanDecisions } from './plan-decisions.js';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';
import { VolumePlans } from './volume-plans.js';

@Module({
  imports: [AttachmentsModule, DrivesModule, RepairModule, StoreModule, VolumesModule],
  controllers: [PlansController],
  providers: [PlansService, PlanDecisions, PlacePlans, VolumePlans, AttachmentPlans, PlansRepository],
})
export class PlansModule {}
