/** Lists and single objects at 50 requests a second on a cluster that is written into the database (1 minute; through the API it takes 15). */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ApiClient } from '../support/api-client.js';
import type { ServerProcess } from '../support/server-process.js';
import { onBenchServer } from './bench-server.js';
import { asRows, atRate } from './measure/latency.js';
import type { Measurement } from './measure/result.js';
import { seedLargeCluster } from './seeded-cluster.js';
import { cpuSeconds } from './settled.js';

const requestsPerSecond = 50;
const secondsEach = 10;
const aimMs = 50;

/**
 * Each kind of request alone at 50 per second: pages of 50 (the default) and of 200 (the console's), and single objects. The server's processor
 * time per request differs less between two runs than the latency does.
 */
export async function readLatencies(
  { api, server }: { api: ApiClient; server: ServerProcess },
  { nodeIds, volumeIds }: { nodeIds: readonly string[]; volumeIds: readonly string[] },
): Promise<Measurement[]> {
  const { items: drives } = await api.call(endpoints.listDrives, { query: { limit: 200 } });
  const pick = <T>(items: readonly T[], n: number): T => items[(n * 7919) % items.length]!;
  const requests: Record<string, (n: number) => Promise<unknown>> = {
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
  const rows: Measurement[] = [];
  for (const [name, request] of Object.entries(requests)) {
    await atRate(requestsPerSecond, 2, request); // warm-up
    const before = await cpuSeconds(server.pid);
    const latencies = await atRate(requestsPerSecond, secondsEach, request);
    const cpuMs = ((await cpuSeconds(server.pid)) - before) * 1000;
    rows.push(...asRows(name, latencies, aimMs), { name: `${name}, server CPU per request`, value: cpuMs / latencies.length, unit: 'ms' });
  }
  return rows;
}

export const benchReads = (): Promise<Measurement[]> =>
  onBenchServer(async ({ api, server, db, agents }) => {
    const cluster = await seedLargeCluster(api, db);
    agents.push(...cluster.agents);
    return readLatencies({ api, server }, { nodeIds: agents.map(({ nodeId }) => nodeId), volumeIds: cluster.volumeIds });
  });
