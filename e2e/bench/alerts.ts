/** Evaluation of all alert rules on 128 targets, 3,072 drives, 1,000 volumes and 1,128 agents: at rest, with a lost target, and in a flood of changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Db } from 'mongodb';
import type { AlertDocument } from '../../apps/server/src/domain/documents/alert.document.js';
import type { VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { type ApiClient, until } from '../support/api-client.js';
import { onBenchServer } from './clusters/bench-server.js';
import { seedLargeCluster } from './clusters/seeded-cluster.js';
import type { Measurement } from './measure/result.js';

const REST_MS = 60_000;
const CHANGES = 10_000;
const FLOOD_MS = 60_000;
const BATCH_MS = 500;

interface Cost {
  evaluations: number;
  evaluationSeconds: number;
  cpuSeconds: number;
  memoryBytes: number;
}

async function costOf(api: ApiClient): Promise<Cost> {
  const text = await (await fetch(`${api.url}/metrics`, { headers: { cookie: api.sessionCookie ?? '' } })).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    evaluations: value('weft_server_alert_evaluation_seconds_count'),
    evaluationSeconds: value('weft_server_alert_evaluation_seconds_sum'),
    cpuSeconds: value('process_cpu_seconds_total'),
    memoryBytes: value('process_resident_memory_bytes'),
  };
}

/** Average time of an evaluation while `work` runs. */
async function evaluationDuring(
  api: ApiClient,
  work: () => Promise<void>,
): Promise<{ seconds: number; cores: number; memoryBytes: number }> {
  const [before, startedAt] = [await costOf(api), performance.now()];
  await work();
  const [after, elapsed] = [await costOf(api), (performance.now() - startedAt) / 1000];
  return {
    seconds: (after.evaluationSeconds - before.evaluationSeconds) / (after.evaluations - before.evaluations),
    cores: (after.cpuSeconds - before.cpuSeconds) / elapsed,
    memoryBytes: after.memoryBytes,
  };
}

const volumesOf = (db: Db) => db.collection<VolumeDocument>('volumes');
const openAlerts = (db: Db) => db.collection<AlertDocument>('alerts').find({ open: true }).toArray();

/** Changes the health of volumes, so many in all, spread over the time. The reconciler does not run: the bench holds its lease. */
async function flood(db: Db, ids: readonly string[]): Promise<void> {
  const each = Math.ceil((CHANGES * BATCH_MS) / FLOOD_MS);
  for (let at = 0; at < FLOOD_MS; at += BATCH_MS) {
    const startedAt = performance.now();
    const from = (at / BATCH_MS) * each;
    const some = Array.from({ length: each }, (_, index) => ids[(from + index) % ids.length] ?? '');
    const health = Math.floor(from / ids.length) % 2 === 0 ? ('degraded' as const) : ('healthy' as const);
    await volumesOf(db).updateMany({ _id: { $in: some } }, { $set: { 'status.health': health }, $inc: { revision: 1 } });
    await sleep(Math.max(0, BATCH_MS - (performance.now() - startedAt)));
  }
}

export function benchAlerts(): Promise<Measurement[]> {
  return onBenchServer(async ({ api, db, agents }) => {
    const cluster = await seedLargeCluster(api, db);
    agents.push(...cluster.agents);
    await sleep(10_000);
    const rest = await evaluationDuring(api, () => sleep(REST_MS));

    const [target] = await db.collection<{ _id: string; name: string }>('nodes').find({ name: /^t/ }).limit(1).toArray();
    const lost = cluster.agents.find(({ nodeId }) => nodeId === target?._id);
    if (!target || !lost) throw new Error('there is no target');
    const degraded = { 'status.health': 'degraded', 'legs.$[lost].status.health': 'missing' } as const;
    await lost.close();
    const closedAt = Date.now();
    await volumesOf(db).updateMany({ 'legs.nodeId': target._id }, { $set: degraded }, { arrayFilters: [{ 'lost.nodeId': target._id }] });
    const pending = await until('the alert of the lost target', 60, async () =>
      (await openAlerts(db)).find(({ rule }) => rule === 'WeftNodeSilent'),
    );
    const lag = (pending.startedAt.getTime() - closedAt) / 1000;
    const during = await evaluationDuring(api, () => sleep(REST_MS));
    const afterLoss = await openAlerts(db);

    const events = () => db.collection('events').countDocuments();
    const before = await events();
    const flooded = await evaluationDuring(api, () => flood(db, cluster.volumeIds));
    await sleep(10_000);
    const { total } = await api.call(endpoints.listAlerts, { query: { limit: 1 } });
    return [
      { name: 'evaluation at rest', value: rest.seconds * 1000, unit: 'ms' },
      { name: 'server at rest, everything included: of a core', value: rest.cores * 100, unit: '%' },
      { name: 'memory of the server', value: rest.memoryBytes / 2 ** 20, unit: 'MiB' },
      { name: 'lost target: time until its alert is pending', value: lag, unit: 's' },
      { name: 'lost target: open alerts', value: afterLoss.length, unit: 'count' },
      {
        name: 'lost target: volumes in its consequence',
        value: Math.max(0, ...afterLoss.map(({ subjectCount }) => subjectCount)),
        unit: 'count',
      },
      { name: 'lost target: evaluation', value: during.seconds * 1000, unit: 'ms' },
      { name: `flood of ${CHANGES} changes a minute: evaluation`, value: flooded.seconds * 1000, unit: 'ms' },
      { name: 'flood: server, of a core', value: flooded.cores * 100, unit: '%' },
      { name: 'flood: new events', value: (await events()) - before, unit: 'count' },
      { name: 'flood: alerts, open and resolved', value: total, unit: 'count' },
    ];
  });
}
