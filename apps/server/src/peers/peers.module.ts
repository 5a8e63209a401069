import { Module } from '@nestjs/common';
import { StatsModule } from '../stats/stats.module.js';
import { PeersGateway } from './peers.gateway.js';
import { PeersService } from './peers.service.js';

@Module({ imports: [StatsModule], providers: [PeersGateway, PeersService] })
export class PeersModule {}
