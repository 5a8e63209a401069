/** What a cluster costs as it grows: one server, one MongoDB and scripted agents, at three sizes in one run. The bench's own work takes one of the cores. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB, KiB, MiB } from '@weft/shared/units';
import type { Db } from 'mongodb';
import { until } from '../support/api-client.js';
import { type BenchServer, onBenchServer } from './bench-server.js';
import { timed } from './large-cluster.js';
import { type Curve, drawCurves } from './measure/curves.js';
import { atRate, percentile } from './measure/latency.js';
import type { Measurement } from './measure/result.js';
import { type SeededCluster, type SeededSize, seedLargeCluster } from './seeded-cluster.js';
import { cpuSeconds } from './settled.js';

const shape = { drivesPerTarget: 24, legs: 4, clientsEach: 1 };
const SIZES: SeededSize[] = [
  { ...shape, targets: 32, clients: 1000, volumes: 1000 },
  { ...shape, targets: 128, clients: 4000, volumes: 10_000 },
  { ...shape, targets: 512, clients: 10_000, volumes: 50_000 },
];
const IDLE_SECONDS = 20;
const CHANGES = 20;
const PER_SECOND = 50;
const SECONDS_EACH = 5;
const READ_AIM_MS = 50;
const TOPOLOGY_AIM_MS = 150;
const FLAT_RATIO = 1.2;

/** Figures of one size, by name. Costs of nodes are compared between sizes. */
type Figures = Record<string, { value: number; unit: Measurement['unit']; aim?: string; met?: boolean }>;
type On = BenchServer & { cluster: SeededCluster; sizes: SeededSize };

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
const mongoPid = async (db: Db): Promise<number> => Number((await db.admin().command({ serverStatus: 1 }))['pid']);
const nodesOf = ({ targets, clients }: SeededSize): number => targets + clients;

/** Processor time of server and MongoDB during some work, in % of one core. */
async function load({ server, db }: On, seconds: number, work: () => Promise<unknown>): Promise<{ server: number; mongo: number }> {
  const pids = [server.pid, await mongoPid(db)] as const;
  const before = await Promise.all(pids.map(cpuSeconds));
  const began = performance.now();
  await Promise.all([work(), sleep(seconds * 1000)]);
  const took = (performance.now() - began) / 1000;
  const [own = 0, mongo = 0] = (await Promise.all(pids.map(cpuSeconds))).map((after, at) => ((after - (before[at] ?? 0)) / took) * 100);
  return { server: own, mongo };
}

async function idle(on: On): Promise<Figures> {
  const { server, db, sizes } = on;
  const used = await load(on, IDLE_SECONDS, () => Promise.resolve());
  return {
    'idle, server': { value: used.server, unit: '%' },
    'idle, MongoDB': { value: used.mongo, unit: '%' },
    'idle, server, per 1,000 nodes': { value: (used.server / nodesOf(sizes)) * 1000, unit: '%' },
    'memory of the server': { value: await residentMiB(server.pid), unit: 'MiB' },
    'memory of MongoDB': { value: await residentMiB(await mongoPid(db)), unit: 'MiB' },
  };
}

/** A volume each second. A change should cost what it touches, and not what there is. */
async function changes(on: On): Promise<Figures> {
  const { api, db } = on;
  const { items } = await api.call(endpoints.listDriveClasses);
  const assignments = db.collection<{ _id: string; updatedAt: Date; content: object }>('assignments');
  const answered: number[] = [];
  const touched = new Set<string>();
  const began = new Date();
  const used = await load(on, CHANGES, async () => {
    for (let at = 0; at < CHANGES; at++) {
      const due = sleep(1000);
      const asked = performance.now();
      const body = {
        name: `new-${at}`,
        sizeBytes: 10 * GiB,
        protection: 'raid1' as const,
        driveClassId: items[at % items.length]?.id ?? '',
      };
      const { volume } = await api.call(endpoints.createVolume, { body });
      answered.push(performance.now() - asked);
      for (const { node } of volume.legs) touched.add(node.id);
      await due;
    }
  });
  const changed = await assignments.find({ updatedAt: { $gte: began } }).toArray();
  const bytes = changed.reduce((sum, { content }) => sum + JSON.stringify(content).length, 0);
  return {
    'a change each second, server': { value: used.server, unit: '%' },
    'a change each second, MongoDB': { value: used.mongo, unit: '%' },
    'POST of a volume, median': { value: percentile(answered, 0.5), unit: 'ms' },
    'POST of a volume, longest': { value: Math.max(...answered), unit: 'ms' },
    [`assignments changed by ${CHANGES} volumes`]: {
      ...{ value: changed.length, unit: 'count', aim: 'those with a leg' },
      met: changed.every(({ _id }) => touched.has(_id)) && changed.length === touched.size,
    },
    'bytes of a changed assignment': { value: bytes / changed.length / KiB, unit: 'KiB' },
  };
}

async function reads({ api, cluster }: On): Promise<Figures> {
  const ids = cluster.volumeIds;
  const requests: Record<string, (n: number) => Promise<unknown>> = {
    'list 50 nodes': () => api.call(endpoints.listNodes),
    'list 200 drives': () => api.call(endpoints.listDrives, { query: { limit: 200 } }),
    'list 50 volumes': () => api.call(endpoints.listVolumes),
    'list 50 volumes by name': () => api.call(endpoints.listVolumes, { query: { search: 'v99' } }),
    'list 50 attachments': () => api.call(endpoints.listAttachments),
    'get a volume': (n) => api.call(endpoints.getVolume, { params: { id: ids[(n * 7919) % ids.length] ?? '' } }),
  };
  const figures: Figures = {};
  for (const [name, request] of Object.entries(requests)) {
    await atRate(PER_SECOND, 1, request); // warm-up
    const p99 = percentile(await atRate(PER_SECOND, SECONDS_EACH, request), 0.99);
    figures[`${name}, p99`] = { value: p99, unit: 'ms', aim: `under ${READ_AIM_MS} ms`, met: p99 < READ_AIM_MS };
  }
  const times: number[] = [];
  for (let at = 0; at < 5; at++) {
    const began = performance.now();
    await api.call(endpoints.topology, { query: {} });
    times.push(performance.now() - began);
  }
  const topology = percentile(times, 0.5);
  figures['topology of everything'] = { value: topology, unit: 'ms', aim: `${TOPOLOGY_AIM_MS} ms`, met: topology <= TOPOLOGY_AIM_MS };
  return figures;
}

async function storm({ server, api, agents, sizes }: On): Promise<Figures> {
  await server.kill('SIGKILL');
  await until('every agent has lost its server', 120, async () => (agents.some(({ connected }) => connected) ? undefined : true));
  await server.start();
  const began = performance.now();
  await until('every agent is connected', 600, async () => (agents.every(({ connected }) => connected) ? true : undefined));
  const connected = (performance.now() - began) / 1000;
  await until('every node is online', 600, async () => {
    const { total } = await api.call(endpoints.listNodes, { query: { connection: 'online', limit: 1 } });
    return total === agents.length ? true : undefined;
  });
  const online = (performance.now() - began) / 1000;
  return {
    'all agents connected after SIGKILL': { value: connected, unit: 's' },
    '… and online by the API': { value: online, unit: 's' },
    '… per 1,000 nodes': { value: (online / nodesOf(sizes)) * 1000, unit: 's' },
  };
}

async function stored({ db, sizes }: On): Promise<Figures> {
  const { dataSize, indexSize } = (await db.stats()) as unknown as { dataSize: number; indexSize: number };
  return {
    'data in MongoDB': { value: dataSize / MiB, unit: 'MiB' },
    'indexes in MongoDB': { value: indexSize / MiB, unit: 'MiB' },
    'data and indexes per volume': { value: (dataSize + indexSize) / sizes.volumes / KiB, unit: 'KiB' },
  };
}

const measured = (sizes: SeededSize): Promise<Figures> =>
  onBenchServer(async (on) => {
    const began = performance.now();
    const cluster = await seedLargeCluster(on.api, on.db, sizes);
    on.agents.push(...cluster.agents);
    console.log(`bench: ${nodesOf(sizes)} nodes and ${sizes.volumes} volumes after ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await sleep(10_000); // first looks of the server's own services
    const here = { ...on, cluster, sizes };
    const figures: Figures = {};
    for (const [what, measure] of Object.entries({ idle, changes, reads, stored, storm }))
      Object.assign(figures, await timed(what, () => measure(here)));
    return figures;
  });

const name = ({ targets, clients, volumes }: SeededSize): string =>
  `${targets} targets, ${clients.toLocaleString('en')} clients, ${volumes.toLocaleString('en')} volumes`;

/** The costs per node of the two largest sizes. */
function flatness(all: readonly (readonly [SeededSize, Figures])[]): Measurement[] {
  const [, middle, last] = all;
  if (!middle || !last) return [];
  return Object.keys(last[1])
    .filter((each) => each.includes('per 1,000 nodes'))
    .map((each) => {
      const value = (last[1][each]?.value ?? Number.NaN) / (middle[1][each]?.value ?? Number.NaN);
      return {
        name: `${each}: ${last[0].targets} to ${middle[0].targets} targets`,
        value,
        unit: 'ratio',
        aim: `${FLAT_RATIO}`,
        met: value <= FLAT_RATIO,
      };
    });
}

const curvesOf = (all: readonly (readonly [SeededSize, Figures])[]): Curve[] =>
  Object.entries(all.at(-1)?.[1] ?? {}).map(([title, { unit }]) => ({
    title,
    unit,
    points: all.map(([sizes, figures]) => [nodesOf(sizes), figures[title]?.value ?? Number.NaN] as const),
  }));

/** @param most the largest number of targets to measure; the curves are drawn into the folder. */
export async function benchScale(folder: string, most = Number.POSITIVE_INFINITY): Promise<Measurement[]> {
  const all: (readonly [SeededSize, Figures])[] = [];
  const rows: Measurement[] = [];
  for (const sizes of SIZES.filter(({ targets }) => targets <= most)) {
    const figures = await timed(name(sizes), () => measured(sizes));
    all.push([sizes, figures]);
    rows.push(...Object.entries(figures).map(([each, figure]) => ({ name: `${name(sizes)}: ${each}`, ...figure })));
  }
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'scale.svg');
  await writeFile(file, drawCurves(curvesOf(all)));
  console.log(`bench: curves in ${file}`);
  return [...rows, ...flatness(all)];
}
