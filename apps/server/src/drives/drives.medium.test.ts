import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { WipeRecord } from '@weft/shared/kinds/assurance/wipe-record';
import { driveStates } from '@weft/shared/kinds/drive';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { driveState, driveStateFilter } from '../domain/drive/drive-state.js';

let server: TestServer;
let agent: FakeAgent;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  agent = await FakeAgent.enroll(server, 'target');
  await agent.connect(server.url);
  await agent.inventory(inventory);
});
afterAll(async () => {
  agent?.disconnect();
  await server?.stop();
});

const inventory = [
  driveInventory('BLANK'),
  driveInventory('FULL', { contents: ['xfs filesystem'] }),
  driveInventory('BUSY'),
  driveInventory('LOST'),
  driveInventory('MINE'),
];
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
async function drive(serial: string) {
  const { items } = await server.adminClient.call(endpoints.listDrives, { query: { serial } });
  if (!items[0]) throw new Error(`no drive ${serial}`);
  return items[0];
}
const job = (id: string) => server.adminClient.call(endpoints.getJob, { params: { id } });
async function order(action: 'takeDrive' | 'releaseDrive', serial: string) {
  const { id, version } = await drive(serial);
  const answer = await server.adminClient.call(endpoints[action], { params: { id }, ifMatch: version });
  await until(() => expect(agent.newest?.content.drives.some(({ driveId }) => driveId === id)).toBe(true));
  return answer.job;
}

test('takes and releases a blank drive through its states, and completes both jobs', async () => {
  const taken = await order('takeDrive', 'BLANK');
  expect(taken).toMatchObject({ kind: 'drive.take', state: 'running', requestedBy: 'admin', subject: { name: 'BLANK' } });
  expect((await drive('BLANK')).state).toBe('taking');
  await agent.reportDrives();
  await until(async () => expect((await job(taken.id)).state).toBe('done'));
  expect(await drive('BLANK')).toMatchObject({
    state: 'in-service',
    capacityBytes: 2 ** 40 - 2 ** 22,
    freeBytes: 2 ** 40 - 2 ** 22,
    allocatedBytes: 0,
  });

  const released = await order('releaseDrive', 'BLANK');
  await until(() => expect(agent.newest?.content.drives[0]?.desired).toBe('released'));
  await agent.reportDrives();
  await until(async () => expect((await job(released.id)).state).toBe('done'));
  expect(await drive('BLANK')).toMatchObject({ state: 'available', capacityBytes: 0 });
  await until(() => expect(agent.newest?.content.drives).toEqual([]));
});

const records = async (serial: string) => (await server.adminClient.call(endpoints.listWipeRecords, { query: { serial } })).items;

test('refuses to take an occupied drive, and wipes it only when given its serial (S1)', async () => {
  const full = await drive('FULL');
  const at = { params: { id: full.id }, ifMatch: full.version };
  expect(await server.adminClient.refused(endpoints.takeDrive, at)).toMatchObject({
    code: 'wrong-state',
    detail: expect.stringContaining('xfs filesystem'),
  });
  expect(await server.adminClient.refused(endpoints.wipeDrive, { ...at, body: { serial: 'full' } })).toMatchObject({
    code: 'invalid-field',
    field: 'serial',
  });
  expect((await drive('FULL')).version).toBe(full.version);
  const { job: wipe } = await server.adminClient.call(endpoints.wipeDrive, { ...at, body: { serial: 'FULL' } });
  await until(() => expect(agent.newest?.content.drives[0]?.wipe?.serial).toBe('FULL'));
  const wiping = await drive('FULL');
  expect(wiping.state).toBe('wiping');
  const begun = Date.parse(wiping.stateSince ?? '');
  expect(begun).toBeGreaterThan(Date.parse(full.stateSince ?? ''));
  await agent.reportDrives({
    state: 'working',
    observed: {
      present: true,
      volumeGroup: false,
      sizeBytes: 1,
      freeBytes: 0,
      largestFreeBytes: 0,
      wipedOrderId: '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001',
    },
  });
  expect((await job(wipe.id)).state).toBe('running');
  // Otherwise the server may see begin and end in one step, at the same moment.
  await until(async () => expect(await records('FULL')).toMatchObject([{ state: 'wiping' }]));
  await agent.reportDrives();
  await until(async () => expect((await job(wipe.id)).state).toBe('done'));
  const blank = await drive('FULL');
  expect(blank.state).toBe('available');
  expect(Date.parse(blank.stateSince ?? '')).toBeGreaterThan(begun);
});

describe('records of wipes', () => {
  it('has drive, method, times, result and who ordered it, and they outlive the job', async () => {
    const [record, ...others] = await records('FULL');
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      ...{ serial: 'FULL', state: 'wiped', method: 'zero', orderedBy: 'admin', error: null },
      ...{ contents: ['xfs filesystem'], node: { name: 'target' } },
    });
    const { createdAt, beganAt, endedAt } = record as WipeRecord;
    expect(Date.parse(beganAt ?? '')).toBeGreaterThan(Date.parse(createdAt));
    expect(Date.parse(endedAt ?? '')).toBeGreaterThan(Date.parse(beganAt ?? ''));
    await server.mongo.db.collection<{ _id: string }>('jobs').deleteOne({ _id: record?.jobId ?? '' });
    expect(await records('FULL')).toEqual([record]);
  });

  it('a blank drive can be wiped too; a wipe withdrawn before it began is recorded as failed, without a begin', async () => {
    await until(async () => expect((await drive('FULL')).state).toBe('available'));
    const { id, version } = await drive('FULL');
    const { job: wipe } = await server.adminClient.call(endpoints.wipeDrive, {
      params: { id },
      ifMatch: version,
      body: { serial: 'FULL' },
    });
    await until(async () => expect((await drive('FULL')).state).toBe('wiping'));
    await server.adminClient.call(endpoints.cancelJob, { params: { id: wipe.id } });
    const [record] = await records('FULL');
    expect(record).toMatchObject({ state: 'failed', beganAt: null, contents: [], error: { code: 'cancelled' }, jobId: wipe.id });
    expect(await server.adminClient.call(endpoints.listWipeRecords, { query: { state: 'wiped' } })).toMatchObject({ total: 1 });
  });

  it('is exported as CSV and as NDJSON', async () => {
    const read = async (format: string) => {
      const url = `${server.url}/api/v1/wipe-records/export?serial=FULL&format=${format}`;
      return (await fetch(url, { headers: { cookie: server.adminClient.sessionCookie ?? '' } })).text();
    };
    const [header, first, second] = (await read('csv')).split('\r\n');
    expect(header).toMatch(/^createdAt,beganAt,endedAt,state,method,sanitizeAction,serial/);
    expect(first).toContain(',wiped,zero,,FULL,');
    expect(second).toContain(',failed,zero,,FULL,');
    expect(
      (await read('ndjson'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).state),
    ).toEqual(['wiped', 'failed']);
  });
});

describe('cancellation of a drive job', () => {
  const cancel = (id: string) => server.adminClient.call(endpoints.cancelJob, { params: { id } });

  it('withdraws a wipe order, bound to boot and deadline, that its node has not begun', async () => {
    await agent.inventory([...inventory, driveInventory('CANCELLED', { contents: ['xfs filesystem'] })]);
    await until(() => drive('CANCELLED'));
    const { id, version } = await drive('CANCELLED');
    const { job: wipe } = await server.adminClient.call(endpoints.wipeDrive, {
      params: { id },
      ifMatch: version,
      body: { serial: 'CANCELLED' },
    });
    const ordered = () => agent.newest?.content.drives.find(({ driveId }) => driveId === id);
    await until(() => expect(ordered()?.wipe?.terms).toMatchObject({ bootId: agent.bootId, weftDriveId: null }));
    expect(Date.parse(ordered()?.wipe?.terms?.notAfter ?? '')).toBeGreaterThan(Date.now());
    expect(await cancel(wipe.id)).toMatchObject({
      state: 'failed',
      error: { code: 'cancelled', message: expect.stringContaining('admin') },
    });
    expect((await drive('CANCELLED')).state).toBe('occupied');
    await until(() => expect(ordered()).toBeUndefined());
    expect(await cancel(wipe.id)).toMatchObject({ error: { code: 'cancelled' } });
  });

  it('refuses to cancel a wipe that its node has begun', async () => {
    const { id, version } = await drive('CANCELLED');
    const { job: wipe } = await server.adminClient.call(endpoints.wipeDrive, {
      params: { id },
      ifMatch: version,
      body: { serial: 'CANCELLED' },
    });
    await until(() => expect(agent.newest?.content.drives.some(({ driveId }) => driveId === id)).toBe(true));
    const observed = { present: true, volumeGroup: false, sizeBytes: 1, freeBytes: 0, largestFreeBytes: 0, wipedOrderId: null };
    await agent.reportDrives({ state: 'working', observed });
    await until(async () =>
      expect(await server.adminClient.refused(endpoints.cancelJob, { params: { id: wipe.id } })).toMatchObject({
        code: 'wrong-state',
        detail: expect.stringContaining('has begun to overwrite'),
      }),
    );
    await agent.reportDrives();
    await until(async () => expect((await job(wipe.id)).state).toBe('done'));
  });
});

describe('drive moved from another node', () => {
  it('is wiped only without legs on it, and the refusal names its former node (S1)', async () => {
    const former = await drive('MINE');
    await agent.inventory([...inventory, driveInventory('MOVED', { weftDriveId: former.id })]);
    await until(() => drive('MOVED'));
    const volume = storedVolume('on-moved', [{ driveId: former.id, nodeId: agent.nodeId }]);
    const volumes = server.mongo.db.collection<VolumeDocument>('volumes');
    await volumes.insertOne(volume);
    const { id, version } = await drive('MOVED');
    const wipe = { params: { id }, ifMatch: version, body: { serial: 'MOVED' } };
    expect(await server.adminClient.refused(endpoints.wipeDrive, wipe)).toMatchObject({
      code: 'in-use',
      detail: expect.stringMatching(/drive MINE of node target, with legs of on-moved.*Plug it into target again/),
    });
    await volumes.deleteOne({ _id: volume._id });
    const { job: wiping } = await server.adminClient.call(endpoints.wipeDrive, wipe);
    await until(() =>
      expect(agent.newest?.content.drives.find(({ driveId }) => driveId === id)?.wipe?.terms).toMatchObject({ weftDriveId: former.id }),
    );
    const { items } = await server.adminClient.call(endpoints.listAudit, { query: { action: 'drive.wipe' } });
    expect(JSON.stringify(items)).toContain('drive MINE of node target, on which no volume has a leg');
    await server.adminClient.call(endpoints.cancelJob, { params: { id: wiping.id } });
  });
});

test('refuses to take a drive with a stale or missing version', async () => {
  const { id, version } = await drive('BLANK');
  expect(await server.adminClient.refused(endpoints.takeDrive, { params: { id }, ifMatch: version - 1 })).toMatchObject({
    code: 'version-mismatch',
  });
  expect(await server.adminClient.refused(endpoints.takeDrive, { params: { id } })).toMatchObject({ code: 'precondition-required' });
});

test('fails the job with the node’s reason if the drive is not blank, and restores its state', async () => {
  const taken = await order('takeDrive', 'BUSY');
  await agent.reportDrives({
    state: 'waiting',
    reason: { code: 'drive-not-blank', message: 'it holds ext4' },
    observed: { present: true, volumeGroup: false, sizeBytes: 1, freeBytes: 0, largestFreeBytes: 0, wipedOrderId: null },
  });
  await until(async () => expect(await job(taken.id)).toMatchObject({ state: 'failed', error: { code: 'drive-not-blank' } }));
  expect((await drive('BUSY')).state).toBe('available');
});

test('refuses to release a drive with legs, and names the volumes (S5)', async () => {
  const taken = await order('takeDrive', 'MINE');
  await agent.reportDrives();
  await until(async () => expect((await job(taken.id)).state).toBe('done'));
  const { id, version } = await drive('MINE');
  const volumes = server.mongo.db.collection<VolumeDocument>('volumes');
  await volumes.insertOne(storedVolume('orders', [{ driveId: id, nodeId: agent.nodeId }]));
  expect(await server.adminClient.refused(endpoints.releaseDrive, { params: { id }, ifMatch: version })).toMatchObject({
    code: 'in-use',
    detail: expect.stringContaining('orders'),
  });
  await volumes.deleteMany({});
});

test('reports a pulled drive in service as missing, and removes it once released (S9)', async () => {
  const taken = await order('takeDrive', 'LOST');
  await agent.reportDrives();
  await until(async () => expect((await job(taken.id)).state).toBe('done'));
  await agent.inventory(inventory.filter(({ serial }) => serial !== 'LOST'));
  expect(await drive('LOST')).toMatchObject({ state: 'missing', capacityBytes: 2 ** 40 - 2 ** 22 });
  const released = await order('releaseDrive', 'LOST');
  await until(() => expect(agent.newest?.content.drives.some(({ desired }) => desired === 'released')).toBe(true));
  const gone = { present: false, volumeGroup: false, sizeBytes: 0, freeBytes: 0, largestFreeBytes: 0, wipedOrderId: null };
  const lost = agent.newest?.content.drives.find(({ desired }) => desired === 'released');
  await agent.report([
    { kind: 'drive', id: lost?.driveId ?? '', generation: agent.newest?.generation ?? 0, state: 'done', reason: null, observed: gone },
  ]);
  await until(async () => expect((await job(released.id)).state).toBe('done'));
  expect((await server.adminClient.call(endpoints.listDrives, { query: { serial: 'LOST' } })).items).toEqual([]);
});

test('filters drives by exactly the state that each one shows', async () => {
  const stored = server.mongo.db.collection<DriveDocument>('drives');
  const [first] = await stored.find().toArray();
  if (!first) throw new Error('no drive');
  const flags = [true, false];
  const combinations = flags.flatMap((present) =>
    flags.flatMap((inService) =>
      (['observed', 'in-service', 'released'] as const).flatMap((desired) =>
        flags.flatMap((wiping) => flags.flatMap((full) => flags.map((inUse) => ({ present, inService, desired, wiping, full, inUse })))),
      ),
    ),
  );
  const documents = combinations.map(
    ({ present, inService, desired, wiping, full, inUse }, n): DriveDocument => ({
      ...first,
      _id: `combination-${n}`,
      serial: `combination-${n}`,
      spec: { ...first.spec, desired, wipe: wiping ? { orderId: 'o', serial: 's' } : null },
      status: {
        ...first.status,
        present,
        inService,
        inventory: { ...first.status.inventory, contents: full ? ['x'] : [], inUse, weftDriveId: null },
      },
    }),
  );
  await stored.insertMany(documents);
  for (const state of driveStates) {
    const ids = await stored.distinct('_id', { $and: [{ _id: /^combination/ }, driveStateFilter(state)] });
    expect(ids.sort()).toEqual(
      documents
        .filter((document) => driveState(document) === state)
        .map(({ _id }) => _id)
        .sort(),
    );
  }
  await stored.deleteMany({ _id: /^combination/ });
});

test('keeps a version valid across SMART readings, but not across new contents', async () => {
  const smart = {
    temperatureCelsius: 40,
    percentageUsed: 1,
    availableSparePercent: 100,
    mediaErrors: 0,
    criticalWarning: 0,
    powerOnHours: 1,
    unsafeShutdowns: 0,
  };
  const nurse = await FakeAgent.enroll(server, 'nurse');
  await nurse.connect(server.url);
  await nurse.inventory([driveInventory('WATCHED')]);
  const blank = await drive('WATCHED');
  await nurse.inventory([driveInventory('WATCHED', { smart })]);
  const warm = await drive('WATCHED');
  expect(warm).toMatchObject({ version: blank.version, revision: blank.revision + 1, smart });
  await nurse.inventory([driveInventory('WATCHED', { smart, contents: ['ext4 filesystem'] })]);
  expect(await server.adminClient.refused(endpoints.takeDrive, { params: { id: blank.id }, ifMatch: blank.version })).toMatchObject({
    code: 'version-mismatch',
  });
  nurse.disconnect();
});

test('sends a changed connection setting to nodes without any other change', async () => {
  await until(() => expect(agent.newest).toBeDefined());
  const settings = await server.adminClient.call(endpoints.getSettings);
  await server.adminClient.call(endpoints.updateSettings, { ifMatch: settings.version, body: { keepAliveSeconds: 42 } });
  await until(() => expect(agent.newest?.content.connect.keepAliveSeconds).toBe(42));
});
