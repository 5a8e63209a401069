import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { BackupsModule } from '../backups/backups.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { Handles, In, type Input } from '../core/http/handles.js';
import { DriveClassesModule } from '../drive-classes/drive-classes.module.js';
import { OrphansModule } from '../orphans/orphans.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { OverviewModule } from '../views/overview/overview.module.js';
import { AlertEvaluator } from './alert-evaluator.service.js';
import { AlertMetrics } from './alert-metrics.js';
import { AlertWorldRepository } from './alert-world.repository.js';
import { AlertWorldReader } from './alert-world-reader.js';
import { AlertsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';
import { LatencyObjectives } from './latency-objectives.js';
import { SilencesRepository } from './silences.repository.js';
import { SilencesService } from './silences.service.js';

@Controller()
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly silences: SilencesService,
  ) {}

  @Handles(endpoints.listAlerts)
  list(@In() { query }: Input<typeof endpoints.listAlerts>) {
    return this.alerts.list(query);
  }

  @Handles(endpoints.getAlert)
  get(@In() { params }: Input<typeof endpoints.getAlert>) {
    return this.alerts.get(params.id);
  }

  @Handles(endpoints.acknowledgeAlert)
  acknowledge(@In() { params, body, caller }: Input<typeof endpoints.acknowledgeAlert>) {
    return this.alerts.acknowledge(params.id, body.comment, caller);
  }

  @Handles(endpoints.unacknowledgeAlert)
  unacknowledge(@In() { params }: Input<typeof endpoints.unacknowledgeAlert>) {
    return this.alerts.unacknowledge(params.id);
  }

  @Handles(endpoints.prometheusRules)
  rules() {
    return this.alerts.prometheusRules();
  }

  @Handles(endpoints.listSilences)
  listSilences(@In() { query }: Input<typeof endpoints.listSilences>) {
    return this.silences.list(query);
  }

  @Handles(endpoints.createSilence)
  createSilence(@In() { body, caller }: Input<typeof endpoints.createSilence>) {
    return this.silences.create(body, caller);
  }

  @Handles(endpoints.endSilence)
  endSilence(@In() { params }: Input<typeof endpoints.endSilence>) {
    return this.silences.end(params.id);
  }
}

@Module({
  imports: [BackupsModule, ChannelsModule, DriveClassesModule, OrphansModule, OverviewModule, SettingsModule, StatsModule],
  controllers: [AlertsController],
  providers: [
    AlertsService,
    AlertsRepository,
    AlertEvaluator,
    AlertMetrics,
    AlertWorldReader,
    AlertWorldRepository,
    LatencyObjectives,
    SilencesService,
    SilencesRepository,
  ],
})
export class AlertsModule {}
