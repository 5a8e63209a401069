/** `weft-server rewrap-keys` on a database with every kind of secret: afterwards nothing needs the key before. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer, testConfig } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import type { Config } from '../config/config.schema.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import { rewrapKeysCommand } from './rewrap-keys-command.js';

const [OLD, NEXT] = ['a5'.repeat(32), '5a'.repeat(32)];
const OLD_ID = new SealedSecrets({ secretsKey: OLD }).seal('', '').keyId;

let server: TestServer;
let cluster: SimulatedCluster;
/** Of the first server, which made the certificate authority. */
let first: TestServer;

const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);

beforeAll(async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { uri } = testDatabase();
  first = await startTestServer({ mongoUri: uri, config: { simulated: true, secretsKey: OLD, insecureHttp: false } });
  const database = first.mongo.db.databaseName;
  server = await startTestServer({ mongoUri: uri, database, dataDir: first.dataDir, config: { simulated: true, secretsKey: OLD } });
  cluster = await SimulatedCluster.start([server], ['rewrap-t1', 'rewrap-t2'], ['rewrap-c1']);
  const body = endpoints.createVolume.body.parse({
    ...{ name: 'rewrapped', driveClassId: cluster.driveClassId, sizeBytes: GiB, protection: 'raid1', encryption: 'aes-xts-256' },
  });
  const { volume, job } = await call(endpoints.createVolume, { body });
  await cluster.done(job);
  const node = (await call(endpoints.listNodes, { query: { name: 'rewrap-c1' } })).items[0];
  const attach = endpoints.createAttachment.body.parse({ volumeId: volume.id, nodeId: node?.id });
  await cluster.done((await call(endpoints.createAttachment, { body: attach })).job);
  await call(endpoints.createChannel, {
    body: endpoints.createChannel.body.parse({
      name: 'hook',
      target: { type: 'webhook', url: 'https://127.0.0.1:9/', secret: 'a secret' },
    }),
  });
}, 120_000);
afterAll(async () => {
  await cluster?.stop();
  await server?.stop();
  await first?.stop();
  vi.unstubAllEnvs();
});

/** Collections with a document that was encrypted with the old key. */
async function withOldKey(): Promise<string[]> {
  const collections = await server.mongo.db.listCollections({ type: 'collection' }).toArray();
  const found = await Promise.all(
    collections.map(async ({ name }) => {
      const text = JSON.stringify(await server.mongo.db.collection(name).find().toArray());
      return text.includes(OLD_ID) ? [name] : [];
    }),
  );
  return found.flat().sort();
}

const rewrap = async (keys: Partial<Config>): Promise<{ code: number; lines: string[] }> => {
  const lines: string[] = [];
  const config = testConfig(testDatabase().uri, { mongodbDatabase: server.mongo.db.databaseName, ...keys });
  return { code: await rewrapKeysCommand(config, (line) => lines.push(line)), lines };
};

test('every secret of the database is encrypted again, and without the key before each is named', { timeout: 60_000 }, async () => {
  expect(await withOldKey()).toEqual(['authenticationPairs', 'certificateAuthority', 'channels', 'volumeKeys']);

  const alone = await rewrap({ secretsKey: NEXT });
  expect(alone.code).toBe(1);
  expect(alone.lines.join('\n')).toMatch(/channel hook: .*secretsKeyFile/);
  expect(alone.lines.join('\n')).toMatch(/authentication key .*secretsKeyFile/);
  expect(alone.lines.join('\n')).toMatch(/the certificate authority: /);
  expect(await withOldKey()).toHaveLength(4);

  const both = await rewrap({ secretsKey: NEXT, previousSecretsKey: OLD });
  expect(both).toEqual({
    code: 0,
    lines: [expect.stringMatching(/^keys of volumes: 1 /), expect.stringMatching(/^other secrets: \d+ .*, 0 failed$/)],
  });
  expect(await withOldKey()).toEqual([]);
  expect((await rewrap({ secretsKey: NEXT })).code).toBe(0);
});
