import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { LiveGateway } from './live.gateway.js';
import { LiveService } from './live.service.js';

@Module({ imports: [JobsModule], providers: [LiveGateway, LiveService] })
export class LiveModule {}
