import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { VolumesModule } from '../volumes/volumes.module.js';
import { BenchmarkMetrics } from './benchmark-metrics.service.js';
import { BenchmarkOrders } from './benchmark-orders.service.js';
import { BenchmarkRunner } from './benchmark-runner.service.js';
import { BenchmarkStore } from './benchmark-store.service.js';
import { BenchmarkWorlds } from './benchmark-worlds.service.js';
import { BenchmarksRepository } from './benchmarks.repository.js';
import { BenchmarksService } from './benchmarks.service.js';
import { ScratchVolumes } from './scratch-volumes.service.js';
import { TargetCpu } from './target-cpu.service.js';

@Controller()
export class BenchmarksController {
  constructor(private readonly benchmarks: BenchmarksService) {}

  @Handles(endpoints.listBenchmarks)
  list(@In() { query }: Input<typeof endpoints.listBenchmarks>) {
    return this.benchmarks.list(query);
  }

  @Handles(endpoints.createBenchmark)
  create(@In() { body, caller }: Input<typeof endpoints.createBenchmark>) {
    return this.benchmarks.create(body, callerName(caller));
  }

  @Handles(endpoints.getBenchmark)
  get(@In() { params }: Input<typeof endpoints.getBenchmark>) {
    return this.benchmarks.get(params.id);
  }

  @Handles(endpoints.benchmarkReport)
  report(@In() { params }: Input<typeof endpoints.benchmarkReport>) {
    return this.benchmarks.report(params.id);
  }

  @Handles(endpoints.benchmarkTable)
  table(@In() { params }: Input<typeof endpoints.benchmarkTable>) {
    return this.benchmarks.table(params.id);
  }

  @Handles(endpoints.benchmarkOutput)
  output(@In() { params }: Input<typeof endpoints.benchmarkOutput>) {
    return this.benchmarks.output(params.id, params.orderId);
  }

  @Handles(endpoints.compareBenchmarks)
  compare(@In() { params, query }: Input<typeof endpoints.compareBenchmarks>) {
    return this.benchmarks.compare(params.id, query.with);
  }

  @Handles(endpoints.cancelBenchmark)
  cancel(@In() { params, caller }: Input<typeof endpoints.cancelBenchmark>) {
    return this.benchmarks.cancel(params.id, callerName(caller));
  }

  @Handles(endpoints.deleteBenchmark)
  remove(@In() { params, ifMatch }: Input<typeof endpoints.deleteBenchmark>) {
    return this.benchmarks.remove(params.id, ifMatch);
  }
}

@Module({
  imports: [AttachmentsModule, JobsModule, SettingsModule, StatsModule, VolumesModule],
  controllers: [BenchmarksController],
  providers: [
    BenchmarksService,
    BenchmarksRepository,
    BenchmarkStore,
    BenchmarkWorlds,
    BenchmarkOrders,
    BenchmarkRunner,
    BenchmarkMetrics,
    ScratchVolumes,
    TargetCpu,
  ],
  exports: [BenchmarksService, BenchmarkOrders, ScratchVolumes],
})
export class BenchmarksModule {}
