/** Kills a real server process in the middle of a transaction: that transaction's locks in MongoDB must not outlive the process for long. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { MongoClient, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, test } from 'vitest';
import { type ApiClient, until } from '../support/api-client.js';
import { ScriptedAgent } from '../support/scripted-agent.js';
import { ServerProcess } from '../support/server-process.js';
import { takeDrives } from '../support/take-drives.js';

/** A lease's 9 s plus the time until others check, or the 10 s and 2 s after which a server counts as offline; the rest is margin for a busy machine. */
const TAKEN_OVER_WITHIN_SECONDS = 20;

let directory: string;
let mongo: MongoReplicaSet;
let database: MongoClient;
let server: ServerProcess;
let api: ApiClient;
let target: ScriptedAgent;
let driveClassId: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-killed-'));
  mongo = await startMongo({ members: 1 });
  database = await MongoClient.connect(mongo.uri);
  server = await ServerProcess.start({ directory: join(directory, 'server'), mongoUri: mongo.uri });
  api = await server.administrator();
  const { version } = await api.call(endpoints.getSettings);
  await api.call(endpoints.updateSettings, { body: { storageNetworks: [{ name: 'left', cidrs: ['10.0.0.0/16'] }] }, ifMatch: version });
  target = await ScriptedAgent.enroll(api, 't1', [{ serial: 't1-d', sizeBytes: 100 * GiB }], { network: 1 });
  await takeDrives(api, 1);
  const members = { by: 'selector' as const, selector: { models: ['scripted'] } };
  driveClassId = (await api.call(endpoints.createDriveClass, { body: { name: 'all', members } })).id;
}, 120_000);

afterAll(async () => {
  await target?.close();
  await server?.stop();
  await database?.close();
  await mongo?.stop();
  await rm(directory, { recursive: true, force: true });
});

const volume = (name: string) =>
  api.call(endpoints.createVolume, { body: { name, sizeBytes: GiB / 16, protection: 'concatenated', driveClassId } });

const reconcilerTerm = async (): Promise<number> => {
  const lease = await database.db('weft').collection<{ _id: string; term: number }>('leases').findOne({ _id: 'reconcile' });
  return lease?.term ?? 0;
};

/** Whether an open transaction has written the reconciler's lease: another transaction that writes it fails at once. */
async function leaseIsLocked(): Promise<boolean> {
  const leases = database.db('weft').collection<{ _id: string }>('leases');
  return database.withSession(async (session) => {
    session.startTransaction();
    try {
      await leases.updateOne({ _id: 'reconcile' }, { $inc: { writes: 1 } }, { session });
      return false;
    } catch (error) {
      if (error instanceof MongoServerError && error.codeName === 'WriteConflict') return true;
      throw error;
    } finally {
      await session.abortTransaction();
    }
  });
}

/** Gives the server work and pauses it repeatedly until a pause falls between two operations of a reconciler's transaction; then kills it. */
async function killInTransaction(): Promise<void> {
  let made = 0;
  await until('a server killed in a transaction of its reconciler', 120, async () => {
    await target.sayAgain();
    // The answer may never come.
    const asked = volume(`v-${++made}`).catch(() => undefined);
    for (let tries = 0; tries < 40; tries++) {
      await sleep(Math.random() * 20); // at any moment: `leaseIsLocked` shows which one
      process.kill(server.pid, 'SIGSTOP');
      if (await leaseIsLocked()) {
        await server.kill();
        // Requests that it had sent before may have ended the transaction since.
        if (await leaseIsLocked()) return true;
        await server.start();
        break;
      }
      process.kill(server.pid, 'SIGCONT');
    }
    await asked;
    return undefined;
  });
}

test('reconciles again within 20 s after a server was killed in a transaction (S7, S9)', { timeout: 240_000 }, async () => {
  await killInTransaction();
  const term = await reconcilerTerm();
  const killedAt = performance.now();
  await server.start();
  await until('the reconciler under a new term', TAKEN_OVER_WITHIN_SECONDS, async () =>
    (await reconcilerTerm()) > term ? true : undefined,
  );
  console.log(`the next reconciler: ${((performance.now() - killedAt) / 1000).toFixed(1)} s after the kill`);
  // On a busy machine the agent connects again later than the reconciler starts.
  await until('the target online again', 60, async () => {
    const { connection } = await api.call(endpoints.getNode, { params: { id: target.nodeId } });
    return connection.state === 'online' ? true : undefined;
  });
  await api.done((await volume('afterwards')).job.id, 20);
});
