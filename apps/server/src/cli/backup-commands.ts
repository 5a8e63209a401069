import { connect } from '../app/server.js';
import { headerOfFile, verifyBackup } from '../backups/backup-file.js';
import { BackupFolder } from '../backups/backup-folder.js';
import { backupKey } from '../backups/backup-key.js';
import { restoreBackup } from '../backups/restore-backup.js';
import { takeBackup } from '../backups/take-backup.js';
import type { Config } from '../config/config.schema.js';
import { ConfigError } from '../config/load-config.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { SettingsDocument } from '../settings/settings.service.js';
import type { Arguments } from './arguments.js';
import { newHistory } from './new-history.js';

type Print = (line: string) => void;

function keyOf({ backupKey: hex }: Config): Buffer {
  if (hex === null) throw new ConfigError('This command needs the key of the backups: set backupKeyFile (WEFT_BACKUP_KEY_FILE).');
  return backupKey(hex);
}

const documentsIn = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

async function withMongo<T>(config: Config, work: (mongo: Mongo) => Promise<T>): Promise<T> {
  const mongo = await connect(config);
  try {
    return await work(mongo);
  } finally {
    await mongo.close();
  }
}

/** `weft-server backup` */
export function backupCommand(config: Config, print: Print): Promise<number> {
  const key = keyOf(config);
  const { backupDir } = config;
  if (backupDir === null) throw new ConfigError('This command needs a folder: set backupDir (WEFT_BACKUP_DIR).');
  return withMongo(config, async (mongo) => {
    const settings = await mongo.collection<SettingsDocument>('settings').findOne({ _id: 'cluster' });
    if (!settings) throw new Error(`The database ${config.mongodbDatabase} has no cluster: there is nothing to back up.`);
    const { clusterId } = settings;
    const { name, sizeBytes } = await takeBackup(mongo, {
      folder: new BackupFolder(backupDir, clusterId),
      clusterId,
      key,
      kinds: ['manual'],
    });
    print(`${name} (${sizeBytes} bytes, verified)`);
    return 0;
  });
}

/** `weft-server verify-backup FILE` */
export async function verifyBackupCommand(config: Config, print: Print, { file = '' }: Arguments): Promise<number> {
  const counts = await verifyBackup(file, keyOf(config));
  const { clusterId, takenAt, weftVersion, schema } = await headerOfFile(file);
  print(`${file}: complete and authentic`);
  print(`cluster ${clusterId}, taken at ${takenAt} by weft-server ${weftVersion}, schema ${schema}`);
  print(`${documentsIn(counts)} documents in ${Object.keys(counts).length} collections`);
  return 0;
}

/** `weft-server restore FILE` */
export function restoreCommand(config: Config, print: Print, { file = '' }: Arguments): Promise<number> {
  const key = keyOf(config);
  return withMongo(config, async (mongo) => {
    const { header, counts, doubtful } = await restoreBackup(mongo, file, key, newHistory);
    print(`restored ${documentsIn(counts)} documents, the state of ${header.takenAt}`);
    print('the database has a new history');
    if (doubtful.length > 0)
      print(
        `nodes that get no orders until an administrator accepts it (GET /api/v1/history, POST /api/v1/history-acceptances): ${doubtful.join(', ')}`,
      );
    return 0;
  });
}
