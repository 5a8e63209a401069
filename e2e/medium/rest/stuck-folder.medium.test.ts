/** Stops a real server process whose folder for backups never answers. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@weft/test-support/database';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { ServerProcess } from '../../support/server-process.js';

const { uri: mongoUri, name: database } = testDatabase();
let directory: string;
let server: ServerProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-stuck-'));
  const folder = join(directory, 'backups');
  await mkdir(folder);
  // To open it for reading blocks until somebody writes.
  execFileSync('mkfifo', [join(folder, `weft-20260101T000000Z-${randomUUID()}.weftbackup`)]);
  const environment = { WEFT_BACKUP_DIR: folder, WEFT_BACKUP_KEY: '7'.repeat(64) };
  server = await ServerProcess.start({ directory, mongoUri, database, environment });
}, 120_000);
afterAll(async () => {
  await server?.kill();
  await rm(directory, { recursive: true, force: true });
});

test('serves, releases the lease, and ends after SIGTERM although a read has not returned', async () => {
  const log = () => readFile(server.log, 'utf8');
  await until('the log of the folder', 60, async () => ((await log()).includes('backups-not-answering') ? true : undefined));
  await server.stop();
  expect(await log()).toContain('the process ends itself with SIGKILL');
  const client = await MongoClient.connect(mongoUri);
  try {
    const leases = client.db(database).collection<{ _id: string; holder: string | null }>('leases');
    expect(await leases.find({ holder: { $ne: null } }).toArray()).toEqual([]);
    expect(await leases.findOne({ _id: 'backups' })).toMatchObject({ holder: null });
  } finally {
    await client.close();
  }
}, 90_000);
