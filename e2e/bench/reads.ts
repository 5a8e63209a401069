/** Lists and single objects at 50 requests a second on a cluster that is written into the database (1 minute; through the API it takes 15). */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ApiClient } from '../support/api-client.js';
import type { ServerProcess } from '../support/server-process.js';
import { onBenchServer } from './clusters/bench-server.js';
import { seedLargeCluster } from './clusters/seeded-cluster.js';
import { asRows, atRate } from './measure/latency.js';
import type { Measurement } from './measure/result.js';
import { cpuSeconds } from './measure/settled.js';

const requestsPerSecond = 50;
const secondsEach = 10;
const aimMs = 50;

/** Ids of objects to read one by one. */
export interface ReadIds {
  nodeIds: readonly string[];
  volumeIds: readonly string[];
}

/** A request; the number of the call selects the object that it reads. */
type ReadRequest = (n: number) => Promise<unknown>;

/** The measured requests by name: pages of 50 (the default) and of 200 (the console's), and single objects. */
export async function readRequests(api: ApiClient, { nodeIds, volumeIds }: ReadIds): Promise<Record<string, ReadRequest>> {
  const { items: drives } = await api.call(endpoints.listDrives, { query: { limit: 200 } });
  const pick = <T>(items: readonly T[], n: number): T => items[(n * 7919) % items.length]!;
  return {
    'list 50 nodes': () => api.call(endpoints.listNodes),
    'list 50 drives': () => api.call(endpoints.listDrives),
    'list 200 drives': () => api.call(endpoints.listDrives, { query: { limit: 200 } }),
    'list 50 drives by state': () => api.call(endpoints.listDrives, { query: { state: 'in-service', sort: '-sizeBytes' } }),
    'list 50 volumes': () => api.call(endpoints.listVolumes),
    'list 50 attachments': () => api.call(endpoints.listAttachments),
    'list 50 jobs': () => api.call(endpoints.listJobs, { query: { sort: '-createdAt' } }),
    'list drive classes': () => api.call(endpoints.listDriveClasses),
    'get a node': (n) => api.call(endpoints.getNode, { params: { id: pick(nodeIds, n) } }),
    'get a drive': (n) => api.call(endpoints.getDrive, { params: { id: pick(drives, n).id } }),
    'get a volume': (n) => api.call(endpoints.getVolume, { params: { id: pick(volumeIds, n) } }),
  };
}

export interface MeasuredReads {
  /** Milliseconds of each request. */
  latencies: number[];
  /** Processor time of the server meanwhile. */
  cpuMs: number;
}

/** One kind of request at 50 a second, against the server with this process id. */
export async function measureReads(serverPid: number, seconds: number, request: ReadRequest): Promise<MeasuredReads> {
  const before = await cpuSeconds(serverPid);
  const latencies = await atRate(requestsPerSecond, seconds, request);
  return { latencies, cpuMs: ((await cpuSeconds(serverPid)) - before) * 1000 };
}

/** Each kind of request alone. The server's processor time per request differs less between two runs than the latency does. */
export async function readLatencies({ api, server }: { api: ApiClient; server: ServerProcess }, ids: ReadIds): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const [name, request] of Object.entries(await readRequests(api, ids))) {
    await measureReads(server.pid, 2, request); // warm-up
    const { latencies, cpuMs } = await measureReads(server.pid, secondsEach, request);
    rows.push(...asRows(name, latencies, aimMs), { name: `${name}, server CPU per request`, value: cpuMs / latencies.length, unit: 'ms' });
  }
  return rows;
}

/** The server of a tree with the seeded cluster, as another process sees it. */
export interface HeldServer extends ReadIds {
  url: string;
  pid: number;
  sessionCookie: string;
}

/** Runs the work on a server with the seeded cluster, whose agents stay connected. */
const onSeededServer = <T>(work: (on: { api: ApiClient; server: ServerProcess }, ids: ReadIds) => Promise<T>): Promise<T> =>
  onBenchServer(async ({ api, server, db, agents }) => {
    const cluster = await seedLargeCluster(api, db);
    agents.push(...cluster.agents);
    return work({ api, server }, { nodeIds: agents.map(({ nodeId }) => nodeId), volumeIds: cluster.volumeIds });
  });

export const benchReads = (): Promise<Measurement[]> => onSeededServer(readLatencies);

/** Starts the server with the seeded cluster, prints a `HeldServer` as one line of JSON, and runs until the standard input ends. */
export const holdReads = (): Promise<void> =>
  onSeededServer(async ({ api, server }, ids) => {
    const held: HeldServer = { url: server.url, pid: server.pid, sessionCookie: api.sessionCookie ?? '', ...ids };
    console.log(JSON.stringify(held));
    for await (const _ of process.stdin);
  });
