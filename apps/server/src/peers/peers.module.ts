import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { PeerJournalsService } from './peer-journals.service.js';
import { PeersGateway } from './peers.gateway.js';
import { PeersService } from './peers.service.js';

@Module({
  imports: [AgentsModule, StatsModule],
  providers: [PeersGateway, PeersService, PeerJournalsService],
  exports: [PeerJournalsService],
})
export class PeersModule {}
