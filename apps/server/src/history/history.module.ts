import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { StoreModule } from '../domain/store/store.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { HistoryController } from './history.controller.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';

@Module({
  imports: [StoreModule, AuditModule, SettingsModule],
  controllers: [HistoryController],
  providers: [HistoryService, HistoryRepository],
})
export class HistoryModule {}
