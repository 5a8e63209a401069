/** Recorded moments of 128 targets, 3,072 drives, 1,000 volumes, 2,000 attachments and 1,128 nodes: time of reads, and bytes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Db } from 'mongodb';
import type { MomentDocument } from '../../apps/server/src/moments/moment.document.js';
import { type ApiClient, until } from '../support/api-client.js';
import { onBenchServer } from './clusters/bench-server.js';
import { size } from './clusters/large-cluster.js';
import { seedLargeCluster } from './clusters/seeded-cluster.js';
import type { Measurement } from './measure/result.js';

const ROUNDS = 7;
const AIM_MS = 1000;
const SNAPSHOTS_A_DAY = 4;
/** The day of docs/decisions/events.md. */
const [JOBS_A_DAY, LOSSES_A_DAY] = [2000, 2];
const JOB_VERSIONS = 4;

const moments = (db: Db) => db.collection<MomentDocument>('moments');
const bytesOf = async (db: Db, filter: object): Promise<number> => {
  const [sum] = await moments(db)
    .aggregate<{ bytes: number }>([{ $match: filter }, { $group: { _id: null, bytes: { $sum: '$packedBytes' } } }])
    .toArray();
  return sum?.bytes ?? 0;
};

/** Waits until the recorder has written everything. @returns a recorded moment after it */
async function recorded(db: Db): Promise<string> {
  const at = new Date(Date.now() + 4000);
  return until('a recorded moment', 120, async () => {
    const last = await db.collection<{ _id: string; until: Date }>('momentRuns').findOne({}, { sort: { until: -1 } });
    return last && last.until > at ? at.toISOString() : undefined;
  });
}

/** Bytes that `change` adds. */
async function bytesAdded(db: Db, change: () => Promise<unknown>): Promise<number> {
  await recorded(db);
  const before = await bytesOf(db, {});
  await change();
  await recorded(db);
  return (await bytesOf(db, {})) - before;
}

/** A moment that no server has decoded: one object of each large collection has changed. */
async function freshMoment(db: Db, round: number): Promise<string> {
  for (const name of ['nodes', 'drives', 'volumes', 'attachments'])
    await db.collection(name).updateOne({}, { $set: { benchRound: round }, $inc: { revision: 1 } });
  await db.collection('objectStatuses').updateOne({}, { $set: { benchRound: round } });
  return recorded(db);
}

async function everyDrive(api: ApiClient, at: string): Promise<number> {
  let count = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { items: unknown[]; nextCursor: string | null } = await api.call(endpoints.listDrives, {
      query: { at, limit: 200, ...(cursor ? { cursor } : {}) },
    });
    count += page.items.length;
    cursor = page.nextCursor;
  }
  return count;
}

/** Median time of a read of moments that are not decoded yet, milliseconds. */
async function coldMs(db: Db, read: (at: string) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const at = await freshMoment(db, Math.random());
    const began = performance.now();
    await read(at);
    times.push(performance.now() - began);
  }
  console.log(`bench: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

/** Loses a target with the legs on it, and brings it back: its drives, volumes and their reports change twice. */
async function loseTarget(db: Db): Promise<void> {
  const node = await db.collection<{ _id: string }>('nodes').findOne({ _id: { $in: await db.collection('drives').distinct('nodeId') } });
  const nodeId = node?._id ?? '';
  for (const [state, health] of [
    ['lost', 'degraded'],
    ['online', 'healthy'],
  ]) {
    const condition = {
      type: 'Healthy',
      status: state === 'lost' ? 'false' : 'true',
      since: new Date().toISOString(),
      reason: 'bench',
      message: '',
    };
    await db.collection<{ _id: string }>('nodes').updateOne({ _id: nodeId }, { $set: { 'status.connection.state': state } });
    await db.collection('volumes').updateMany(
      { 'legs.nodeId': nodeId },
      {
        $set: { 'status.health': health, 'status.conditions': [condition], 'legs.$.status.conditions': [condition] },
        $inc: { revision: 1 },
      },
    );
    const volumes = await db.collection('volumes').distinct('_id', { 'legs.nodeId': nodeId });
    const attachments = await db.collection('attachments').distinct('_id', { volumeId: { $in: volumes } });
    await db
      .collection('objectStatuses')
      .updateMany({ kind: 'attachment', objectId: { $in: attachments } }, { $set: { 'status.observed.paths.0.controllerState': state } });
    await sleep(4000);
  }
}

async function runJobs(db: Db, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const _id = randomUUID();
    const job = {
      ...{ _id, version: 1, revision: 1, createdAt: new Date(), updatedAt: new Date(), kind: 'volume.create', state: 'running' },
      ...{
        subject: { kind: 'volume', id: randomUUID(), name: `bench-${n}` },
        requestedBy: 'admin',
        waitingFor: [],
        error: null,
        finishedAt: null,
      },
      steps: [1, 2, 3].map((step) => ({ name: { code: 'step', params: { step } }, state: 'waiting' })),
    };
    await db.collection<{ _id: string }>('jobs').insertOne(job);
    for (let version = 2; version <= JOB_VERSIONS; version++) {
      await sleep(2200);
      const state = version === JOB_VERSIONS ? { state: 'done', finishedAt: new Date() } : {};
      await db
        .collection<{ _id: string }>('jobs')
        .updateOne({ _id }, { $set: { ...state, version, [`steps.${version - 2}.state`]: 'done' } });
    }
  }
}

export const benchMoments = (): Promise<Measurement[]> =>
  onBenchServer(async ({ api, db, agents }) => {
    agents.push(...(await seedLargeCluster(api, db)).agents);
    await recorded(db);
    // The next holder of the lease begins with a snapshot: the recorded changes are larger than the first one.
    await moments(db).deleteMany({});
    await db.collection<{ _id: string }>('leases').deleteOne({ _id: 'events' });
    await recorded(db);
    const snapshotBytes = await bytesOf(db, { kind: 'snapshot' });
    const lossBytes = await bytesAdded(db, () => loseTarget(db));
    const jobs = 4;
    const jobBytes = (await bytesAdded(db, () => runJobs(db, jobs))) / jobs;
    const dayBytes = SNAPSHOTS_A_DAY * snapshotBytes + LOSSES_A_DAY * lossBytes + JOBS_A_DAY * jobBytes;
    const drives = await coldMs(db, (at) => everyDrive(api, at));
    const topology = await coldMs(db, (at) => api.call(endpoints.topology, { query: { at } }));
    const overview = await coldMs(db, (at) => api.call(endpoints.overview, { query: { at } }));
    const drive = (await api.call(endpoints.listDrives, { query: { limit: 1 } })).items[0]?.id ?? '';
    const one = await coldMs(db, (at) => api.call(endpoints.getDrive, { params: { id: drive }, query: { at } }));
    const aim = (value: number) => ({ value, unit: 'ms' as const, aim: `< ${AIM_MS} ms`, met: value < AIM_MS });
    return [
      { name: `snapshot of ${size.targets * size.drivesPerTarget} drives and all else`, value: snapshotBytes / 2 ** 20, unit: 'MiB' },
      { name: 'a target lost with its legs, and back', value: lossBytes / 1024, unit: 'KiB' },
      { name: 'a job of four versions', value: jobBytes / 1024, unit: 'KiB' },
      { name: `a day: ${SNAPSHOTS_A_DAY} snapshots, ${LOSSES_A_DAY} losses, ${JOBS_A_DAY} jobs`, value: dayBytes / 2 ** 20, unit: 'MiB' },
      { name: '31 such days', value: (31 * dayBytes) / 2 ** 20, unit: 'MiB' },
      { name: 'every drive of a moment, in 16 pages, not decoded before', ...aim(drives) },
      { name: 'topology of a moment, not decoded before', ...aim(topology) },
      { name: 'overview of a moment, not decoded before', ...aim(overview) },
      { name: 'one drive of a moment, not decoded before', ...aim(one) },
    ];
  });
