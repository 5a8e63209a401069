/** A federation of 16 clusters, each with 128 targets, 3,072 drives, 1,000 volumes and 2,000 attachments: with all zones, with one killed, with one stopped. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { zonesEndpoints } from '@weft/shared/endpoints/zones/zones';
import type { ZoneState } from '@weft/shared/kinds/zones/zone';
import { startMongo } from '@weft/test-support/mongo';
import { MongoClient } from 'mongodb';
import { until } from '../support/api-client.js';
import type { ScriptedAgent } from '../support/scripted-agent.js';
import { ServerProcess } from '../support/server-process.js';
import { FederationProcess } from '../support/zones/federation-process.js';
import { benchEnvironment } from './clusters/bench-server.js';
import { timed } from './clusters/large-cluster.js';
import { seedLargeCluster } from './clusters/seeded-cluster.js';
import { atRate, percentile } from './measure/latency.js';
import type { Measurement } from './measure/result.js';
import { cpuSeconds } from './measure/settled.js';
import { cloneDatabase } from './zones/cloned-database.js';

const ZONES = 16;
const POLL_SECONDS = 15;
const REQUEST_SECONDS = 5;
const SEARCH_MS = 1000;
/** A search asks every zone: 32 requests, and the 17 servers share the cores of one machine. */
const rates = { searches: 2, reads: 50 };
const seconds = { searches: 15, reads: 6 };
/** The first topologies are spread over 250 ms for each zone. */
const FIRST_READS_MS = ZONES * 250 + 10_000;
const IDLE_SECONDS = 60;
const aims = { readMs: 50, searchMs: 1200 };
const nameOf = (at: number): string => `zone-${String(at + 1).padStart(2, '0')}`;

interface Zone {
  name: string;
  url: string;
  token: string;
  server: ServerProcess;
}

/** Resident memory of a process in MiB, now and at most (proc_pid_status(5)). */
async function memoryMiB(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const of = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
  return { now: of('VmRSS'), most: of('VmHWM') };
}

/** Bytes that a process has read, from sockets too (proc_pid_io(5)). */
const bytesRead = async (pid: number): Promise<number> => Number(/^rchar: (\d+)/m.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1]);

/** One cluster through a real server and scripted agents; the others are clones of its database while the agents are connected. */
async function zonesOn(mongoUri: string, directory: string, client: MongoClient, running: ServerProcess[]): Promise<Zone[]> {
  const environment = { ...benchEnvironment, WEFT_PEER_URL: '' };
  const start = (at: number, database: string) =>
    ServerProcess.start({ directory: join(directory, nameOf(at)), mongoUri, database, environment });
  const first = await start(0, nameOf(0));
  running.push(first);
  const api = await first.administrator();
  const agents: ScriptedAgent[] = (await timed('seeded one cluster', () => seedLargeCluster(api, client.db(nameOf(0))))).agents;
  const { token } = await api.call(endpoints.createApiToken, { body: { name: 'zones', role: 'viewer', expiresInDays: 1 } });
  const names = Array.from({ length: ZONES }, (_, at) => `clone-${nameOf(at)}`);
  await timed(`cloned ${ZONES} databases`, async () => {
    for (const name of names) await cloneDatabase(client, client.db(nameOf(0)), name);
  });
  await Promise.all(agents.map((agent) => agent.close()));
  await first.stop();
  running.length = 0;
  const zones: Zone[] = [];
  for (const [at, database] of names.entries()) {
    const server = await timed(`started ${nameOf(at)}`, () => start(at, database));
    running.push(server);
    zones.push({ name: nameOf(at), url: server.url, token, server });
  }
  return zones;
}

const stateBecomes = async (federation: FederationProcess, name: string, state: ZoneState): Promise<number> => {
  const began = performance.now();
  await until(`${name} is ${state}`, 120, async () =>
    (await federation.call(zonesEndpoints.getZone, name)).state === state ? true : undefined,
  );
  return (performance.now() - began) / 1000;
};

/** Every read of the federation, and a search of all zones. */
async function latencies(federation: FederationProcess, when: string, topologyOf: string): Promise<Measurement[]> {
  const reads: Record<string, () => Promise<unknown>> = {
    overview: () => federation.call(zonesEndpoints.zonesOverview),
    zones: () => federation.call(zonesEndpoints.listZones, '', { limit: '200' }),
    alerts: () => federation.call(zonesEndpoints.listZoneAlerts),
    topology: () => federation.call(zonesEndpoints.zoneTopology, topologyOf),
  };
  const rows: Measurement[] = [];
  const add = (name: string, samples: readonly number[], aimMs: number) => {
    const p99 = percentile(samples, 0.99);
    rows.push({ name: `${when}: ${name}, p50`, value: percentile(samples, 0.5), unit: 'ms' });
    rows.push({ name: `${when}: ${name}, p99`, value: p99, unit: 'ms', aim: `under ${aimMs} ms`, met: p99 < aimMs });
  };
  for (const [name, read] of Object.entries(reads)) add(name, await atRate(rates.reads, seconds.reads, read), aims.readMs);
  const searched = await atRate(rates.searches, seconds.searches, () => federation.call(zonesEndpoints.searchZones, '', { q: 'v10' }));
  add('search', searched, aims.searchMs);
  return rows;
}

/** What the federation costs while nobody reads. */
async function idle(federation: FederationProcess): Promise<Measurement[]> {
  const [cpu, bytes] = [await cpuSeconds(federation.pid), await bytesRead(federation.pid)];
  await sleep(IDLE_SECONDS * 1000);
  const polls = (IDLE_SECONDS / POLL_SECONDS) * ZONES;
  const { now, most } = await memoryMiB(federation.pid);
  return [
    { name: 'idle: processor of the federation', value: (((await cpuSeconds(federation.pid)) - cpu) / IDLE_SECONDS) * 100, unit: '%' },
    { name: 'idle: read per poll of one zone', value: ((await bytesRead(federation.pid)) - bytes) / polls / 1024, unit: 'KiB' },
    { name: 'idle: memory of the federation', value: now, unit: 'MiB' },
    { name: 'memory of the federation at most', value: most, unit: 'MiB' },
  ];
}

/** From the start of the process: a poll or two, and one topology of each zone, which the federation reads by itself at first. */
async function startRows(federation: FederationProcess, watched: string): Promise<Measurement[]> {
  await sleep(FIRST_READS_MS);
  const rows: Measurement[] = [
    { name: 'start, a poll or two and a topology of each zone: processor', value: await cpuSeconds(federation.pid), unit: 's' },
    { name: '… read', value: (await bytesRead(federation.pid)) / 2 ** 20, unit: 'MiB' },
  ];
  rows.push(...(await idle(federation)));
  // Of one zone, as by one reader, and not earlier: a topology that somebody looks at is read at every poll. Sixteen readers would load the zones, which share
  // the cores of this machine.
  await until(`topology of ${watched}`, 120, async () =>
    (await federation.call(zonesEndpoints.zoneTopology, watched)).rackCount > 0 ? true : undefined,
  );
  return rows;
}

/** The rows of one federation over all zones, while one is killed and another stopped. */
async function measure(federation: FederationProcess, zones: readonly Zone[]): Promise<Measurement[]> {
  for (const { name } of zones) await stateBecomes(federation, name, 'reachable');
  const rows = await startRows(federation, nameOf(0));
  const { sums, zones: counted } = await federation.call(zonesEndpoints.zonesOverview);
  console.log(`bench: ${counted.counted} zones counted: ${JSON.stringify(sums)}`);
  rows.push({
    name: 'drives in the sums',
    value: sums.drives.total,
    unit: 'count',
    aim: `${ZONES * 3072}`,
    met: sums.drives.total === ZONES * 3072,
  });
  const [killed, stopped, watched] = [zones[3], zones[7], zones[0]] as [Zone, Zone, Zone];
  rows.push(...(await latencies(federation, 'all zones', watched.name)));

  await killed.server.kill('SIGKILL');
  rows.push(...(await latencies(federation, 'one just killed', watched.name)));
  rows.push({ name: 'killed zone named after', value: await stateBecomes(federation, killed.name, 'unreachable'), unit: 's' });
  rows.push(...(await latencies(federation, 'one killed', watched.name)));

  process.kill(stopped.server.pid, 'SIGSTOP');
  try {
    const began = performance.now();
    const first = await atRate(rates.searches, 2, () => federation.call(zonesEndpoints.searchZones, '', { q: 'v10' }));
    rows.push({
      name: 'one just stopped: first searches, at most',
      value: Math.max(...first),
      unit: 'ms',
      aim: `under ${aims.searchMs} ms`,
      met: Math.max(...first) < aims.searchMs,
    });
    await stateBecomes(federation, stopped.name, 'unreachable');
    rows.push({ name: 'stopped zone named after', value: (performance.now() - began) / 1000, unit: 's' });
    rows.push(...(await latencies(federation, 'one killed, one stopped', watched.name)));
  } finally {
    process.kill(stopped.server.pid, 'SIGCONT');
  }
  rows.push({ name: 'continued zone reachable after', value: await stateBecomes(federation, stopped.name, 'reachable'), unit: 's' });
  const { most } = await memoryMiB(federation.pid);
  rows.push({ name: 'memory of the federation at most, at the end', value: most, unit: 'MiB' });
  return rows;
}

export async function benchZones(): Promise<Measurement[]> {
  // Each process that the bench started has a listener, which ends it with the bench.
  process.setMaxListeners(ZONES + 10);
  const directory = await mkdtemp(join(tmpdir(), 'weft-bench-zones-'));
  const mongo = await startMongo({ members: 1, dir: join(directory, 'mongodb') });
  const client = new MongoClient(mongo.uri);
  const running: ServerProcess[] = [];
  let federation: FederationProcess | undefined;
  try {
    const zones = await zonesOn(mongo.uri, directory, client, running);
    federation = await FederationProcess.start(join(directory, 'federation'), zones, {
      ...{ pollSeconds: POLL_SECONDS, requestSeconds: REQUEST_SECONDS, searchMilliseconds: SEARCH_MS },
    });
    return await measure(federation, zones);
  } finally {
    await federation?.stop();
    for (const server of running) await server.stop();
    await client.close();
    await mongo.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
