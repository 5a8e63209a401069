import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { BenchmarksModule } from '../benchmarks/benchmarks.module.js';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { DrillMetrics } from './drill-metrics.js';
import { DrillOrders } from './drill-orders.service.js';
import { DrillRunner } from './drill-runner.service.js';
import { DrillStore } from './drill-store.service.js';
import { DrillWorlds } from './drill-worlds.service.js';
import { DrillsRepository } from './drills.repository.js';
import { DrillsService } from './drills.service.js';

@Controller()
export class DrillsController {
  constructor(private readonly drills: DrillsService) {}

  @Handles(endpoints.listDrills)
  list(@In() { query }: Input<typeof endpoints.listDrills>) {
    return this.drills.list(query);
  }

  @Handles(endpoints.planDrill)
  plan(@In() { body }: Input<typeof endpoints.planDrill>) {
    return this.drills.plan(body);
  }

  @Handles(endpoints.createDrill)
  create(@In() { body, caller }: Input<typeof endpoints.createDrill>) {
    return this.drills.create(body, callerName(caller));
  }

  @Handles(endpoints.getDrill)
  get(@In() { params }: Input<typeof endpoints.getDrill>) {
    return this.drills.get(params.id);
  }

  @Handles(endpoints.cancelDrill)
  cancel(@In() { params, caller }: Input<typeof endpoints.cancelDrill>) {
    return this.drills.cancel(params.id, callerName(caller));
  }

  @Handles(endpoints.deleteDrill)
  remove(@In() { params, ifMatch }: Input<typeof endpoints.deleteDrill>) {
    return this.drills.remove(params.id, ifMatch);
  }
}

@Module({
  imports: [AttachmentsModule, BenchmarksModule, JobsModule, SettingsModule],
  controllers: [DrillsController],
  providers: [DrillsService, DrillsRepository, DrillStore, DrillWorlds, DrillOrders, DrillRunner, DrillMetrics],
  exports: [DrillsService, DrillOrders],
})
export class DrillsModule {}
