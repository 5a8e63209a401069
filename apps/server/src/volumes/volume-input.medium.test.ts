import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type Problem, problemSchema } from '@weft/shared/errors/errors';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

let server: TestServer;
let agent: FakeAgent;
let driveClassId: string;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  agent = await FakeAgent.enroll(server, 'lonely');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('A'), driveInventory('B')]);
  for (const { id, version } of (await server.adminClient.call(endpoints.listDrives)).items) {
    const { job } = await server.adminClient.call(endpoints.takeDrive, { params: { id }, ifMatch: version });
    await until(() => expect(agent.newest?.content.drives.some(({ driveId }) => driveId === id)).toBe(true));
    await agent.reportDrives();
    await until(async () => expect((await server.adminClient.call(endpoints.getJob, { params: { id: job.id } })).state).toBe('done'));
  }
  const members = { by: 'selector', selector: {} } as const;
  driveClassId = (await server.adminClient.call(endpoints.createDriveClass, { body: { name: 'one-node', members } })).id;
});
afterAll(async () => {
  agent?.disconnect();
  await server?.stop();
});

const create = async (more: Record<string, unknown>): Promise<Problem> => {
  const body = { name: 'orders', sizeBytes: 2 ** 30, protection: 'raid0', driveClassId, ...more };
  const problem = problemSchema.parse(await server.adminClient.refused(endpoints.createVolume, { body }));
  expect((await server.adminClient.call(endpoints.listVolumes)).total).toBe(0);
  return problem;
};

describe('invalid size', () => {
  test.each([
    ['zero', 0],
    ['negative', -4096],
    ['2^63', 2 ** 63],
    ['beyond all numbers', Number.MAX_VALUE],
    ['not a multiple of 4096', 2 ** 30 + 1],
    ['half a byte more', 2 ** 30 + 0.5],
    ['a text', '1GiB'],
    ['null', null],
    ['a list', [2 ** 30]],
  ])('refuses %s, and names the field', async (_, sizeBytes) => {
    expect(await create({ sizeBytes })).toMatchObject({ status: 400, code: 'invalid-field', field: 'sizeBytes' });
  });
});

describe('invalid name', () => {
  test.each([
    ['nothing', ''],
    ['spaces', 'two words'],
    ['quotes', `o'r"ders`],
    ['a path', '../../etc/passwd'],
    ['control characters', 'a\u0000b\n'],
    ['a line end', 'orders\n'],
    ['capitals', 'Orders'],
    ['letters beyond ASCII', 'ördérs'],
    ['33 characters', 'x'.repeat(33)],
    ['a dash at the end', 'orders-'],
    ['an operator', { $ne: null }],
  ])('refuses %s, and names the field', async (_, name) => {
    expect(await create({ name })).toMatchObject({ status: 400, code: 'invalid-field', field: 'name' });
  });
});

test.each<[string, Record<string, unknown>, string]>([
  ['a label key that could be an operator', { labels: { $where: 'x' } }, 'labels.$where'],
  ['a label key with a NUL', { labels: { 'a\u0000b': 'x' } }, 'labels'],
  ['a label value that is no text', { labels: { rack: 1 } }, 'labels.rack'],
  ['100 labels', { labels: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`l${n}`, ''])) }, 'labels'],
  ['a description with control characters', { description: '\u001b[31mred' }, 'description'],
  ['a stripe size that is no power of two', { stripeSizeBytes: 12_288 }, 'stripeSizeBytes'],
  ['a bitmap chunk that the kernel would refuse', { bitmapChunkBytes: 12_288 }, 'bitmapChunkBytes'],
  ['an unknown protection', { protection: 'raid6' }, 'protection'],
  ['an unknown field', { sizeBites: 1 }, 'sizeBites'],
  ['one stripe', { stripeWidth: 1 }, 'stripeWidth'],
])('refuses %s, and names the field', async (_, more, field) => {
  const problem = await create(more);
  expect(problem).toMatchObject({ status: 400, code: 'invalid-field' });
  expect(problem.field).toContain(field);
});

test('names the field of an unknown drive class', async () => {
  expect(await create({ driveClassId: '8d0d9c77-6d0c-4f5e-9d39-000000000000' })).toMatchObject({ status: 404, field: 'driveClassId' });
});

test('reports the shortage of failure domains in numbers when raid10 needs a second node', async () => {
  const problem = await create({ protection: 'raid10' });
  expect(problem).toMatchObject({ status: 422, code: 'insufficient-failure-domains' });
  expect(problem.shortages).toEqual([{ what: 'failure-domains', unit: 'count', needed: 2, available: 1, where: 'class one-node' }]);
});

test('reports the shortage of space in numbers, also in the dry run', async () => {
  const problem = await create({ sizeBytes: 2 ** 50 });
  expect(problem).toMatchObject({ status: 422, code: 'insufficient-space' });
  expect(problem.shortages).toEqual([{ what: 'space', unit: 'bytes', needed: 2 ** 49, available: 2 ** 40 - 2 ** 22, where: 'lonely' }]);
  const body = { name: 'orders', sizeBytes: 2 ** 50, protection: 'raid0' as const, driveClassId };
  const { requestId: _, ...planned } = await server.adminClient.refused(endpoints.planVolume, { body });
  expect(problem).toMatchObject(planned);
});

test('states the largest size that fits and the capacity that the volume would take, by the numbers of the class', async () => {
  const body = { name: 'orders', sizeBytes: 2 ** 31, protection: 'raid0' as const, driveClassId };
  const plan = await server.adminClient.call(endpoints.planVolume, { body });
  const usable = 2 ** 40 - 2 ** 22;
  expect(plan).toMatchObject({ largestSizeBytes: 2 * usable, rawBytes: 2 ** 31 });
  const { capacityBytes, allocatedBytes, freeBytes } = await server.adminClient.call(endpoints.getDriveClass, {
    params: { id: driveClassId },
  });
  const change = { capacityBytes, allocatedBytes, freeBytes, takenBytes: 2 ** 31, freeBytesAfter: 2 * usable - 2 ** 31 };
  expect(plan.capacity.driveClass).toEqual({ id: driveClassId, name: 'one-node', ...change });
  expect(plan.capacity.nodes).toEqual([{ id: agent.nodeId, name: 'lonely', ...change }]);
  expect(plan.capacity.drives.map(({ takenBytes, freeBytesAfter }) => [takenBytes, freeBytesAfter])).toEqual(
    [0, 1].map(() => [2 ** 30, usable - 2 ** 30]),
  );
});

test('refuses a selector with a label key that MongoDB cannot store or would interpret', async () => {
  for (const key of ['$where', 'a\u0000b', ''])
    expect(
      await server.adminClient.refused(endpoints.previewDriveClass, {
        body: { members: { by: 'selector', selector: { nodeLabels: { [key]: 'x' } } } },
      }),
    ).toMatchObject({ status: 400, code: 'invalid-field' });
});
