import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { startBeside } from '../../test-support/two-servers.js';
import type { MomentDocument } from './moment.document.js';

const SEEN = { timeout: 60_000, interval: 100 };
const DAY_MS = 86_400_000;

let server: TestServer;
let other: TestServer;
let cluster: SimulatedCluster;
let volumeId: string;

const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const moments = () => server.mongo.collection<MomentDocument>('moments');

/** Not recorded, or of now by definition (docs/observability.md). */
const LEFT_OUT = new Set(['revision', 'updatedAt', 'at', 'cpu', 'forecast', 'backupProblems']);
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (LEFT_OUT.has(key) ? [] : [[key, comparable(each)]])));
}

/** What the API says of everything that moments show. `at`: as of then. */
async function answers(at?: string): Promise<Record<string, unknown>> {
  const query = at === undefined ? {} : { at };
  const lists = {
    volumes: (await call(endpoints.listVolumes, { query })).items,
    nodes: (await call(endpoints.listNodes, { query })).items,
    drives: (await call(endpoints.listDrives, { query })).items,
    attachments: (await call(endpoints.listAttachments, { query })).items,
    classes: (await call(endpoints.listDriveClasses, { query })).items,
  };
  const found: Record<string, unknown> = { ...lists, overview: await call(endpoints.overview, { query }) };
  found['topology'] = await call(endpoints.topology, { query });
  for (const { id } of lists.volumes) found[`volume ${id}`] = await call(endpoints.getVolume, { params: { id }, query });
  for (const { id } of lists.nodes) found[`node ${id}`] = await call(endpoints.getNode, { params: { id }, query });
  for (const { id } of lists.drives) found[`drive ${id}`] = await call(endpoints.getDrive, { params: { id }, query });
  for (const { id } of lists.attachments) found[`attachment ${id}`] = await call(endpoints.getAttachment, { params: { id }, query });
  return comparable(found) as Record<string, unknown>;
}

/** The answers of a time in which nothing changed, and a moment at its end. */
async function steady(): Promise<{ at: string; said: Record<string, unknown> }> {
  for (let tries = 0; ; tries++) {
    const before = await answers();
    await sleep(2500); // changes are recorded once a second
    const at = new Date().toISOString();
    const said = await answers();
    try {
      expect(said).toEqual(before);
      return { at, said };
    } catch (error) {
      if (tries === 12) throw error;
    }
  }
}

const recordedUntil = (at: string) =>
  expect
    .poll(async () => {
      const last = await server.mongo.collection<{ _id: string; until: Date }>('momentRuns').findOne({}, { sort: { until: -1 } });
      return last && last.until.toISOString() >= at;
    }, SEEN)
    .toBe(true);
const health = async () => (await call(endpoints.getVolume, { params: { id: volumeId } })).health;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true } });
  other = await startBeside(server, { simulated: true });
  cluster = await SimulatedCluster.start([server], ['t1', 't2', 't3'], ['c1']);
});
afterAll(async () => {
  await cluster?.stop();
  await other?.stop();
  await server?.stop();
});

test('answers at each step of a row of faults as it did then', { timeout: 400_000 }, async () => {
  const body = {
    name: 'db',
    sizeBytes: GiB,
    protection: 'raid1' as const,
    driveClassId: cluster.driveClassId,
    rebuildDelaySeconds: 604_800,
  };
  const created = await call(endpoints.createVolume, { body });
  await cluster.done(created.job);
  volumeId = created.volume.id;
  const [client] = (await call(endpoints.listNodes, { query: { name: 'c1' } })).items;
  await cluster.done((await call(endpoints.createAttachment, { body: { volumeId, nodeId: client?.id ?? '' } })).job);
  const { legs } = await call(endpoints.getVolume, { params: { id: volumeId } });
  const [first, second] = legs.map(({ node }) => node.name);
  const steps: [name: string, act: () => void, isReached: () => Promise<boolean>][] = [
    ['whole', () => undefined, async () => (await health()) === 'healthy'],
    ['a target without power', () => cluster.fault({ fault: 'kill-node', node: first ?? '' }), async () => (await health()) === 'degraded'],
    ['the target is back', () => cluster.fault({ fault: 'boot-node', node: first ?? '' }), async () => (await health()) === 'healthy'],
    [
      'a drive pulled out',
      () => cluster.fault({ fault: 'drive', node: second ?? '', serial: `${second}-d`, present: false }),
      async () => (await call(endpoints.listDrives, { query: { state: 'missing' } })).total === 1,
    ],
    [
      'a NIC of the client without link',
      () => cluster.fault({ fault: 'nic', node: 'c1', nic: 'eth1', up: false }),
      async () => (await health()) !== 'degraded',
    ],
  ];
  const saved: { name: string; at: string; said: Record<string, unknown> }[] = [];
  for (const [name, act, isReached] of steps) {
    act();
    await expect.poll(isReached, SEEN).toBe(true);
    saved.push({ name, ...(await steady()) });
  }
  await recordedUntil(saved.at(-1)?.at ?? '');
  for (const { name, at, said } of saved) expect({ name, said: await answers(at) }).toEqual({ name, said });
  expect(new Set(saved.map(({ said }) => JSON.stringify(said))).size).toBe(saved.length);
});
