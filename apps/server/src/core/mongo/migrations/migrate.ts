import { randomUUID } from 'node:crypto';
import { retryDelayMs } from '@weft/shared/load/retry';
import { WEFT_VERSION } from '@weft/shared/version';
import type { ClientSession } from 'mongodb';
import { type LeaseDocument, LeaseDocuments } from '../../leases/lease-documents.js';
import { retries } from '../../load/retries.js';
import type { Mongo } from '../mongo.js';
import { mayRemoveAudit } from '../rights/append-only.js';
import { migrations as allMigrations } from './all.js';
import type { Migration } from './schema/migration.js';

/** Collection `schema`: one document. */
interface SchemaDocument {
  _id: 'schema';
  version: number;
  /** Oldest schema whose servers can use the database: older than `version` after migrations that keep them. Absent: as `version`. */
  usableFrom?: number;
  /** Version of the server that migrated the database to this schema. */
  weftVersion: string;
  migratedAt: Date;
  /** File of a restore that has not finished: the content is incomplete. */
  restoring?: string;
}

/** `restore`: runs inside a restore, which leaves its mark in the schema until the content is complete. */
type Within = 'start' | 'restore';

const LEASE = 'migrations';
const LEASE_MS = 30_000;
const PATIENCE_MS = 120_000;

const newest = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0;

const schemaOf = async (mongo: Mongo): Promise<SchemaDocument | null> =>
  mongo.collection<SchemaDocument>('schema').findOne({ _id: 'schema' });

/** The database's schema beside the one that this server knows; never throws because of what it finds. */
export async function schemaFacts(mongo: Mongo, migrations: readonly Migration[] = allMigrations) {
  const schema = await schemaOf(mongo);
  const [found, known] = [schema?.version ?? 0, newest(migrations)];
  return {
    found,
    known,
    /** This server can use it, after `due` has run. */
    isUsable: found <= known || (schema?.usableFrom ?? found) <= known,
    madeBy: schema?.weftVersion ?? WEFT_VERSION,
    restoring: schema?.restoring ?? null,
    due: migrations.filter(({ version }) => version > found),
  };
}

/**
 * Compares the database's schema with the one that this server knows. `found` is greater than `known` when a newer server has migrated the database in a way
 * that keeps this one.
 * @throws Error when the database is newer in another way: this server cannot use it.
 */
export async function schemaState(
  mongo: Mongo,
  migrations: readonly Migration[] = allMigrations,
  within: Within = 'start',
): Promise<{ found: number; known: number }> {
  const { found, known, isUsable, madeBy, restoring } = await schemaFacts(mongo, migrations);
  if (restoring !== null && within === 'start')
    throw new Error(
      `The restore of ${restoring} into this database has not finished: its content is incomplete. If no restore runs, drop the database and run \`weft-server restore\` again.`,
    );
  if (!isUsable)
    throw new Error(
      `The database has schema ${found}, made by weft-server ${madeBy}; this is weft-server ${WEFT_VERSION}, which knows schemas up to ${known}. Start version ${madeBy} or later, or give another mongodbDatabase.`,
    );
  return { found, known };
}

/** Waits for the lease: another server may be migrating. */
async function takeLease(documents: LeaseDocuments): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let attempts = 1; ; attempts++) {
    const term = await documents.acquire(LEASE);
    if (term !== null) return term;
    if (Date.now() > deadline)
      throw new Error(
        `Another server has been migrating the database for ${PATIENCE_MS / 1000} s. Look at its log; if it is gone, start again in ${LEASE_MS / 1000} s.`,
      );
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs(retries.migrationLease, attempts)));
  }
}

/**
 * Migrates the schema to the newest version, one server at a time. Does nothing when the schema is current.
 * @throws Error when the database's user may only append to the audit: the maintenance of the database has another one (rights/append-only.ts).
 * @returns the versions that ran.
 */
export async function migrate(mongo: Mongo, migrations: readonly Migration[] = allMigrations, within: Within = 'start'): Promise<number[]> {
  const { found, known } = await schemaState(mongo, migrations, within);
  if (found >= known) return [];
  if (!(await mayRemoveAudit(mongo.db)))
    throw new Error(
      `The database has schema ${found}; this version needs ${known}. The user of mongodbUri may not change stored audit entries, so it cannot migrate: run \`weft-server migrate\` with the URI of the user for maintenance first (WEFT_MONGODB_URI).`,
    );
  const documents = new LeaseDocuments(mongo.collection<LeaseDocument>('leases'), randomUUID(), LEASE_MS);
  const term = await takeLease(documents);
  let renewal: Promise<unknown> = Promise.resolve();
  const renewals = setInterval(() => {
    renewal = documents.renew(LEASE, term).catch(() => undefined); // the transaction below checks that the lease is still held
  }, LEASE_MS / 3);
  try {
    const { found: now } = await schemaState(mongo, migrations, within);
    const due = migrations.filter(({ version }) => version > now);
    for (const migration of due) {
      await migration.run(mongo.db);
      await record(mongo, documents, term, migration);
    }
    return due.map(({ version }) => version);
  } finally {
    clearInterval(renewals);
    await renewal;
    await documents.release(LEASE, term);
  }
}

/** Records the version, if the lease was held until the end. */
async function record(
  mongo: Mongo,
  documents: LeaseDocuments,
  term: number,
  { version, name, keepsOlderServers }: Migration,
): Promise<void> {
  const before = await schemaOf(mongo);
  const usableFrom = keepsOlderServers && before ? (before.usableFrom ?? before.version) : version;
  await mongo.transaction(async (session) => {
    if (!(await documents.renew(LEASE, term, session)))
      throw new Error(
        `Migration ${version} (${name}) took so long that another server took over. Its statements bear repetition: start again.`,
      );
    await mongo
      .collection<SchemaDocument>('schema')
      .updateOne(
        { _id: 'schema' },
        { $set: { version, usableFrom, weftVersion: WEFT_VERSION, migratedAt: new Date() } },
        { upsert: true, session },
      );
  });
}

/** From now on no server starts that knows only an older schema. */
export async function endOlderServers(mongo: Mongo, usableFrom: number, session?: ClientSession): Promise<void> {
  await mongo.collection<SchemaDocument>('schema').updateOne({ _id: 'schema' }, { $max: { usableFrom } }, session ? { session } : {});
}

/** Marks an empty database before a restore writes into it. Until `endRestore`, no server starts on it. */
export async function beginRestore(mongo: Mongo, file: string): Promise<void> {
  const first: SchemaDocument = { _id: 'schema', version: 0, weftVersion: WEFT_VERSION, migratedAt: new Date(), restoring: file };
  await mongo.collection<SchemaDocument>('schema').insertOne(first);
}

export async function endRestore(mongo: Mongo): Promise<void> {
  await mongo.collection<SchemaDocument>('schema').updateOne({ _id: 'schema' }, { $unset: { restoring: true } });
}
