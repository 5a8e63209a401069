import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { BackupJobs } from './backup-jobs.service.js';
import { BackupMetrics } from './backup-metrics.js';
import { BackupPlace } from './backup-place.js';
import { BackupRequests } from './backup-requests.service.js';
import { BackupStateService } from './backup-state.service.js';
import { BackupsController } from './backups.controller.js';
import { BackupsService } from './backups.service.js';
import { BackupsApiService } from './backups-api.service.js';

@Module({
  imports: [AuditModule, JobsModule, SettingsModule],
  controllers: [BackupsController],
  providers: [BackupsService, BackupPlace, BackupStateService, BackupJobs, BackupMetrics, BackupRequests, BackupsApiService],
  exports: [BackupStateService],
})
export class BackupsModule {}
