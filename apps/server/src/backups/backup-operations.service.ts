import { hostname } from 'node:os';
import type { Config } from '../config/config.schema.js';
import { ConfigError } from '../config/load-config.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { SettingsDocument } from '../settings/settings.service.js';
import { BackupFolder, type StoredBackup } from './backup-folder.js';
import { FolderAccess } from './folder-access.js';
import { headerOfFile, verifyBackup } from './format/backup-file.js';
import type { BackupHeader } from './format/backup-header.js';
import { backupKey } from './format/backup-key.js';
import { type Restored, restoreBackup } from './restore-backup.js';
import { takeBackup } from './take-backup.js';

const READ_WITHIN_MS = 15_000;

/**
 * When the newest backup of the cluster was taken; null: there is none with a sound header.
 * @throws FolderUnreadable when the folder does not answer for 15 s, and errors of the file system
 */
export async function newestBackup(folder: string, clusterId: string): Promise<Date | null> {
  const access = new FolderAccess(hostname(), folder);
  const files = await access.run({ mostMs: READ_WITHIN_MS, ends: [] }, () => new BackupFolder(folder, clusterId).inspect());
  const taken = files.flatMap(({ header }) => header?.takenAt ?? []);
  const newest = taken.sort().at(-1);
  return newest === undefined ? null : new Date(newest);
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
    const { backupDir, mongodbDatabase } = this.config;
    if (backupDir === null) throw new ConfigError('This command needs a folder: set backupDir (WEFT_BACKUP_DIR).');
    const settings = await mongo.collection<SettingsDocument>('settings').findOne({ _id: 'cluster' });
    if (!settings) throw new Error(`The database ${mongodbDatabase} has no cluster: there is nothing to back up.`);
    const { clusterId } = settings;
    return takeBackup(mongo, { folder: new BackupFolder(backupDir, clusterId), clusterId, key: this.key, kinds: ['manual'] });
  }

  /** Checks every byte. @throws BackupError */
  async verify(file: string): Promise<{ header: BackupHeader; counts: Record<string, number> }> {
    const counts = await verifyBackup(file, this.key);
    return { header: await headerOfFile(file), counts };
  }

  /** @throws BackupError, and Error with a message for an operator. */
  restore(mongo: Mongo, file: string, newHistory: (mongo: Mongo) => Promise<string[]>): Promise<Restored> {
    return restoreBackup(mongo, file, this.key, newHistory);
  }
}
