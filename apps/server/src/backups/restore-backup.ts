import { BSON, type Document } from 'mongodb';
import { migrations } from '../core/mongo/migrations/all.js';
import { beginRestore, endRestore, migrate } from '../core/mongo/migrations/migrate.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { raises } from '../core/mongo/objects.js';
import { refuseContent } from '../core/mongo/refuse-content.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { headerOf, readBackup, verifyBackup } from './format/backup-file.js';
import type { BackupHeader } from './format/backup-header.js';
import type { Frame } from './format/frames.js';
import type { Open } from './format/open.js';

const BATCH_BYTES = 4 * 2 ** 20;
/** Numbers keep their BSON type: 5 (double) stays a double. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

async function write({ db }: Mongo, frames: AsyncIterable<Frame>): Promise<void> {
  let collection = '';
  let batch: Document[] = [];
  let bytes = 0;
  // A document may be older than its validator: it comes back as it was.
  const flush = async () => {
    if (batch.length > 0) await db.collection(collection).insertMany(batch, { bypassDocumentValidation: true });
    batch = [];
    bytes = 0;
  };
  for await (const frame of frames) {
    if (frame.type !== 'document') await flush();
    if (frame.type === 'collection') collection = frame.name;
    if (frame.type !== 'document') continue;
    batch.push(BSON.deserialize(frame.bson, EXACT));
    bytes += frame.bson.length;
    if (bytes >= BATCH_BYTES) await flush();
  }
}

/** The job that took this backup was open at its point in time. The file exists, so the job is done. */
async function endOwnJob(mongo: Mongo, { id }: BackupHeader): Promise<void> {
  const now = new Date();
  await mongo
    .collection<JobDocument>('jobs')
    .updateMany(
      { kind: 'backup.take', 'subject.id': id, finishedAt: null },
      { $set: { state: 'done', 'steps.$[].state': 'done', updatedAt: now, finishedAt: now }, $inc: raises('decision') },
    );
}

export interface Restored {
  header: BackupHeader;
  counts: Record<string, number>;
  /** Nodes that follow the database only after an administrator accepts it. */
  doubtful: string[];
}

/**
 * Restores a backup into an empty database. The whole file is checked before the first write. No server starts on the database before the restore is
 * complete and the database has a new history.
 * @throws BackupError, and Error with a message for an operator.
 */
export async function restoreBackup(
  mongo: Mongo,
  { name, open }: { name: string; open: Open },
  key: Buffer,
  newHistory: (mongo: Mongo) => Promise<string[]>,
): Promise<Restored> {
  const header = await headerOf(open);
  const known = migrations.at(-1)?.version ?? 0;
  if (header.schema > known)
    throw new Error(
      `The backup has schema ${header.schema}, made by weft-server ${header.weftVersion}; this version knows schemas up to ${known}. Restore with version ${header.weftVersion} or later.`,
    );
  const counts = await verifyBackup(open, key);
  await refuseContent(mongo, 'A restore');
  await beginRestore(mongo, name);
  await migrate(
    mongo,
    migrations.filter(({ version }) => version <= header.schema),
    'restore',
  );
  await readBackup(open, key, (frames) => write(mongo, frames));
  await migrate(mongo, migrations, 'restore');
  await endOwnJob(mongo, header);
  const doubtful = await newHistory(mongo);
  await endRestore(mongo);
  return { header, counts, doubtful };
}
