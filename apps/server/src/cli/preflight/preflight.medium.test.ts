import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENT_PROTOCOL, WEFT_VERSION } from '@weft/shared/version';
import { testDatabase } from '@weft/test-support/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, testConfig } from '../../../test-support/app.js';
import { FakeAgent } from '../../../test-support/fake-agent.js';
import { connect } from '../../app/server.js';
import type { Config } from '../../config/config.schema.js';
import { migrations } from '../../core/mongo/migrations/all.js';
import type { Mongo } from '../../core/mongo/mongo.js';
import { execute } from '../commands.js';

let config: Config;
let mongo: Mongo;
let folder: string;

/** A cluster with one agent, whose only server has stopped. */
beforeEach(async () => {
  const { uri, name } = testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'weft-preflight-'));
  config = testConfig(uri, { mongodbDatabase: name, dataDir: folder });
  const server = await startTestServer({ mongoUri: uri, database: name, dataDir: folder });
  const agent = await FakeAgent.enroll(server, 't1');
  await agent.connect(server.url);
  await agent.inventory([]);
  await server.stop();
  mongo = await connect(config);
});
afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.close();
  await rm(folder, { recursive: true, force: true });
});

async function preflight(json = false, more: Partial<Config> = {}): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const args = {
    command: 'preflight-upgrade' as const,
    config: undefined,
    insecureHttp: false,
    name: 'admin',
    passwordFile: undefined,
    json,
  };
  const code = await execute(args, { ...config, ...more }, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

const schema = () => mongo.db.collection<{ _id: string }>('schema');
const last = () => migrations.at(-1)?.version ?? 0;

/** Every document and index of the database. */
async function everything(): Promise<object> {
  const names = (await mongo.db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !/^system\./.test(name));
  const all = names.sort().map(async (name) => {
    const collection = mongo.db.collection(name);
    return [name, await collection.find().toArray(), await collection.indexes()] as const;
  });
  return Promise.all(all);
}

test('names what to look at in a database of this schema, exits with 0, and changes nothing', async () => {
  const before = await everything();
  const { code, output } = await preflight();
  expect(code).toBe(0);
  expect(output).toContain('warns  These nodes are offline: t1.');
  expect(output).toContain('no place for backups');
  expect(output.split('\n').at(-1)).toBe(`Upgrade to ${WEFT_VERSION}: 0 stop it, 2 to look at`);
  const { findings } = JSON.parse((await preflight(true)).output);
  expect(findings).toMatchObject([
    { severity: 'warns', reason: 'upgrade-nodes-offline', params: { nodes: [{ kind: 'node', name: 't1' }] } },
    { severity: 'warns', reason: 'upgrade-backups-off', params: {} },
  ]);
  expect(await everything()).toEqual(before);
});

test('stops at a newer schema that does not keep this version, and at an unfinished restore', async () => {
  await schema().updateOne({ _id: 'schema' }, { $set: { version: last() + 2, usableFrom: last() + 1, weftVersion: '9.9.9' } });
  expect(await preflight()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/STOPS {2}The database has schema \d+, made by weft-server 9\.9\.9/),
  });
  await schema().updateOne({ _id: 'schema' }, { $set: { version: last(), usableFrom: last(), restoring: 'a.weftbackup' } });
  expect(await preflight()).toMatchObject({
    code: 1,
    output: expect.stringContaining('The restore of a.weftbackup into this database has not finished'),
  });
});

test('names due migrations, and stops at agents whose protocol this version refuses', async () => {
  await schema().updateOne({ _id: 'schema' }, { $set: { version: last() - 1, usableFrom: last() - 1 } });
  const due = migrations.at(-1);
  expect(await preflight()).toMatchObject({ code: 0, output: expect.stringContaining(`${due?.version} ${due?.name}`) });
  await mongo.db.collection('nodes').updateMany({}, { $set: { 'status.agent.protocol': AGENT_PROTOCOL + 1 } });
  expect(await preflight()).toMatchObject({ code: 1, output: expect.stringMatching(/STOPS .*refuses these: t1 \(version/) });
});

test('says that a folder of backups cannot be read', async () => {
  const { code, output } = await preflight(false, { backupDir: join(folder, 'absent') });
  expect(code).toBe(0);
  expect(output).toMatch(/absent cannot be read: ENOENT/);
});
