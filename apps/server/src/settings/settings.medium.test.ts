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

test('given a real database, when a server is started on it as simulated, then it refuses and says what to set', async () => {
  const dataDir = server.dataDir;
  const other = startTestServer({ mongoUri, database: server.mongo.db.databaseName, dataDir, config: { simulated: true } });
  await expect(other).rejects.toThrow(/real cluster.*WEFT_SIMULATED.*false/s);
});

test('given a simulated database, then every answer and the settings say so', async () => {
  const simulated = await startTestServer({ mongoUri, database, config: { simulated: true } });
  const { headers, body } = await simulated.adminClient.try(endpoints.getSettings);
  expect(headers.get('weft-simulated')).toBe('true');
  expect(body).toMatchObject({ simulated: true });
  await simulated.mongo.db.dropDatabase();
  await simulated.stop();
});

test('given a change of one setting, then the others stay', async () => {
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

test('given settings of an earlier version, then what nothing reads and addresses that are none are not shown, and stay harmless', async () => {
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

test('given two servers on one database, then both are one cluster', async () => {
  const second = await startTestServer({ mongoUri, database: server.mongo.db.databaseName, dataDir: server.dataDir });
  const [here, there] = [await server.adminClient.call(endpoints.getSettings), await second.adminClient.call(endpoints.getSettings)];
  expect(there.clusterId).toBe(here.clusterId);
  await second.stop();
});
