/** This tree starts with the stored data of an earlier tree, and keeps its cluster (recorded by scripts/record-cluster.mjs). */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { freePort } from '@weft/test-support/free-ports';
import { startMongo } from '@weft/test-support/mongo';
import { type Document, MongoClient } from 'mongodb';
import { expect, onTestFinished, test } from 'vitest';
import { ApiClient, until } from '../../support/api-client.js';
import { restore, SIMULATED_DATABASE } from '../../support/recorded-cluster.js';
import { StartProcess } from '../../support/start-process.js';

const recorded = (name: string) => fileURLToPath(new URL(`../recorded/${name}.json.gz`, import.meta.url));
const weftServer = fileURLToPath(new URL('../../../apps/server/bin/weft-server.js', import.meta.url));

async function storedBefore(uri: string) {
  const client = await MongoClient.connect(uri);
  try {
    const all = (name: string) =>
      client
        .db(SIMULATED_DATABASE)
        .collection<Document & { _id: string }>(name)
        .find({}, { sort: { _id: 1 } })
        .toArray();
    return { volumes: await all('volumes'), attachments: await all('attachments'), drives: await all('drives'), nodes: await all('nodes') };
  } finally {
    await client.close();
  }
}

const idsOf = (objects: readonly { id: string }[]) => objects.map(({ id }) => id).sort();
const storedIdsOf = (documents: readonly { _id: string }[]) => documents.map(({ _id }) => _id);

test.each(['before-domain', 'before-spec-and-status'])(
  'starts on the cluster of the tree %s with all its objects, health and attachments',
  {
    timeout: 600_000,
  },
  async (name) => {
    const mongo = await startMongo({ members: 1 });
    onTestFinished(() => mongo.stop());
    const data = await mkdtemp(join(tmpdir(), 'weft-upgrade-'));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    await restore(recorded(name), mongo.uri, data);
    const before = await storedBefore(mongo.uri);
    expect(before.volumes.length * before.attachments.length).toBeGreaterThan(0);

    const port = await freePort();
    const start = StartProcess.run({ data, port, mongodbPort: await freePort() }, '--mongodb-uri', mongo.uri);
    onTestFinished(async () => void (await start.end('SIGTERM')));
    await start.says('the simulated cluster is up', 300);
    const api = new ApiClient(`http://127.0.0.1:${port}`);
    const env = { ...process.env, WEFT_MONGODB_URI: mongo.uri, WEFT_MONGODB_DATABASE: SIMULATED_DATABASE };
    // Whoever recorded the cluster may have changed the password.
    const password = 'correct horse battery';
    const passwordFile = join(data, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    await promisify(execFile)(process.execPath, [weftServer, 'reset-admin', '--password-file', passwordFile], { env });
    await api.login('admin', password);

    const listed = async () => (await api.call(endpoints.listVolumes, { query: { limit: 200 } })).items;
    const attachedBefore = new Set(before.attachments.map(({ volumeId }) => volumeId));
    const wanted = Object.fromEntries(before.volumes.map(({ _id }) => [_id, attachedBefore.has(_id) ? 'healthy' : 'detached']));
    expect(new Set(Object.values(wanted))).toEqual(new Set(['healthy', 'detached']));
    await until('every volume whole again', 120, async () => {
      const health = Object.fromEntries((await listed()).map((each) => [each.id, each.health]));
      return isDeepStrictEqual(health, wanted) ? true : undefined;
    });
    const volumes = await listed();
    const legsBefore = before.volumes.flatMap(({ legs }) => (legs as { id: string }[]).map(({ id }) => id));
    expect(volumes.flatMap(({ legs }) => idsOf(legs)).sort()).toEqual(legsBefore.sort());
    const { items: attachments } = await api.call(endpoints.listAttachments, { query: { limit: 200, state: 'attached' } });
    expect(idsOf(attachments)).toEqual(storedIdsOf(before.attachments));
    expect((await api.call(endpoints.listDrives, { query: { state: 'in-service' } })).total).toBe(before.drives.length);
    const { items: nodes } = await api.call(endpoints.listNodes, { query: { connection: 'online' } });
    expect(idsOf(nodes)).toEqual(storedIdsOf(before.nodes));
    expect(nodes.flatMap(({ conditions }) => conditions.filter(({ type }) => type === 'HistoryUnknown' || type === 'LedgerLost'))).toEqual(
      [],
    );
    expect((await api.call(endpoints.listJobs, { query: { state: 'failed' } })).total).toBe(0);

    const { stdout } = await promisify(execFile)(process.execPath, [weftServer, 'check'], { env });
    expect(stdout).toContain('database and hosts agree');
  },
);
