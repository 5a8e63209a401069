/** `weft-server check` beside a working server, and its mends of records that were damaged behind the server's back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../support/api-client.js';
import { ServerProcess } from '../../support/server-process.js';
import { SimulationProcess } from '../../support/simulation-process.js';
import { takeDrives } from '../../support/take-drives.js';

const GHOST = '00000000-0000-4000-8000-0000000000ff';
const names = ['t1', 't2', 'c1'];

let directory: string;
let server: ServerProcess;
let simulation: SimulationProcess;
let api: ApiClient;
let driveClassId: string;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-check-'));
  const { uri, name: database } = testDatabase();
  client = await MongoClient.connect(uri);
  db = client.db(database);
  server = await ServerProcess.start({ directory: join(directory, 'server'), mongoUri: uri, database });
  api = await server.administrator();
  const { version } = await api.call(endpoints.getSettings);
  await api.call(endpoints.updateSettings, { body: { storageNetworks: [{ name: 'left', cidrs: ['10.10.1.0/24'] }] }, ifMatch: version });
  const nodes = names.map((name, at) => ({
    name,
    nics: [{ name: 'eth1', address: `10.10.1.${at + 1}/24`, storageNetwork: 'left' }],
    drives: name.startsWith('t') ? [{ serial: `S-${name}`, model: 'Simulated NVMe', sizeBytes: 100 * GiB }] : [],
  }));
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes);
  await simulation.start();
  await takeDrives(api, 2, 60);
  const members = { by: 'selector' as const, selector: { models: ['Simulated NVMe'] } };
  driveClassId = (await api.call(endpoints.createDriveClass, { body: { name: 'all', members } })).id;
}, 120_000);

afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await client?.close();
  await rm(directory, { recursive: true, force: true });
});

async function make(name: string) {
  const { volume, job } = await api.call(endpoints.createVolume, { body: { name, sizeBytes: GiB, protection: 'raid1', driveClassId } });
  await api.done(job.id, 60);
  return volume;
}

async function makeAttachAndDelete(name: string): Promise<void> {
  const { id } = await make(name);
  const { items } = await api.call(endpoints.listNodes, { query: { name: 'c1' } });
  const { attachment, job } = await api.call(endpoints.createAttachment, { body: { volumeId: id, nodeId: items[0]?.id ?? '' } });
  await api.done(job.id, 60);
  const { version: attached } = await api.call(endpoints.getAttachment, { params: { id: attachment.id } });
  await api.done((await api.call(endpoints.deleteAttachment, { params: { id: attachment.id }, ifMatch: attached })).job.id, 60);
  const { version } = await api.call(endpoints.getVolume, { params: { id } });
  await api.done((await api.call(endpoints.deleteVolume, { params: { id }, ifMatch: version })).job.id, 60);
}

const check = async (): Promise<{ code: number | null; codes: string[] }> => {
  const { code, output } = await server.command(['check', '--json']);
  const { findings } = JSON.parse(output) as { findings: { finding: { reason: string } }[] };
  return { code, codes: findings.map(({ finding }) => finding.reason) };
};

test('finds nothing while volumes come and go', { timeout: 240_000 }, async () => {
  let working = true;
  const work = Promise.all(
    [0, 1, 2].map(async (writer) => {
      for (let at = 0; working; at++) await makeAttachAndDelete(`busy-${writer}-${at}`);
      return writer;
    }),
  );
  try {
    for (let time = 0; time < 3; time++) expect(await check()).toEqual({ code: 0, codes: [] });
  } finally {
    working = false;
    await work;
  }
});

test('names damaged records and mends those that a person accepts, and nothing else', { timeout: 120_000 }, async () => {
  const kept = await make('kept');
  const damage = async () => {
    await db.collection('drives').updateOne({ serial: 'S-t1' }, { $inc: { 'status.allocatedBytes': 4_194_304 } });
    await db
      .collection<{ _id: string }>('assignments')
      .insertOne({ _id: GHOST, generation: 3 } as never, { bypassDocumentValidation: true });
    await db
      .collection<{ _id: string }>('leases')
      .insertOne({ _id: 'forgotten', holder: GHOST, term: 1, expiresAt: new Date(Date.now() + 3_600_000), writes: 1 } as never, {
        bypassDocumentValidation: true,
      });
  };
  await damage();
  const codes = ['check-allocated-differs', 'check-left-of-node', 'check-lease-stale'];
  expect(await check()).toEqual({ code: 1, codes });

  // No answer, and any answer but yes: nothing is changed.
  for (const input of ['', 'no\nno\nno\n']) expect(await server.command(['check', '--repair'], { input })).toMatchObject({ code: 1 });
  expect(await check()).toEqual({ code: 1, codes });

  const mended = await server.command(['check', '--repair'], { input: 'yes\nyes\nyes\n' });
  expect(mended).toMatchObject({ code: 0 });
  expect(mended.output.match(/ done$/gm)).toHaveLength(3);
  expect(await check()).toEqual({ code: 0, codes: [] });
  const { items: audited } = await api.call(endpoints.listAudit, { query: { action: 'database.mend', sort: 'at' } });
  expect(audited.map(({ subject, statements }) => [subject?.kind, statements[0]?.code])).toEqual([
    ['drive', 'mend-allocated'],
    ['node', 'mend-left-of-node'],
    ['settings', 'mend-lease'],
  ]);
  expect(audited[0]?.by).toMatch(/^weft-server check \(.+\)$/);
  await makeAttachAndDelete('after');
  expect((await api.call(endpoints.getVolume, { params: { id: kept.id } })).state).toBe('available');
});

test('says which nodes it could not compare, with exit code 3', { timeout: 60_000 }, async () => {
  await server.kill();
  await db.collection('servers').deleteMany({});
  expect(await check()).toEqual({ code: 3, codes: ['check-nodes-not-compared'] });
  await server.start();
});
