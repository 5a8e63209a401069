import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { ChangeFeed } from '../changes/change-feed.js';
import { Mongo } from './mongo.js';

/** Half of `mongodbSocketTimeoutSeconds`, after which each operation ends anyway. */
const SOON_MS = 15_000;

let mongo: MongoReplicaSet;
let server: TestServer;

beforeAll(async () => {
  mongo = await startMongo({ members: 3 });
  server = await startTestServer({ mongoUri: mongo.uri, config: { logLevel: 'silent' } });
});
afterAll(async () => {
  await server?.stop();
  await mongo?.stop();
});

test('operations that wait for a primary without power move to the new one', { timeout: 120_000 }, async () => {
  let heard = 0;
  server.app.get(ChangeFeed).onChange(({ collection }) => {
    if (collection === 'settings') heard++;
  });
  const change = async () => {
    const settings = await server.adminClient.call(endpoints.getSettings);
    const body = { reattachByDefault: !settings.reattachByDefault };
    await server.adminClient.call(endpoints.updateSettings, { ifMatch: settings.version, body });
  };
  await change();
  await expect.poll(() => heard).toBe(1);

  const lost = await mongo.primary();
  mongo.freeze(lost);
  const began = performance.now();
  // Sent to the lost member, where the change stream waits too.
  await server.app.get(Mongo).collection('leases').findOne({});
  // A change may meet the moment between two primaries: it is refused then, and made again.
  for (;;) {
    if (
      await change().then(
        () => true,
        () => false,
      )
    )
      break;
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    await sleep(200);
  }
  await expect.poll(() => heard, { timeout: SOON_MS, interval: 100 }).toBeGreaterThan(1);
  expect(performance.now() - began).toBeLessThan(SOON_MS);
  console.log(`a frozen primary: the change was heard after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  mongo.thaw(lost);
});
