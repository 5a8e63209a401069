import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.schema.js';
import { SettingsService } from '../settings/settings.service.js';
import { BackupFolder } from './backup-folder.js';
import { backupKey } from './format/backup-key.js';
import type { Keep } from './schedule.js';

export interface ConfiguredFolder {
  folder: BackupFolder;
  path: string;
  key: Buffer;
  clusterId: string;
}

/** The folder and the key of backups of this server, as configured. */
@Injectable()
export class BackupFolders {
  readonly server = hostname();
  private found: ConfiguredFolder | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly settings: SettingsService,
  ) {}

  get path(): string | null {
    return this.config.backupKey === null ? null : this.config.backupDir;
  }

  /** Null: this server has no folder. Nothing of it changes while the server runs. */
  async configured(): Promise<ConfiguredFolder | null> {
    const { backupDir, backupKey: hex } = this.config;
    if (backupDir === null || hex === null) return null;
    if (!this.found) {
      const { clusterId } = await this.settings.get();
      this.found = { folder: new BackupFolder(backupDir, clusterId), path: backupDir, key: backupKey(hex), clusterId };
    }
    return this.found;
  }

  get keep(): Keep {
    const { backupFrequentKeep, backupHourlyKeep, backupDailyKeep } = this.config;
    return { frequent: backupFrequentKeep, hourly: backupHourlyKeep, daily: backupDailyKeep };
  }
}
