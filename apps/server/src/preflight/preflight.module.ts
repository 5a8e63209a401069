import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { DrivesModule } from '../drives/drives.module.js';
import { OverviewModule } from '../views/overview/overview.module.js';
import { PreflightRepository } from './preflight.repository.js';
import { PreflightService } from './preflight.service.js';
import { PreflightMetrics } from './preflight-metrics.js';
import { PreflightNews } from './preflight-news.service.js';
import { PreflightRunner } from './preflight-runner.js';
import { PreflightWorldReader } from './preflight-world-reader.js';

@Controller()
export class PreflightController {
  constructor(private readonly preflight: PreflightService) {}

  @Handles(endpoints.listPreflightRuns)
  runs(@In() { query }: Input<typeof endpoints.listPreflightRuns>) {
    return this.preflight.runs(query);
  }

  @Handles(endpoints.getPreflightRun)
  run(@In() { params }: Input<typeof endpoints.getPreflightRun>) {
    return this.preflight.run(params.id);
  }

  @Handles(endpoints.startPreflightRun)
  start(@In() { caller }: Input<typeof endpoints.startPreflightRun>) {
    return this.preflight.request(caller);
  }

  @Handles(endpoints.listPreflightFindings)
  findings(@In() { query }: Input<typeof endpoints.listPreflightFindings>) {
    return this.preflight.findings(query);
  }

  @Handles(endpoints.acceptPreflightFinding)
  accept(@In() { params, body, caller }: Input<typeof endpoints.acceptPreflightFinding>) {
    return this.preflight.accept(params.id, body.reason, caller);
  }

  @Handles(endpoints.endPreflightAcceptance)
  endAcceptance(@In() { params, ifMatch }: Input<typeof endpoints.endPreflightAcceptance>) {
    return this.preflight.endAcceptance(params.id, ifMatch);
  }
}

@Module({
  imports: [DrivesModule, OverviewModule],
  controllers: [PreflightController],
  providers: [PreflightService, PreflightRepository, PreflightWorldReader, PreflightNews, PreflightRunner, PreflightMetrics],
  exports: [PreflightNews],
})
export class PreflightModule {}
