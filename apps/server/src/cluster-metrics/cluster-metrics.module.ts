import { Module } from '@nestjs/common';
import { OrphansModule } from '../orphans/orphans.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { OverviewModule } from '../views/overview/overview.module.js';
import { ClusterMetricsRepository } from './cluster-metrics.repository.js';
import { ClusterMetricsService } from './cluster-metrics.service.js';

@Module({ imports: [OrphansModule, OverviewModule, SettingsModule], providers: [ClusterMetricsRepository, ClusterMetricsService] })
export class ClusterMetricsModule {}
