/** Backups of a real server in a bucket of a real S3 server: schedule, list, verification, download, restore, and a store that goes away. */
import { randomBytes } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { Seaweed } from '@weft/test-support/seaweed';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer, testConfig } from '../../test-support/app.js';
import { connect } from '../app/server.js';
import type { Arguments, Command } from '../cli/arguments.js';
import { execute } from '../cli/commands.js';
import type { Config } from '../config/config.schema.js';
import { BackupStateService } from './backup-state.service.js';

const { uri: mongoUri } = testDatabase();
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 200 });
let seaweed: Seaweed;
let server: TestServer;
let config: Config;

const bucketConfig = (): Partial<Config> => ({
  backupKey: randomBytes(32).toString('hex'),
  backupS3Url: `${seaweed.endpoint}/${seaweed.bucket}/site-a`,
  backupS3AccessKeyId: seaweed.accessKeyId,
  backupS3SecretAccessKey: seaweed.secretAccessKey,
});
const list = () => server.adminClient.call(endpoints.listBackups, { query: {} });
async function weft(command: Command, of: Config, more: Partial<Arguments> = {}): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const args = { command, config: undefined, insecureHttp: false, name: 'admin', passwordFile: undefined, ...more };
  return { code: await execute(args, of, (line) => lines.push(line)), output: lines.join('\n') };
}

beforeAll(async () => {
  seaweed = await Seaweed.start();
  const bucket = bucketConfig();
  server = await startTestServer({ mongoUri, config: bucket, backupKeep: { frequent: 1, hourly: 0, daily: 0 } });
  config = testConfig(mongoUri, { ...bucket, mongodbDatabase: server.mongo.db.databaseName });
});
afterAll(async () => {
  await server?.stop();
  await seaweed?.stop();
});

it('takes the backups of its schedule into the bucket, as many kinds as the settings say', async () => {
  const taken = await until(async () => {
    const { items, folder } = await list();
    expect(folder).toMatchObject({ path: 's3://weft/site-a', state: 'current', problem: null });
    expect(items).toHaveLength(1);
    return items[0];
  });
  expect(taken).toMatchObject({ kinds: ['frequent'], complete: true, encrypted: true, fault: null });

  const settings = await server.adminClient.call(endpoints.getSettings);
  const backupKeep = { frequent: 1, hourly: 2, daily: 0 };
  await server.adminClient.call(endpoints.updateSettings, { body: { backupKeep }, ifMatch: settings.version });
  // Over the start of a five-minute interval, one backup is of both kinds.
  await until(async () => expect((await list()).items.flatMap(({ kinds }) => kinds)).toContain('hourly'));
});

it('verifies and sends a backup that a user requests', async () => {
  const { job } = await server.adminClient.call(endpoints.takeBackup);
  const ended = (id: string) =>
    until(async () => {
      const found = await server.adminClient.call(endpoints.getJob, { params: { id } });
      expect(found.state).toBe('done');
      return found;
    });
  const { subject } = await ended(job.id);
  await ended((await server.adminClient.call(endpoints.verifyBackup, { params: { id: subject.id } })).job.id);
  const { items } = await list();
  const taken = items.find(({ id }) => id === subject.id);
  expect(taken).toMatchObject({ kinds: ['manual'], verification: { state: 'done' } });
  const answer = await fetch(`${server.url}/api/v1/backups/${subject.id}/file`, {
    headers: { cookie: server.adminClient.sessionCookie ?? '' },
  });
  expect((await answer.arrayBuffer()).byteLength).toBe(taken?.sizeBytes);
});

it('restores by the name alone, when there is no database any more', async () => {
  const { output } = await weft('list-backups', { ...config, mongodbUri: 'mongodb://127.0.0.1:9/' });
  const manual = output.split('\n').find((line) => line.includes('manual')) ?? expect.fail(output);
  const file = manual.split(' ')[0] ?? '';
  expect(await weft('verify-backup', config, { file })).toMatchObject({ code: 0 });
  const into = testConfig(mongoUri, { ...config, mongodbDatabase: `${config.mongodbDatabase}_again` });
  expect(await weft('restore', into, { file })).toMatchObject({ code: 0, output: expect.stringContaining('new history') });
  const mongo = await connect(into);
  try {
    expect(await mongo.db.collection('users').findOne({ name: 'admin' })).not.toBeNull();
  } finally {
    await mongo.db.dropDatabase();
    await mongo.close();
  }
});

it('says that the bucket does not answer, keeps serving, and goes on by itself when it is back', async () => {
  server.app.get(BackupStateService).answersWithinMs = 3000;
  await seaweed.kill();
  await until(async () => {
    const { folder } = await list();
    expect(folder).toMatchObject({ state: 'unreadable', problem: { params: { folder: 's3://weft/site-a' } } });
  });
  expect(await server.adminClient.refused(endpoints.takeBackup)).toMatchObject({ code: 'not-possible' });
  const { code, output } = await weft('preflight-upgrade', config);
  expect({ code, output }).toMatchObject({ output: expect.stringContaining('s3://weft/site-a cannot be read') });
  await seaweed.resume();
  await until(async () => expect((await list()).folder).toMatchObject({ state: 'current', problem: null }));
  expect((await list()).items.length).toBeGreaterThan(1);
});
