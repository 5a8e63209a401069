import { hostname } from 'node:os';
import type { Config } from '../config/config.schema.js';
import { ConfigError } from '../config/load-config.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { SettingsDocument } from '../settings/settings.service.js';
import { headerOf, verifyBackup } from './format/backup-file.js';
import { type BackupHeader, isFileName } from './format/backup-header.js';
import { backupKey } from './format/backup-key.js';
import type { Open } from './format/open.js';
import { type Restored, restoreBackup } from './restore-backup.js';
import type { BackupStore, InspectedFile, StoredBackup } from './store/backup-store.js';
import { backupStore } from './store/configured-store.js';
import { openFile } from './store/folder-files.js';
import { StoreAccess } from './store/store-access.js';
import { takeBackup } from './take-backup.js';

export { placeOf } from './store/configured-store.js';

const READ_WITHIN_MS = 15_000;

/** @throws ConfigError without a place */
async function storeOf(config: Config, clusterId: string | null): Promise<BackupStore> {
  const store = await backupStore(config, clusterId);
  if (!store)
    throw new ConfigError(
      'This command needs the place of the backups: set backupDir (WEFT_BACKUP_DIR) or backupS3Url (WEFT_BACKUP_S3_URL).',
    );
  return store;
}

/**
 * Backups at the configured place, newest first.
 * @param clusterId null: of all clusters
 * @throws ConfigError without a place, StoreUnreadable when it does not answer for 15 s, and errors of the store
 */
export async function backupsAtPlace(config: Config, clusterId: string | null): Promise<InspectedFile[]> {
  const store = await storeOf(config, clusterId);
  const access = new StoreAccess(hostname(), store.place);
  const files = await access.run({ mostMs: READ_WITHIN_MS, ends: [] }, () => store.inspect());
  return files.sort((a, b) => b.name.localeCompare(a.name));
}

/** When the newest backup of the cluster was taken; null: there is none with a sound header. @throws as `backupsAtPlace` */
export async function newestBackup(config: Config, clusterId: string): Promise<Date | null> {
  const newest = (await backupsAtPlace(config, clusterId)).find(({ header }) => header !== null)?.header;
  return newest ? new Date(newest.takenAt) : null;
}

/** What a person does with backups, by the commands of weft-server. */
export class BackupOperations {
  private readonly key: Buffer;

  /** @throws ConfigError without a key. */
  constructor(private readonly config: Config) {
    if (config.backupKey === null)
      throw new ConfigError('This command needs the key of the backups: set backupKeyFile (WEFT_BACKUP_KEY_FILE).');
    this.key = backupKey(config.backupKey);
  }

  /** Takes a backup that stays until a person removes it. */
  async take(mongo: Mongo): Promise<StoredBackup> {
    const settings = await mongo.collection<SettingsDocument>('settings').findOne({ _id: 'cluster' });
    if (!settings) throw new Error(`The database ${this.config.mongodbDatabase} has no cluster: there is nothing to back up.`);
    const { clusterId } = settings;
    return takeBackup(mongo, { store: await storeOf(this.config, clusterId), clusterId, key: this.key, kinds: ['manual'] });
  }

  /** Checks every byte. @throws BackupError */
  async verify(file: string): Promise<{ header: BackupHeader; counts: Record<string, number> }> {
    const open = await this.opener(file);
    const counts = await verifyBackup(open, this.key);
    return { header: await headerOf(open), counts };
  }

  /** @throws BackupError, and Error with a message for an operator. */
  async restore(mongo: Mongo, file: string, newHistory: (mongo: Mongo) => Promise<string[]>): Promise<Restored> {
    return restoreBackup(mongo, { name: file, open: await this.opener(file) }, this.key, newHistory);
  }

  /** A name without a folder is one of the configured bucket; everything else is a path. */
  private async opener(file: string): Promise<Open> {
    if (this.config.backupS3Url === null || !isFileName(file)) return openFile(file);
    return (await storeOf(this.config, null)).open(file);
  }
}
