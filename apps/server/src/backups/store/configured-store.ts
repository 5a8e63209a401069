import type { Config } from '../../config/config.schema.js';
import { s3LocationOf, s3Place } from '../../config/s3-location.js';
import { BackupStore } from './backup-store.js';
import type { FileStore } from './file-store.js';
import { FolderFiles } from './folder-files.js';

type Places = Pick<Config, 'backupDir' | 'backupS3Url' | 'backupS3Region' | 'backupS3AccessKeyId' | 'backupS3SecretAccessKey'>;

const locationOf = ({ backupS3Url }: Pick<Places, 'backupS3Url'>) => (backupS3Url === null ? undefined : s3LocationOf(backupS3Url));

/** Path of the folder, or `s3://bucket/prefix`. Null: none is configured. */
export function placeOf(config: Pick<Places, 'backupDir' | 'backupS3Url'>): string | null {
  const location = locationOf(config);
  return location ? s3Place(location) : config.backupDir;
}

async function filesOf(config: Places): Promise<FileStore | null> {
  const { backupDir, backupS3Region: region, backupS3AccessKeyId: accessKeyId, backupS3SecretAccessKey: secretAccessKey } = config;
  const location = locationOf(config);
  if (!location || accessKeyId === null || secretAccessKey === null) return backupDir === null ? null : new FolderFiles(backupDir);
  // Loaded when it is used: the client has as much code as the rest of the server.
  const { S3Files } = await import('./s3-files.js');
  return new S3Files(location, { region, accessKeyId, secretAccessKey });
}

/** @param clusterId null: backups of all clusters, to read them only. @returns null: no place is configured */
export async function backupStore(config: Places, clusterId: string | null): Promise<BackupStore | null> {
  const files = await filesOf(config);
  return files && new BackupStore(files, clusterId);
}
