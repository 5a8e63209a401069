import { Global, Module } from '@nestjs/common';
import { SettingsController } from './settings.controller.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

@Global()
@Module({ controllers: [SettingsController], providers: [SettingsService, SettingsRepository], exports: [SettingsService] })
export class SettingsModule {}
