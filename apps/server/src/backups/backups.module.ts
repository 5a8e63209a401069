import { Module } from '@nestjs/common';
import { BackupMetrics } from './backup-metrics.js';
import { BackupsService } from './backups.service.js';

@Module({ providers: [BackupsService, BackupMetrics] })
export class BackupsModule {}
