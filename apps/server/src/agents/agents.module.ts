import { Module } from '@nestjs/common';
import { StatsModule } from '../stats/stats.module.js';
import { AgentAuthenticator } from './agent-authenticator.js';
import { AgentMessagesRepository } from './agent-messages.repository.js';
import { AgentMessagesService } from './agent-messages.service.js';
import { AgentsGateway } from './agents.gateway.js';
import { AgentsRepository } from './agents.repository.js';
import { AgentsService } from './agents.service.js';
import { NodeLiveness } from './node-liveness.js';
import { TargetReturns } from './target-returns.js';

@Module({
  imports: [StatsModule],
  providers: [
    AgentsGateway,
    AgentAuthenticator,
    AgentsService,
    AgentsRepository,
    AgentMessagesService,
    AgentMessagesRepository,
    NodeLiveness,
    TargetReturns,
  ],
})
export class AgentsModule {}
