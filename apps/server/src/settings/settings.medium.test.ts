import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';

let server: TestServer;
const { uri: mongoUri, name: database } = testDatabase();

beforeAll(async () => {
  server = await startTestServer({ mongoUri });
});
afterAll(() => server?.stop());

test('refuses to start as simulated on a real database, and names the setting', async () => {
  const dataDir = server.dataDir;
  const other = startTestServer({ mongoUri, database: server.mongo.db.databaseName, dataDir, config: { simulated: true } });
  await expect(other).rejects.toThrow(/real cluster.*WEFT_SIMULATED.*false/s);
});

test('marks responses and settings of a simulated database as simulated', async () => {
  const simulated = await startTestServer({ mongoUri, database, config: { simulated: true } });
  const { headers, body } = await simulated.adminClient.try(endpoints.getSettings);
  expect(headers.get('weft-simulated')).toBe('true');
  expect(body).toMatchObject({ simulated: true });
  await simulated.mongo.db.dropDatabase();
  await simulated.stop();
});

test('keeps the other settings when one changes', async () => {
  const before = await server.adminClient.call(endpoints.getSettings);
  const after = await server.adminClient.call(endpoints.updateSettings, {
    ifMatch: before.version,
    body: { storageNetworks: [{ name: 'left', cidrs: ['10.0.0.0/24'] }] },
  });
  expect(after).toMatchObject({
    storageNetworks: [{ name: 'left' }],
    keepAliveSeconds: before.keepAliveSeconds,
    version: before.version + 1,
  });
});

test('hides obsolete settings and invalid addresses of an earlier version, and refuses new ones', async () => {
  const settings = server.mongo.collection('settings');
  const backup = { directory: '/backup', frequentKeep: 1, hourlyKeep: 1, dailyKeep: 1 };
  const agentServers = ['javascript:alert(1)', 'file:///etc/passwd', 'https://weft1.example:4000'];
  await settings.updateOne(
    { _id: 'cluster' },
    {
      $set: { 'spec.backup': backup, 'spec.smtp': null, 'spec.agentServers': agentServers },
      $unset: { 'spec.fenceForeignConnections': '' },
    },
  );
  const read = await server.adminClient.call(endpoints.getSettings);
  expect(Object.keys(read)).not.toEqual(expect.arrayContaining(['backup']));
  expect(read.agentServers).toEqual(['https://weft1.example:4000']);
  expect(read.fenceForeignConnections).toBe(false);
  const change = (body: Record<string, unknown>) => server.adminClient.refused(endpoints.updateSettings, { ifMatch: read.version, body });
  expect(await change({ backup })).toMatchObject({ code: 'invalid-field', field: 'backup' });
  expect(await change({ smtp: null })).toMatchObject({ code: 'invalid-field', field: 'smtp' });
  for (const address of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://weft1.example/path',
    'https://user:pw@weft1.example',
    'weft1',
  ])
    expect(await change({ agentServers: [address] })).toMatchObject({ code: 'invalid-field', field: 'agentServers.0' });
});

test('gives two servers on one database the same cluster id', async () => {
  const second = await startTestServer({ mongoUri, database: server.mongo.db.databaseName, dataDir: server.dataDir });
  const [here, there] = [await server.adminClient.call(endpoints.getSettings), await second.adminClient.call(endpoints.getSettings)];
  expect(there.clusterId).toBe(here.clusterId);
  await second.stop();
});
