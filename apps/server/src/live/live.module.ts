import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { LiveGateway } from './live.gateway.js';
import { LiveService } from './live.service.js';
import { LiveReach } from './live-reach.js';
import { WatchesService } from './watches.service.js';

@Module({ imports: [JobsModule, StatsModule], providers: [LiveGateway, LiveReach, LiveService, WatchesService] })
export class LiveModule {}
