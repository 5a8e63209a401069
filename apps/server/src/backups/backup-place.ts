import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.schema.js';
import { SettingsService } from '../settings/settings.service.js';
import { backupKey } from './format/backup-key.js';
import type { BackupStore } from './store/backup-store.js';
import { backupStore, placeOf } from './store/configured-store.js';

export interface ConfiguredStore {
  store: BackupStore;
  key: Buffer;
  clusterId: string;
}

/** Where this server has the backups, and their key, as configured. */
@Injectable()
export class BackupPlace {
  readonly server = hostname();
  private found: ConfiguredStore | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly settings: SettingsService,
  ) {}

  /** Path of the folder, or `s3://bucket/prefix`. Null: this server takes no backups. */
  get place(): string | null {
    return this.config.backupKey === null ? null : placeOf(this.config);
  }

  /** Null: this server has no place. Nothing of it changes while the server runs. */
  async configured(): Promise<ConfiguredStore | null> {
    const { backupKey: hex } = this.config;
    if (this.place === null || hex === null) return null;
    if (!this.found) {
      const { clusterId } = await this.settings.get();
      const store = await backupStore(this.config, clusterId);
      if (!store) return null;
      this.found = { store, key: backupKey(hex), clusterId };
    }
    return this.found;
  }

  /** How many backups the cluster keeps. */
  async keep() {
    return (await this.settings.get()).spec.backupKeep;
  }
}
