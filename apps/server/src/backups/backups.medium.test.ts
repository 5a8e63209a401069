/** Backup and restore with a real replica set, and with real servers that take them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@weft/test-support/database';
import { Double } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer, testConfig } from '../../test-support/app.js';
import { FakeAgent } from '../../test-support/fake-agent.js';
import { startBeside } from '../../test-support/two-servers.js';
import type { Arguments, Command } from '../cli/arguments.js';
import { execute } from '../cli/commands.js';
import type { Config } from '../config/config.schema.js';
import { migrate } from '../core/mongo/migrations/migrate.js';
import { Mongo } from '../core/mongo/mongo.js';
import { newStored } from '../core/mongo/objects.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { fileNameOf } from './format/backup-header.js';
import { keyIdOf } from './format/backup-key.js';
import { BackupStore } from './store/backup-store.js';
import { FolderFiles } from './store/folder-files.js';
import { takeBackup } from './take-backup.js';

const { uri: mongoUri } = testDatabase();
const hex = randomBytes(32).toString('hex');
const key = Buffer.from(hex, 'hex');
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 200 });
const folders: string[] = [];
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-backups-'));
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
const nameOf = () => `weft_test_${randomBytes(6).toString('hex')}`;

async function weft(command: Command, config: Config, more: Partial<Arguments> = {}): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const args = { command, config: undefined, insecureHttp: false, name: 'admin', passwordFile: undefined, ...more };
  return { code: await execute(args, config, (line) => lines.push(line)), output: lines.join('\n') };
}

describe('backup and restore', () => {
  let server: TestServer;
  let folder: string;
  let config: Config;
  const file = async () => join(folder, (await readdir(folder)).find((name) => name.endsWith('.weftbackup')) ?? 'none');

  beforeAll(async () => {
    server = await startTestServer({ mongoUri });
    folder = await newFolder();
    config = testConfig(mongoUri, { mongodbDatabase: server.mongo.db.databaseName, backupDir: folder, backupKey: hex });
  });
  afterAll(() => server?.stop());

  /** A restore into a database of its own, which is dropped. */
  async function restored<T>(path: string, look: (mongo: Mongo, output: string, config: Config) => Promise<T>): Promise<T> {
    const target = { ...config, mongodbDatabase: nameOf() };
    const mongo = await Mongo.connect({ uri: mongoUri, database: target.mongodbDatabase });
    try {
      return await look(mongo, (await weft('restore', target, { file: path })).output, target);
    } finally {
      await mongo.db.dropDatabase();
      await mongo.close();
    }
  }

  it('restores one point in time, although a transaction changes two documents all the time', async () => {
    const { mongo } = server;
    // Names that sort far apart, with many documents between them, so that a backup without a snapshot would see two states.
    const [first, last] = [
      mongo.db.collection<{ _id: string; n: number }>('aFirst'),
      mongo.db.collection<{ _id: string; n: number }>('zLast'),
    ];
    await mongo.db.collection('many').insertMany(Array.from({ length: 3000 }, (_, n) => ({ n, text: randomBytes(500).toString('hex') })));
    for (const each of [first, last]) await each.insertOne({ _id: 'x', n: 0 });
    let going = true;
    let written = 0;
    const writer = (async () => {
      while (going)
        await mongo.transaction(async (session) => {
          written++;
          for (const each of [first, last]) await each.updateOne({ _id: 'x' }, { $set: { n: written } }, { session });
        });
    })();
    await until(() => expect(written).toBeGreaterThan(5));
    const before = written;
    await weft('backup', config);
    going = false;
    await writer;
    expect(written).toBeGreaterThan(before);
    await restored(await file(), async (copy) => {
      const [a, z] = await Promise.all(['aFirst', 'zLast'].map((name) => copy.db.collection(name).findOne()));
      expect(a?.['n']).toBeGreaterThanOrEqual(before - 1);
      expect(z?.['n']).toBe(a?.['n']);
      expect(await copy.db.collection('many').countDocuments()).toBe(3000);
    });
    await rm(await file());
  });

  it('restores every document with its BSON types, except what only running servers need', async () => {
    const { mongo } = server;
    await mongo.db.collection('exact').insertOne({ _id: 'e' as never, double: new Double(5), at: new Date(5), bytes: Buffer.from('b') });
    await weft('backup', config);
    await restored(await file(), async (copy, output, target) => {
      expect(output).toContain('new history');
      const find = (db: Mongo['db'], name: string) =>
        db
          .collection(name)
          .find({}, { raw: true, sort: { _id: 1 } })
          .toArray() as Promise<unknown[]>;
      for (const name of ['exact', 'users', 'audit', 'nodes', 'jobs'])
        expect(await find(copy.db, name)).toEqual(await find(mongo.db, name));
      for (const name of ['sessions', 'servers', 'idempotencyKeys']) expect(await copy.db.collection(name).countDocuments()).toBe(0);
      const settings = await Promise.all([mongo.db, copy.db].map((db) => db.collection('settings').findOne({})));
      expect(settings[1]).toEqual({ ...settings[0], historyId: expect.any(String) });
      expect(settings[1]?.['historyId']).not.toBe(settings[0]?.['historyId']);
      const indexes = await Promise.all([mongo.db, copy.db].map((db) => db.collection('volumes').indexes()));
      expect(indexes[1]).toEqual(indexes[0]);
      expect(await weft('check', target)).toMatchObject({ code: 0 });
    });
  });

  it('verifies a file, and refuses one that is truncated, damaged, of another key or no backup', async () => {
    const good = await file();
    expect(await weft('verify-backup', config, { file: good })).toMatchObject({
      code: 0,
      output: expect.stringContaining('complete and authentic'),
    });
    const other = { ...config, backupKey: randomBytes(32).toString('hex') };
    await expect(weft('restore', other, { file: good })).rejects.toThrow(/needs the key/);
    await expect(weft('restore', { ...config, backupKey: null }, { file: good })).rejects.toThrow(/backupKeyFile/);
    const bytes = await readFile(good);
    const bad = join(folder, 'bad');
    const flipped = Buffer.from(bytes);
    flipped[5000] = (bytes[5000] ?? 0) ^ 1;
    const empty = { ...config, mongodbDatabase: nameOf() };
    for (const [content, message] of [
      [bytes.subarray(0, -40), /ends too early/],
      [flipped, /damaged/],
      [Buffer.from('hello'), /not a backup/],
    ] as const) {
      await writeFile(bad, content);
      await expect(weft('restore', empty, { file: bad })).rejects.toThrow(message);
    }
    expect(await server.mongo.client.db(empty.mongodbDatabase).listCollections().toArray()).toEqual([]);
    await rm(bad);
  });

  it('ends the job that took the restored backup, which was open at its point in time', async () => {
    const id = randomUUID();
    const jobs = server.mongo.db.collection<JobDocument>('jobs');
    const step = { name: 'write', node: null, state: 'running' as const, reason: null };
    const own: JobDocument = {
      ...newStored(),
      ...{ kind: 'backup.take', subject: { kind: 'backup', id, name: 'database' }, state: 'running', steps: [step] },
      ...{ waitingFor: [], error: null, requestedBy: 'admin', finishedAt: null },
    };
    await jobs.insertMany([own, { ...own, ...newStored(), subject: { kind: 'backup', id: randomUUID(), name: 'database' } }]);
    await rm(await file());
    const { clusterId } = (await server.mongo.db.collection('settings').findOne({})) as unknown as { clusterId: string };
    await takeBackup(server.mongo, { store: new BackupStore(new FolderFiles(folder), clusterId), clusterId, key, kinds: ['manual'], id });
    await restored(await file(), async (copy) => {
      const found = await copy.db.collection<JobDocument>('jobs').find({ kind: 'backup.take' }).toArray();
      expect(found.map(({ subject, state }) => [subject.id === id, state]).sort()).toEqual([
        [false, 'running'],
        [true, 'done'],
      ]);
    });
    await jobs.deleteMany({ kind: 'backup.take' });
  });

  it('refuses a restore into a database with content, and names its collections', async () => {
    await expect(weft('restore', config, { file: await file() })).rejects.toThrow(/not empty: .*settings.*users/s);
  });

  it('lets no server start on a database whose restore did not finish', async () => {
    const target = { ...config, mongodbDatabase: nameOf() };
    const copy = await Mongo.connect({ uri: mongoUri, database: target.mongodbDatabase });
    await copy.db.collection<{ _id: string }>('schema').insertOne({ _id: 'schema', version: 3, restoring: 'x.weftbackup' } as never);
    await expect(migrate(copy)).rejects.toThrow(/restore of x.weftbackup.*not finished/);
    await expect(weft('restore', target, { file: await file() })).rejects.toThrow(/not empty: schema/);
    await copy.db.dropDatabase();
    await copy.close();
  });

  it('puts every node that accepted an assignment in doubt after a restore', async () => {
    const { mongo } = server;
    const agent = await FakeAgent.enroll(server, 'n1');
    await agent.connect(server.url);
    agent.disconnect();
    const nodes = mongo.db.collection<{ _id: string }>('nodes');
    await nodes.updateOne({ _id: agent.nodeId }, { $set: { 'status.acceptedGeneration': 4 } });
    await rm(await file());
    await weft('backup', config);
    await restored(await file(), async (copy, output) => {
      expect(output).toContain('an administrator accepts it');
      expect(output).toContain('n1');
      const [stored] = await copy.db.collection('nodes').find().toArray();
      expect(stored).toMatchObject({ status: { historyDoubt: { reason: 'other-history', storedGeneration: 4 } } });
    });
  });
});

describe('servers with a folder for backups', () => {
  let server: TestServer;
  let folder: string;
  const backups = async () => (await readdir(folder)).filter((name) => name.endsWith('.weftbackup')).sort();
  const metric = async (name: string) => {
    const { body } = await server.adminClient.request('GET', '/metrics');
    return new RegExp(`^${name} (.+)$`, 'm').exec(String(body))?.[1];
  };

  beforeAll(async () => {
    folder = join(await newFolder(), 'mounted');
    const config = { backupDir: folder, backupKey: hex };
    server = await startTestServer({ mongoUri, config, backupKeep: { frequent: 2, hourly: 36, daily: 30 } });
  });
  afterAll(() => server?.stop());

  it('count failures while the folder is missing, and take a backup when it is back', async () => {
    await until(async () => expect(Number(await metric('weft_server_backup_failures_total'))).toBeGreaterThan(0));
    expect(await metric('weft_server_backup_last_success_timestamp_seconds')).toBeUndefined();
    await mkdir(folder);
    await until(async () => expect(await backups()).toHaveLength(1));
    // The server reads the folder again after it has written the file.
    await until(async () => {
      const age = Date.now() / 1000 - Number(await metric('weft_server_backup_last_success_timestamp_seconds'));
      expect(age).toBeLessThan(120);
    });
    expect(Number(await metric('weft_server_backup_size_bytes'))).toBeGreaterThan(1000);
    await until(async () => expect(Number(await metric('weft_server_backup_duration_seconds'))).toBeGreaterThan(0));
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('take one backup for each time, although two servers run', async () => {
    const other = await startBeside(server, { backupDir: folder, backupKey: hex });
    for (const name of await backups()) await rm(join(folder, name));
    await until(async () => expect(await backups()).toHaveLength(1));
    const first = await backups();
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    const slots = new Set((await backups()).map((name) => Math.floor(Date.parse(timeOf(name)) / 300_000)));
    expect(await backups()).toHaveLength(slots.size);
    expect(await backups()).toEqual(expect.arrayContaining(first));
    await other.stop();
  });

  it('remove only expired backups of their own cluster', async () => {
    const { clusterId } = (await server.mongo.db.collection('settings').findOne({})) as unknown as { clusterId: string };
    const mine = new BackupStore(new FolderFiles(folder), clusterId);
    const foreign = { clusterId: randomUUID() };
    const content = async function* () {
      yield Buffer.from([2, 0, 0, 0, 2, 0x7b, 0x7d]);
    };
    const header = (day: number, more: object = {}) => ({
      ...{
        id: randomUUID(),
        clusterId,
        takenAt: `2026-01-0${day}T00:00:00.000Z`,
        kinds: ['frequent' as const],
        weftVersion: '0',
        schema: 1,
      },
      ...{ keyId: keyIdOf(key), salt: randomBytes(32).toString('base64'), ...more },
    });
    const manual = header(1, { kinds: ['manual'] });
    const old = [1, 2, 3, 4].map((day) => header(day));
    const alien = header(1, foreign);
    for (const each of [manual, ...old]) await mine.write(each, key, content());
    await new BackupStore(new FolderFiles(folder), foreign.clusterId).write(alien, key, content());
    await writeFile(join(folder, 'notes.txt'), 'keep me');
    const pretender = fileNameOf({ ...header(1), id: randomUUID() });
    await writeFile(join(folder, pretender), 'not a backup');
    for (const name of await backups()) if (name.startsWith('weft-2026') && !name.startsWith('weft-202601')) await rm(join(folder, name));
    await until(async () =>
      expect((await mine.inspect()).some(({ header }) => header && Date.now() - Date.parse(header.takenAt) < 120_000)).toBe(true),
    );
    // The server removes the oldest one last.
    await until(async () => expect(await readdir(folder)).not.toContain(fileNameOf(old[0] as (typeof old)[0])));
    const left = await readdir(folder);
    for (const name of ['notes.txt', pretender, fileNameOf(alien), fileNameOf(manual), fileNameOf(old[3] as (typeof old)[0])])
      expect(left).toContain(name);
    expect(left).not.toContain(fileNameOf(old[2] as (typeof old)[0]));
  });
});

/** Time of a file name. */
const timeOf = (name: string): string => {
  const [, date = '', time = ''] = /^weft-(\d{8})T(\d{6})Z/.exec(name) ?? [];
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`;
};
