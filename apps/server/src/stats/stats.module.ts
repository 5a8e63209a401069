import { Module } from '@nestjs/common';
import { CapacityRepository } from './capacity/capacity.repository.js';
import { CapacityHistory } from './capacity/capacity-history.service.js';
import { CatalogRepository } from './catalog/catalog.repository.js';
import { StatsCatalog } from './catalog/stats-catalog.js';
import { HistoryWriter } from './history/history-writer.js';
import { RollUp } from './history/roll-up.js';
import { StatsRepository } from './history/stats.repository.js';
import { LiveStatisticsService } from './live/live-statistics.service.js';
import { LongMemoryStateService } from './long-memory/export/long-memory-state.service.js';
import { ObjectNamesRepository } from './long-memory/export/object-names.js';
import { RemoteWriteMetrics } from './long-memory/export/remote-write-metrics.js';
import { RemoteWriteStates } from './long-memory/export/remote-write-state.js';
import { RemoteWriter } from './long-memory/export/remote-writer.js';
import { LongMemory } from './long-memory/reading/long-memory.js';
import { LongMemoryHttp } from './long-memory/receiver/long-memory-http.js';
import { StatsQueryService } from './query/stats-query.service.js';
import { SamplingOrders } from './sampling/sampling-orders.js';
import { StatsMetrics } from './sampling/stats-metrics.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

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
    CapacityHistory,
    CapacityRepository,
    LongMemory,
    LongMemoryHttp,
    LongMemoryStateService,
    ObjectNamesRepository,
    RemoteWriteMetrics,
    RemoteWriteStates,
    RemoteWriter,
  ],
  exports: [CapacityHistory, LongMemoryStateService, StatsService, LiveStatisticsService, StatsQueryService],
})
export class StatsModule {}
