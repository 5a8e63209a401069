import { Module } from '@nestjs/common';
import { BackupsModule } from '../../backups/backups.module.js';
import { DriveClassesModule } from '../../drive-classes/drive-classes.module.js';
import { DrivesModule } from '../../drives/drives.module.js';
import { JobsModule } from '../../jobs/jobs.module.js';
import { OrphansModule } from '../../orphans/orphans.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { StatsModule } from '../../stats/stats.module.js';
import { CapacityService } from './capacity.service.js';
import { CpuService } from './cpu.service.js';
import { OverviewController } from './overview.controller.js';
import { OverviewRepository } from './overview.repository.js';
import { OverviewService } from './overview.service.js';

@Module({
  imports: [BackupsModule, DriveClassesModule, DrivesModule, JobsModule, OrphansModule, SettingsModule, StatsModule],
  controllers: [OverviewController],
  providers: [OverviewService, OverviewRepository, CapacityService, CpuService],
  exports: [OverviewService, CapacityService],
})
export class OverviewModule {}
