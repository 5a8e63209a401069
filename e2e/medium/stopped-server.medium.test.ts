/** Stops a real server process while its database is offline: it reports what it could not send to the other servers, and ends. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScriptedAgent } from '../support/scripted-agent.js';
import { ServerProcess } from '../support/server-process.js';

let directory: string;
let mongo: MongoReplicaSet;
let server: ServerProcess;
let agent: ScriptedAgent;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-stopped-'));
  mongo = await startMongo({ members: 1 });
  server = await ServerProcess.start({ directory, mongoUri: mongo.uri });
  agent = await ScriptedAgent.enroll(await server.administrator(), 't1', [], { network: 1 });
}, 120_000);
afterAll(async () => {
  await agent?.close();
  await server?.kill();
  await mongo?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('stops without its database, and logs that the other servers must find it offline', async () => {
  await mongo.kill(0);
  expect(await server.stop()).toBe(0);
  expect(await readFile(server.log, 'utf8')).toMatch(/the others will see it as offline/);
});
