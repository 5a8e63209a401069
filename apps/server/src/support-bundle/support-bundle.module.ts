import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { PeersModule } from '../peers/peers.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { OverviewModule } from '../views/overview/overview.module.js';
import { SupportBundleController } from './support-bundle.controller.js';
import { SupportBundleService } from './support-bundle.service.js';

@Module({
  imports: [AgentsModule, PeersModule, AuditModule, SettingsModule, OverviewModule],
  controllers: [SupportBundleController],
  providers: [SupportBundleService],
})
export class SupportBundleModule {}
