import { connect } from '../app/server.js';
import { BackupOperations, backupsAtPlace, placeOf } from '../backups/backup-operations.service.js';
import type { Config } from '../config/config.schema.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { Arguments } from './arguments.js';
import { newHistory } from './new-history.js';

type Print = (line: string) => void;

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
export async function backupCommand(config: Config, print: Print): Promise<number> {
  const operations = new BackupOperations(config);
  const { name, sizeBytes } = await withMongo(config, (mongo) => operations.take(mongo));
  print(`${name} (${sizeBytes} bytes, verified)`);
  return 0;
}

/** `weft-server list-backups`: one line for each file. It reads no database, so it works when there is none any more. */
export async function listBackupsCommand(config: Config, print: Print): Promise<number> {
  const files = await backupsAtPlace(config, null);
  if (files.length === 0) print(`no backups in ${placeOf(config)}`);
  for (const { name, sizeBytes, header, fault } of files)
    print(`${name}  ${sizeBytes} bytes  ${header ? `${header.kinds.join(', ')}, cluster ${header.clusterId}` : fault?.message}`);
  return 0;
}

/** `weft-server verify-backup FILE` */
export async function verifyBackupCommand(config: Config, print: Print, { file = '' }: Arguments): Promise<number> {
  const { header, counts } = await new BackupOperations(config).verify(file);
  const { clusterId, takenAt, weftVersion, schema } = header;
  print(`${file}: complete and authentic`);
  print(`cluster ${clusterId}, taken at ${takenAt} by weft-server ${weftVersion}, schema ${schema}`);
  print(`${documentsIn(counts)} documents in ${Object.keys(counts).length} collections`);
  return 0;
}

/** `weft-server restore FILE` */
export async function restoreCommand(config: Config, print: Print, { file = '' }: Arguments): Promise<number> {
  const operations = new BackupOperations(config);
  const { header, counts, doubtful } = await withMongo(config, (mongo) => operations.restore(mongo, file, newHistory));
  print(`restored ${documentsIn(counts)} documents, the state of ${header.takenAt}`);
  print('the database has a new history');
  if (doubtful.length > 0)
    print(
      `nodes that get no orders until an administrator accepts it (GET /api/v1/history, POST /api/v1/history-acceptances): ${doubtful.join(', ')}`,
    );
  return 0;
}
