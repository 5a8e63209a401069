import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { testConfig } from '../../test-support/app.js';
import { HttpClient } from '../../test-support/http-client.js';
import { connect, startServer } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import { migrations } from '../core/mongo/migrations/all.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { newStored } from '../core/mongo/objects.js';
import type { Arguments, Command } from './arguments.js';
import { execute } from './commands.js';

let config: Config;
let mongo: Mongo;

beforeAll(async () => {
  const { uri, name } = testDatabase();
  config = testConfig(uri, { mongodbDatabase: name, dataDir: await mkdtemp(join(tmpdir(), 'weft-cli-')) });
  mongo = await connect(config);
});
afterAll(async () => {
  await mongo?.db.dropDatabase();
  await mongo?.close();
  await rm(config.dataDir, { recursive: true, force: true });
});

async function weft(command: Command, more: Partial<Arguments> = {}): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const args = { command, config: undefined, insecureHttp: false, name: 'admin', passwordFile: undefined, ...more };
  const code = await execute(args, config, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

test('check asks for a migration on an empty database, and passes after migrate', async () => {
  expect(await weft('check')).toMatchObject({ code: 1, output: expect.stringContaining('weft-server migrate') });
  expect(await weft('migrate')).toMatchObject({ code: 0, output: `migrated to schema ${migrations.at(-1)?.version}` });
  expect(await weft('migrate')).toMatchObject({ code: 0, output: 'the schema is current' });
  expect(await weft('check')).toMatchObject({ code: 0, output: 'database and hosts agree' });
});

test('check reports a drive with wrong reserved bytes, and exits with code 1', async () => {
  const drive = {
    ...newStored(),
    nodeId: 'n',
    nodeName: 'n1',
    serial: 'S1',
    nsid: 1,
    spec: { desired: 'in-service' },
    status: { inventory: {}, present: true, inService: true, capacityBytes: 100, allocatedBytes: 7, largestFreeBytes: 93 },
  };
  await mongo.db.collection('drives').insertOne(drive as never);
  expect(await weft('check')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Drive S1 of n1: 7 bytes are recorded as allocated, its legs use 0'),
  });
  await mongo.db.collection<{ _id: string }>('drives').deleteOne({ _id: drive._id });
});

test('audit verify says that nothing was changed, or what, and refuses a head in another form', async () => {
  const server = await startServer(config);
  const client = new HttpClient(server.url);
  await client.login('admin', (await readFile(join(config.dataDir, 'initial-admin-password'), 'utf8')).trim());
  await expect
    .poll(async () => (await weft('audit verify')).output, { timeout: 20_000 })
    .toMatch(/^1 entries in 1 links, 0 wrong, .* head 1:[0-9a-f]{64}$/);
  await server.stop();
  await mongo.db.collection('audit').updateOne({}, { $set: { by: 'eve' } });
  expect(await weft('audit verify')).toMatchObject({ code: 1, output: expect.stringContaining('was changed after link 1 was written') });
  expect(JSON.parse((await weft('audit verify', { json: true })).output)).toMatchObject({ findings: [{ reason: 'audit-entry-changed' }] });
  await expect(weft('audit verify', { head: 'newest' })).rejects.toThrow('--head takes SEQUENCE:HASH');
});

test('reset-admin sets a new password and ends existing sessions', async () => {
  const file = join(config.dataDir, 'initial-admin-password');
  const server = await startServer(config);
  const before = new HttpClient(server.url);
  await before.login('admin', (await readFile(file, 'utf8')).trim());
  expect(await weft('reset-admin')).toMatchObject({ code: 0, output: expect.stringContaining(file) });
  expect((await before.request('GET', '/api/v1/session')).status).toBe(401);
  const after = new HttpClient(server.url);
  expect((await after.login('admin', (await readFile(file, 'utf8')).trim())).status).toBe(200);
  await server.stop();
});

it('reset-admin creates an administrator whose password from a file needs no change', async () => {
  const passwordFile = join(config.dataDir, 'chosen');
  await writeFile(passwordFile, 'admin admin admin\n');
  await expect(weft('reset-admin', { name: 'robot', passwordFile })).rejects.toThrow('easy to guess');
  await writeFile(passwordFile, 'horse staple battery\n');
  expect(await weft('reset-admin', { name: 'robot', passwordFile })).toMatchObject({ code: 0, output: expect.stringContaining('robot') });
  const server = await startServer(config);
  const robot = new HttpClient(server.url);
  await robot.login('robot', 'horse staple battery');
  expect((await robot.request('GET', '/api/v1/users')).status).toBe(200);
  await server.stop();
});

test('config prints settings under their variable names', async () => {
  const { output } = await weft('config');
  expect(output).toContain('WEFT_LISTEN_PORT=0');
  expect(output).toContain('WEFT_SCRAPE_TOKEN=');
});
