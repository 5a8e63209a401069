import { Injectable } from '@nestjs/common';
import type { Settings, SettingsUpdate } from '@weft/shared/kinds/settings';
import type { ClientSession } from 'mongodb';
import type { SettingsDocument } from './settings.document.js';
import { toSettings } from './settings.mapper.js';
import { SettingsRepository } from './settings.repository.js';

export type { SettingsDocument } from './settings.document.js';

@Injectable()
export class SettingsService {
  constructor(private readonly settings: SettingsRepository) {}

  /** The settings as stored; inside a transaction give its session. */
  get(session?: ClientSession): Promise<SettingsDocument> {
    return this.settings.get(session);
  }

  async read(): Promise<Settings> {
    return toSettings(await this.settings.get());
  }

  async update(change: SettingsUpdate, ifMatch: number | undefined): Promise<Settings> {
    return toSettings(await this.settings.update(change, ifMatch));
  }
}
