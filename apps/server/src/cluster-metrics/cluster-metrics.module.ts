import { Module } from '@nestjs/common';
import { ClusterMetricsRepository } from './cluster-metrics.repository.js';
import { ClusterMetricsService } from './cluster-metrics.service.js';

@Module({ providers: [ClusterMetricsRepository, ClusterMetricsService] })
export class ClusterMetricsModule {}
