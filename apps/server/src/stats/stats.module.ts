import { Module } from '@nestjs/common';
import { CatalogRepository } from './catalog.repository.js';
import { HistoryWriter } from './history-writer.js';
import { LiveStatisticsService } from './live-statistics.service.js';
import { RollUp } from './roll-up.js';
import { SamplingOrders } from './sampling-orders.js';
import { StatsController } from './stats.controller.js';
import { StatsRepository } from './stats.repository.js';
import { StatsService } from './stats.service.js';
import { StatsCatalog } from './stats-catalog.js';
import { StatsMetrics } from './stats-metrics.js';
import { StatsQueryService } from './stats-query.service.js';

@Module({
  controllers: [StatsController],
  providers: [
    StatsService,
    LiveStatisticsService,
    StatsQueryService,
    StatsRepository,
    StatsCatalog,
    CatalogRepository,
    HistoryWriter,
    RollUp,
    SamplingOrders,
    StatsMetrics,
  ],
  exports: [StatsService, LiveStatisticsService, StatsQueryService],
})
export class StatsModule {}
