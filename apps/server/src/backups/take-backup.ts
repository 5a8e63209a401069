import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { BackupKind } from '@weft/shared/kinds/views/backup';
import { WEFT_VERSION } from '@weft/shared/version';
import { schemaState } from '../core/mongo/migrations/migrate.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { BackupHeader } from './format/backup-header.js';
import { keyIdOf } from './format/backup-key.js';
import { snapshotOf } from './snapshot.js';
import type { BackupStore, StoredBackup } from './store/backup-store.js';

export interface BackupRequest {
  store: BackupStore;
  clusterId: string;
  key: Buffer;
  kinds: BackupKind[];
  /** Absent: a new one. */
  id?: string;
  signal?: AbortSignal;
}

/** Takes a backup of the database at one point in time. @throws errors of the database and of the store */
export async function takeBackup(
  mongo: Mongo,
  { store, clusterId, key, kinds, id = randomUUID(), signal }: BackupRequest,
): Promise<StoredBackup> {
  const { found: schema, known } = await schemaState(mongo);
  if (schema > known)
    throw new Error(
      `The database has schema ${schema}, and this server knows ${known}: it would leave something out. A newer server takes the backup.`,
    );
  const header: BackupHeader = {
    id,
    clusterId,
    takenAt: new Date().toISOString(),
    kinds,
    weftVersion: WEFT_VERSION,
    writtenBy: hostname(),
    schema,
    keyId: keyIdOf(key),
    salt: randomBytes(32).toString('base64'),
  };
  return store.write(header, key, snapshotOf(mongo, signal), signal);
}
