import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { tokenHash } from '../core/secrets/secrets.js';
import type { NodeDocument } from '../domain/documents/node.document.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(() => server?.stop());

const issue = () => server.adminClient.call(endpoints.createEnrollmentToken, { body: { labels: { rack: 'r1' } } });
const enroll = (token: string, name: string, protocol = AGENT_PROTOCOL) =>
  server.anonymous.try(endpoints.enroll, { body: { token, name, hostname: name, agentVersion: '0.1.0', protocol } });

test('gives an enrolled node a credential stored only as a hash, and consumes the token', async () => {
  const { id, token } = await issue();
  const { status, body } = await enroll(token, 'n1');
  expect(status).toBe(201);
  const enrolled = body as { nodeId: string; credential: string; servers: string[]; hostNqn: string; hostId: string };
  expect(enrolled).toMatchObject({ servers: [], hostNqn: `nqn.2014-08.org.nvmexpress:uuid:${enrolled.hostId}` });
  const node = await server.mongo.db.collection<NodeDocument>('nodes').findOne({ _id: enrolled.nodeId });
  expect(node).toMatchObject({
    name: 'n1',
    credentialHash: tokenHash(enrolled.credential),
    spec: { labels: { rack: 'r1' } },
    status: { connection: { state: 'never' } },
  });
  expect(JSON.stringify(node)).not.toContain(enrolled.credential);
  const { items } = await server.adminClient.call(endpoints.listEnrollmentTokens);
  expect(items.find((each) => each.id === id)?.usedBy).toEqual({ id: enrolled.nodeId, name: 'n1' });
  expect(await enroll(token, 'n2')).toMatchObject({ status: 401, body: { field: 'token' } });
});

test('enrolls exactly one of many nodes that use one token at once', async () => {
  const { token } = await issue();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => enroll(token, `race-${i}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
  expect(await server.mongo.db.collection<NodeDocument>('nodes').countDocuments({ name: /^race-/ })).toBe(1);
});

test('keeps a token usable after a refused name', async () => {
  const { token } = await issue();
  expect(await enroll(token, 'n1')).toMatchObject({ status: 409, body: { code: 'name-taken' } });
  expect((await enroll(token, 'n3')).status).toBe(201);
});

test('refuses a revoked token, an expired token and another protocol version', async () => {
  const revoked = await issue();
  await server.adminClient.call(endpoints.deleteEnrollmentToken, { params: { id: revoked.id }, ifMatch: revoked.version });
  expect((await enroll(revoked.token, 'n4')).status).toBe(401);
  const expired = await issue();
  await server.mongo
    .collection<{ _id: string; expiresAt: Date }>('enrollmentTokens')
    .updateOne({ _id: expired.id }, { $set: { expiresAt: new Date(Date.now() - 1000) } });
  expect((await enroll(expired.token, 'n4')).status).toBe(401);
  expect(await enroll((await issue()).token, 'n4', 99)).toMatchObject({ status: 422, body: { field: 'protocol' } });
});

test('lists neither tokens nor their hashes', async () => {
  const { token } = await issue();
  const { body } = await server.adminClient.try(endpoints.listEnrollmentTokens);
  expect(JSON.stringify(body)).not.toContain(token);
  expect(JSON.stringify(body)).not.toContain(tokenHash(token));
});
