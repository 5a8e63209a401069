/** What is measured of a cluster of one size. Costs of nodes are compared between sizes, so their names say "per 1,000 nodes". */
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB, KiB, MiB } from '@weft/shared/units';
import type { Db } from 'mongodb';
import { until } from '../../support/api-client.js';
import type { ServerProcess } from '../../support/server-process.js';
import type { BenchServer } from '../clusters/bench-server.js';
import type { SeededAgent, SeededCluster, SeededSize } from '../clusters/seeded-cluster.js';
import { atRate, percentile } from '../measure/latency.js';
import type { Measurement } from '../measure/result.js';
import type { AgentsProcess } from './agents-process.js';
import { type Costs, changeLags, costsOf, mongoPid, residentMiB, storedBytes } from './counters.js';

/** Figures of one size, by name. */
export type Figures = Record<string, Pick<Measurement, 'value' | 'unit' | 'aim' | 'met'>>;

export interface On extends BenchServer {
  cluster: SeededCluster<SeededAgent>;
  sizes: SeededSize;
  agentsProcess: AgentsProcess;
  /** All servers of the cluster: one, or three. */
  servers: ServerProcess[];
}

const IDLE_SECONDS = 30;
const STATISTICS_EVERY_SECONDS = 5;
const STATISTICS_SECONDS = 30;
const CHANGES = 20;
const DAY_SECONDS = 86_400;
const PER_SECOND = 50;
const SECONDS_EACH = 5;
const READ_AIM_MS = 50;
const TOPOLOGY_AIM_MS = 150;

export const nodesOf = ({ targets, clients }: SeededSize): number => targets + clients;
const pids = ({ servers }: On): number[] => servers.map(({ pid }) => pid);

/** Rows of the processors, in % of one core, and of the documents that MongoDB examined. */
const costRows = (what: string, { seconds, server, mongo, examined, commands }: Costs, { sizes, servers }: On): Figures => ({
  [`${what}, ${servers.length === 1 ? 'server' : 'all servers'}`]: { value: (server / seconds) * 100, unit: '%' },
  [`${what}, MongoDB`]: { value: (mongo / seconds) * 100, unit: '%' },
  [`${what}, MongoDB commands a second`]: { value: commands / seconds, unit: '1/s' },
  [`${what}, documents examined a second`]: { value: examined / seconds, unit: '1/s' },
  [`${what}, server, per 1,000 nodes`]: { value: ((server / seconds) * 100_000) / nodesOf(sizes), unit: '%' },
  [`${what}, MongoDB, per 1,000 nodes`]: { value: ((mongo / seconds) * 100_000) / nodesOf(sizes), unit: '%' },
});

const perDayMiB = (before: { data: number; indexes: number }, after: { data: number; indexes: number }, seconds: number): number =>
  ((after.data + after.indexes - before.data - before.indexes) / seconds / MiB) * DAY_SECONDS;

export async function idle(on: On): Promise<Figures> {
  const { db, servers, agentsProcess } = on;
  const [before, bytes] = [await storedBytes(db), await agentsProcess.received()];
  const used = await costsOf(db, pids(on), () => sleep(IDLE_SECONDS * 1000));
  const memory = await Promise.all(servers.map(({ pid }) => residentMiB(pid)));
  return {
    ...costRows('idle', used, on),
    'memory of a server': { value: Math.max(...memory), unit: 'MiB' },
    'memory of MongoDB': { value: await residentMiB(await mongoPid(db)), unit: 'MiB' },
    'idle, bytes to agents a second': { value: ((await agentsProcess.received()) - bytes) / used.seconds / KiB, unit: 'KiB' },
    'idle, growth of the database a day': { value: perDayMiB(before, await storedBytes(db), used.seconds), unit: 'MiB' },
  };
}

const total = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

export async function statistics(on: On): Promise<Figures> {
  const { db, agentsProcess } = on;
  await agentsProcess.ask('sample', { everySeconds: STATISTICS_EVERY_SECONDS });
  await sleep(15_000); // every agent has begun, and the first points are stored
  const [before, { samples: taken, losses: lostBefore }] = [await storedBytes(db), await agentsProcess.ask('state', {})];
  const used = await costsOf(db, pids(on), () => sleep(STATISTICS_SECONDS * 1000));
  const { samples, connected, losses, samplingSeconds } = await agentsProcess.ask('state', {});
  if (total(losses) > total(lostBefore))
    console.log(`bench: ${connected} agents are connected; connections ended: ${JSON.stringify(losses)}`);
  const growth = perDayMiB(before, await storedBytes(db), used.seconds);
  await agentsProcess.ask('sample', { everySeconds: null });
  return {
    ...costRows('statistics every 5 s', used, on),
    'statistics, samples a second': { value: (samples.taken - taken.taken) / used.seconds, unit: '1/s' },
    'statistics, longest interval that a server asks for': { value: samplingSeconds, unit: 's' },
    'statistics, connections of agents that ended': { value: total(losses) - total(lostBefore), unit: 'count' },
    'statistics, samples refused': { value: samples.refused - taken.refused, unit: 'count' },
    'statistics, growth of the database a day': { value: growth, unit: 'MiB' },
  };
}

interface Created {
  /** Nodes with a leg of one of the volumes. */
  touched: Set<string>;
  answered: number[];
}

async function volumeEachSecond({ api, servers }: On): Promise<Created> {
  const { items } = await api.call(endpoints.listDriveClasses);
  const created: Created = { touched: new Set(), answered: [] };
  for (let at = 0; at < CHANGES; at++) {
    const due = sleep(1000);
    const asked = performance.now();
    const body = {
      ...{ name: `new-${servers.length}-${at}`, sizeBytes: 10 * GiB, protection: 'raid1' as const },
      driveClassId: items[at % items.length]?.id ?? '',
    };
    const { volume } = await api.call(endpoints.createVolume, { body });
    created.answered.push(performance.now() - asked);
    for (const { node } of volume.legs) created.touched.add(node.id);
    await due;
  }
  return created;
}

/** Milliseconds from the commit of each assignment to its arrival at its agent. */
async function pushLags(db: Db, agentsProcess: AgentsProcess, since: Date): Promise<{ lags: number[]; bytes: number[]; ids: string[] }> {
  const { arrivedAt } = await agentsProcess.ask('state', {});
  const assignments = db.collection<{ _id: string; updatedAt: Date; content: object }>('assignments');
  const changed = await assignments.find({ updatedAt: { $gte: since } }).toArray();
  return {
    lags: changed.flatMap(({ _id, updatedAt }) => (arrivedAt[_id] === undefined ? [] : [arrivedAt[_id] - updatedAt.getTime()])),
    bytes: changed.map(({ content }) => JSON.stringify(content).length),
    ids: changed.map(({ _id }) => _id),
  };
}

/** A volume each second. A change should cost what it touches, and not what there is. */
export async function changes(on: On): Promise<Figures> {
  const { db, agentsProcess } = on;
  const [since, received, before] = [new Date(), await agentsProcess.received(), await agentsProcess.ask('state', {})];
  let created: Created | undefined;
  let used: Costs | undefined;
  const streamLags = await changeLags(db, 'volumes', async () => {
    used = await costsOf(db, pids(on), async () => {
      created = await volumeEachSecond(on);
    });
  });
  if (!created || !used) throw new Error('no volume was created');
  await sleep(2000); // the last assignments arrive
  const { touched, answered } = created;
  const { lags, bytes, ids } = await pushLags(db, agentsProcess, since);
  const { assignments } = await agentsProcess.ask('state', {});
  return {
    ...costRows('a change each second', used, on),
    'a change, documents examined': { value: used.examined / CHANGES, unit: 'count' },
    'POST of a volume, median': { value: percentile(answered, 0.5), unit: 'ms' },
    'POST of a volume, longest': { value: Math.max(...answered), unit: 'ms' },
    [`assignments changed by ${CHANGES} volumes`]: {
      ...{ value: ids.length, unit: 'count', aim: 'those with a leg' },
      met: ids.length === touched.size && ids.every((id) => touched.has(id)),
    },
    'a change, assignments sent': { value: (assignments - before.assignments) / CHANGES, unit: 'count' },
    'a change, bytes to agents': { value: ((await agentsProcess.received()) - received) / CHANGES / KiB, unit: 'KiB' },
    'bytes of a changed assignment': { value: bytes.reduce((sum, each) => sum + each, 0) / bytes.length / KiB, unit: 'KiB' },
    'change stream: commit to event, p99': { value: percentile(streamLags, 0.99), unit: 'ms' },
    'commit of an assignment to its agent, p99': { value: percentile(lags, 0.99), unit: 'ms' },
  };
}

/** Lists, searches and single objects, at 50 requests a second. */
function requests({ api, cluster }: On): Record<string, (n: number) => Promise<unknown>> {
  const [volumes, { agents, attachments }] = [cluster.volumeIds, cluster];
  const pick = <T>(items: readonly T[], n: number): T => items[(n * 7919) % items.length] as T;
  const q = (n: number) => ({ query: { text: `v${(n * 7919) % volumes.length}` } });
  return {
    'list 50 nodes': () => api.call(endpoints.listNodes),
    'list 200 drives': () => api.call(endpoints.listDrives, { query: { limit: 200 } }),
    'list 50 drives by state': () => api.call(endpoints.listDrives, { query: { state: 'in-service', sort: '-sizeBytes' } }),
    'list 50 volumes': () => api.call(endpoints.listVolumes),
    'list 50 volumes by a part of the name': () => api.call(endpoints.listVolumes, { query: { search: 'v99' } }),
    'list 50 attachments': () => api.call(endpoints.listAttachments),
    'list 50 jobs': () => api.call(endpoints.listJobs, { query: { sort: '-createdAt' } }),
    'list 50 events': () => api.call(endpoints.listEvents, { query: {} as never }),
    'list drive classes': () => api.call(endpoints.listDriveClasses),
    search: (n) => api.call(endpoints.search, q(n)),
    overview: () => api.call(endpoints.overview),
    'get a node': (n) => api.call(endpoints.getNode, { params: { id: pick(agents, n).nodeId } }),
    'get a volume': (n) => api.call(endpoints.getVolume, { params: { id: pick(volumes, n) } }),
    'get an attachment': (n) => api.call(endpoints.getAttachment, { params: { id: pick(attachments, n).id } }),
  };
}

export async function reads(on: On): Promise<Figures> {
  const figures: Figures = {};
  for (const [name, request] of Object.entries(requests(on))) {
    await atRate(PER_SECOND, 1, request); // warm-up
    let times: number[] = [];
    const used = await costsOf(on.db, pids(on), async () => {
      times = await atRate(PER_SECOND, SECONDS_EACH, request);
    });
    const p99 = percentile(times, 0.99);
    figures[`${name}, p99`] = { value: p99, unit: 'ms', aim: `under ${READ_AIM_MS} ms`, met: p99 < READ_AIM_MS };
    figures[`${name}, server CPU`] = { value: (used.server / times.length) * 1000, unit: 'ms' };
    figures[`${name}, MongoDB CPU`] = { value: (used.mongo / times.length) * 1000, unit: 'ms' };
    figures[`${name}, MongoDB commands`] = { value: used.commands / times.length, unit: 'count' };
    figures[`${name}, documents examined`] = { value: used.examined / times.length, unit: 'count' };
  }
  return figures;
}

export async function topology(on: On): Promise<Figures> {
  const times: number[] = [];
  const requests = 5;
  let bytes = 0;
  const used = await costsOf(on.db, pids(on), async () => {
    for (let at = 0; at < requests; at++) {
      const began = performance.now();
      const answer = await on.api.call(endpoints.topology, { query: {} });
      times.push(performance.now() - began);
      bytes = at === 0 ? JSON.stringify(answer).length : bytes;
    }
  });
  const value = percentile(times, 0.5);
  return {
    'topology of everything': { value, unit: 'ms', aim: `${TOPOLOGY_AIM_MS} ms`, met: value <= TOPOLOGY_AIM_MS },
    'topology of everything, server CPU': { value: (used.server / requests) * 1000, unit: 'ms' },
    'topology of everything, size': { value: bytes / MiB, unit: 'MiB' },
  };
}

/** A server dies without a word: its agents come back, to it when there is no other. */
export async function storm(on: On): Promise<Figures> {
  const { server, api, db, agentsProcess, sizes } = on;
  const nodes = nodesOf(sizes);
  const connected = async () => (await agentsProcess.ask('state', {})).connected;
  await server.kill('SIGKILL');
  await until('the agents have lost their server', 120, async () => ((await connected()) < nodes ? true : undefined));
  const received = await agentsProcess.received();
  await server.start();
  let [back, online] = [0, 0];
  const used = await costsOf(db, pids(on), async () => {
    const began = performance.now();
    await until('every agent is connected', 900, async () => ((await connected()) === nodes ? true : undefined));
    back = (performance.now() - began) / 1000;
    await until('every node is online', 900, async () => {
      const { total } = await api.call(endpoints.listNodes, { query: { connection: 'online', limit: 1 } });
      return total === nodes ? true : undefined;
    });
    online = (performance.now() - began) / 1000;
  });
  return {
    'storm: all agents connected after SIGKILL': { value: back, unit: 's' },
    'storm: all nodes online by the API': { value: online, unit: 's' },
    'storm: server CPU per 1,000 nodes': { value: (used.server / nodes) * 1000, unit: 's' },
    'storm: MongoDB CPU per 1,000 nodes': { value: (used.mongo / nodes) * 1000, unit: 's' },
    'storm: documents examined per node': { value: used.examined / nodes, unit: 'count' },
    'storm: bytes to agents per node': { value: ((await agentsProcess.received()) - received) / nodes / KiB, unit: 'KiB' },
  };
}

export async function stored({ db, sizes }: On): Promise<Figures> {
  const { data, indexes } = await storedBytes(db);
  return {
    'data in MongoDB': { value: data / MiB, unit: 'MiB' },
    'indexes in MongoDB': { value: indexes / MiB, unit: 'MiB' },
    'data and indexes per volume': { value: (data + indexes) / sizes.volumes / KiB, unit: 'KiB' },
  };
}
