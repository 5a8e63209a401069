import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { ChangeFeed } from '../changes/change-feed.js';

let mongo: MongoReplicaSet;
let server: TestServer;

beforeAll(async () => {
  mongo = await startMongo({ members: 1 });
  server = await startTestServer({ mongoUri: mongo.uri, config: { logLevel: 'silent' } });
});
afterAll(async () => {
  await server?.stop();
  await mongo?.stop();
});

test('answers 503 while the database is down, and recovers when it is back', async () => {
  let heard = '';
  server.app.get(ChangeFeed).onChange(({ collection }) => {
    heard = collection;
  });
  await mongo.kill(0);
  const startedAt = Date.now();
  const answer = await server.adminClient.try(endpoints.getSettings);
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.stringify(answer.body)).not.toMatch(/mongodb:|127\.0\.0\.1|at .*\.ts/);
  expect(Date.now() - startedAt).toBeLessThan(15_000);
  expect((await server.anonymous.try(endpoints.healthz)).status).toBe(200);
  expect((await server.anonymous.try(endpoints.readyz)).status).toBe(503);
  await mongo.restart(0);
  await expect.poll(() => server.anonymous.try(endpoints.readyz).then(({ status }) => status), { interval: 500 }).toBe(200);
  const settings = await server.adminClient.call(endpoints.getSettings);
  await server.adminClient.call(endpoints.updateSettings, { ifMatch: settings.version, body: { reattachByDefault: false } });
  await expect.poll(() => heard).toBe('settings');
});
