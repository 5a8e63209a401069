import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../../test-support/fake-agent.js';

let server: TestServer;
let agent: FakeAgent;
const find = async (text: string) => {
  const { items } = await server.adminClient.call(endpoints.search, { query: { text } });
  return items.map(({ kind, name, detail }) => `${kind} ${name} (${detail})`);
};

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  agent = await FakeAgent.enroll(server, 'target-a');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('SN.42'), driveInventory('SNx42')]);
});
afterAll(async () => {
  agent?.disconnect();
  await server?.stop();
});

test('finds objects by part of a name in any case, and lists prefix matches first', async () => {
  const members = { by: 'selector' as const, selector: {} };
  for (const name of ['a-target', 'slow']) await server.adminClient.call(endpoints.createDriveClass, { body: { name, members } });
  await FakeAgent.enroll(server, 'a-target-b');
  expect(await find('TARGET')).toEqual(['node target-a (online)', 'node a-target-b (never)', 'drive-class a-target ()']);
  expect(await find('nothing-like-it')).toEqual([]);
});

test('treats pattern characters as plain text', async () => {
  expect(await find('n.4')).toEqual(['drive SN.42 (on target-a)']);
  expect(await find('.*')).toEqual([]);
  expect(await find('(')).toEqual([]);
});

test('limits results per kind, and refuses empty, overlong or multi-line text', async () => {
  for (let at = 0; at < 10; at++) await FakeAgent.enroll(server, `many-${at}`);
  expect(await find(' many\t')).toHaveLength(8);
  for (const text of ['', ' ', 'x'.repeat(65), 'a\u0000b', 'a\nb'])
    expect(await server.adminClient.refused(endpoints.search, { query: { text } })).toMatchObject({ status: 400 });
});
