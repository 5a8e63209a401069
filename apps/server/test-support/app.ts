import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import { MongoClient } from 'mongodb';
import { startServer } from '../src/app/server.js';
import type { Config } from '../src/config/config.schema.js';
import { loadConfig } from '../src/config/load-config.js';
import { Mongo } from '../src/core/mongo/mongo.js';
import { initialPasswordFile } from '../src/users/initial-administrator.service.js';
import { HttpClient } from './http-client.js';

export interface TestServer {
  url: string;
  app: NestFastifyApplication;
  mongo: Mongo;
  dataDir: string;
  /** Logged in as `admin`. */
  adminClient: HttpClient;
  /** Not logged in. */
  anonymous: HttpClient;
  /** Stops the server and drops its database, unless the database was passed in. */
  stop(): Promise<void>;
}

export interface TestServerOptions {
  mongoUri: string;
  /** The database of another server: both then work on one cluster. */
  database?: string;
  /** The folder of another server, if the database is that server's: it contains the password. */
  dataDir?: string;
  config?: Partial<Config>;
  /** Of the certificates that the server makes. */
  certificateLifetimeMs?: number;
  /** Stored before the server with this configuration starts. */
  backupKeep?: SettingsSpec['backupKeep'];
}

export const testConfig = (mongoUri: string, overrides: Partial<Config> = {}): Config => ({
  ...loadConfig({ env: {} }),
  listenPort: 0,
  // Each test of TLS turns it on.
  insecureHttp: true,
  mongodbUri: mongoUri,
  mongodbDatabase: `weft_test_${randomBytes(6).toString('hex')}`,
  logLevel: (process.env['WEFT_LOG_LEVEL'] as Config['logLevel'] | undefined) ?? 'error',
  checkResponses: true,
  shutdownDelaySeconds: 0,
  ...overrides,
});

/** Password of `admin` once the first test server of a database has started. */
export const ADMIN_PASSWORD = 'horse staple battery';
/** Databases whose `admin` has this password. */
const withOwnPassword = new Set<string>();

/** Logs in for the first time and changes the password, as a person must. */
async function changeInitialPassword(client: HttpClient, folder: string): Promise<void> {
  const currentPassword = (await readFile(initialPasswordFile(folder), 'utf8')).trim();
  await client.login('admin', currentPassword);
  await client.call(endpoints.changePassword, { body: { currentPassword, newPassword: ADMIN_PASSWORD } });
}

/** A first server, without a place for backups, creates the settings. */
async function storeBackupKeep(config: Config, backupKeep: SettingsSpec['backupKeep']): Promise<void> {
  const { app } = await startServer({ ...config, backupDir: null, backupS3Url: null });
  const mongo = app.get(Mongo);
  await mongo.db.collection('settings').updateOne({}, { $set: { 'spec.backupKeep': backupKeep } });
  await app.close();
  await mongo.close();
}

/** With a client of its own: a stop closes that of the server. */
async function dropDatabase({ mongodbUri, mongodbDatabase }: Config): Promise<void> {
  const client = new MongoClient(mongodbUri);
  try {
    await client.db(mongodbDatabase).dropDatabase();
  } finally {
    await client.close();
  }
}

/** A server in this process, on a free port; its answers are checked against the contract. */
export async function startTestServer({
  mongoUri,
  database,
  dataDir,
  config: overrides,
  certificateLifetimeMs,
  backupKeep,
}: TestServerOptions): Promise<TestServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'weft-server-')));
  const config = testConfig(mongoUri, { ...(database === undefined ? {} : { mongodbDatabase: database }), dataDir: folder, ...overrides });
  if (backupKeep) await storeBackupKeep(config, backupKeep);
  const { app, url, stop } = await startServer(config, certificateLifetimeMs);
  const adminClient = new HttpClient(url);
  if (withOwnPassword.has(config.mongodbDatabase)) await adminClient.login('admin', ADMIN_PASSWORD);
  else await changeInitialPassword(adminClient, folder);
  withOwnPassword.add(config.mongodbDatabase);
  const mongo = app.get(Mongo);
  return {
    url,
    app,
    mongo,
    dataDir: folder,
    adminClient,
    anonymous: new HttpClient(url),
    async stop() {
      await stop();
      if (database === undefined) await dropDatabase(config);
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
