import { Module } from '@nestjs/common';
import { BenchmarksModule } from '../benchmarks/benchmarks.module.js';
import { StoreModule } from '../domain/store/store.module.js';
import { DrillsModule } from '../drills/drills.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { OrphansModule } from '../orphans/orphans.module.js';
import { PreflightModule } from '../preflight/preflight.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { VolumeKeysModule } from '../volume-keys/volume-keys.module.js';
import { AgentBalance } from './agent-balance.service.js';
import { AgentsGateway } from './agents.gateway.js';
import { AgentsService } from './agents.service.js';
import { TargetReturns } from './assignments/target-returns.js';
import { LegLabelsRepository } from './labels/leg-labels.repository.js';
import { LegLabelsService } from './labels/leg-labels.service.js';
import { AgentAuthenticator } from './link/agent-authenticator.js';
import { AgentMessagesRepository } from './messages/agent-messages.repository.js';
import { AgentMessagesService } from './messages/agent-messages.service.js';
import { NodeLiveness } from './messages/node-liveness.js';

@Module({
  imports: [BenchmarksModule, DrillsModule, JobsModule, StoreModule, StatsModule, OrphansModule, PreflightModule, VolumeKeysModule],
  providers: [
    AgentsGateway,
    AgentAuthenticator,
    AgentsService,
    AgentBalance,
    AgentMessagesService,
    AgentMessagesRepository,
    NodeLiveness,
    TargetReturns,
    LegLabelsRepository,
    LegLabelsService,
  ],
  exports: [AgentsService],
})
export class AgentsModule {}
