import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { AccessCheck } from './access-check.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(() => server?.stop());

test('serves every endpoint of the contract with exactly one route', () => {
  const handled = server.app
    .get(AccessCheck)
    .endpoints()
    .map(({ id }) => id);
  expect(handled.sort()).toEqual(Object.keys(endpoints).sort());
});

test('refuses anonymous callers on every endpoint that is not public', async () => {
  const params = {
    id: '8d0d9c77-6d0c-4f5e-9d39-000000000000',
    sessionId: '8d0d9c77-6d0c-8f5e-8d39-000000000002',
    keyId: '8d0d9c77-6d0c-4f5e-9d39-000000000003',
    nic: 'eth0',
    name: 'left',
    orderId: '8d0d9c77-6d0c-4f5e-9d39-000000000001',
  };
  for (const endpoint of Object.values(endpoints)) {
    const { status } = await server.anonymous.try(endpoint as never, { params });
    if (endpoint.access === 'public') expect([endpoint.id, status]).not.toEqual([endpoint.id, 401]);
    else expect([endpoint.id, status]).toEqual([endpoint.id, 401]);
  }
});
