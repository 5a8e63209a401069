import { Module } from '@nestjs/common';
import { HistoryWriter } from './history/history-writer.js';
import { RollUp } from './history/roll-up.js';
import { StatsRepository } from './history/stats.repository.js';
import { CatalogRepository } from './ingest/catalog.repository.js';
import { SamplingOrders } from './ingest/sampling-orders.js';
import { StatsService } from './ingest/stats.service.js';
import { StatsCatalog } from './ingest/stats-catalog.js';
import { LiveStatisticsService } from './live/live-statistics.service.js';
import { StatsQueryService } from './query/stats-query.service.js';
import { StatsController } from './stats.controller.js';
import { StatsMetrics } from './stats-metrics.js';

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
