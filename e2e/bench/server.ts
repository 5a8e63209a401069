/** One server on one MongoDB with 128 targets, 3,072 drives, 1,000 volumes and 1,128 connected agents. */
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { type ApiClient, until } from '../support/api-client.js';
import type { ScriptedAgent } from '../support/scripted-agent.js';
import type { ServerProcess } from '../support/server-process.js';
import { onBenchServer } from './clusters/bench-server.js';
import { buildLargeCluster, type LargeCluster, size } from './clusters/large-cluster.js';
import type { Measurement } from './measure/result.js';
import { readLatencies } from './reads.js';

/** Generation of each node's assignment. */
async function generations(api: ApiClient): Promise<Map<string, number>> {
  const result = new Map<string, number>();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { items: { id: string; assignment: { generation: number } }[]; nextCursor: string | null } = await api.call(
      endpoints.listNodes,
      { query: { limit: 200, ...(cursor ? { cursor } : {}) } },
    );
    for (const { id, assignment } of page.items) result.set(id, assignment.generation);
    cursor = page.nextCursor;
  }
  return result;
}

/** Compares the nodes whose assignment changed with a new volume to the nodes that hold its legs. */
async function recomputed(api: ApiClient, { driveClassId }: LargeCluster): Promise<Measurement[]> {
  const before = await generations(api);
  const began = performance.now();
  const { volume, job } = await api.call(endpoints.createVolume, {
    body: { name: 'one-more', sizeBytes: 100 * GiB, protection: 'raid10', stripeWidth: 4, driveClassId },
  });
  const answeredMs = performance.now() - began;
  await api.done(job.id);
  const after = await generations(api);
  const changed = [...after].filter(([id, generation]) => generation !== before.get(id)).map(([id]) => id);
  const touched = new Set(volume.legs.map(({ node }) => node.id));
  const met = changed.length === touched.size && changed.every((id) => touched.has(id));
  return [
    { name: 'POST of one volume, answered', value: answeredMs, unit: 'ms' },
    {
      name: `assignments changed by it, of ${after.size}`,
      value: changed.length,
      unit: 'count',
      aim: `${touched.size} with its legs`,
      met,
    },
  ];
}

/** Kills the server, starts it again and waits until the server reports every node online. */
async function reconnect(server: ServerProcess, api: ApiClient, agents: readonly ScriptedAgent[]): Promise<Measurement[]> {
  await server.kill('SIGKILL');
  await until('every agent has lost its server', 60, async () => (agents.some(({ connected }) => connected) ? undefined : true));
  await server.start();
  const ready = performance.now();
  for (const agent of agents) agent.refusals.length = 0;
  await until('every agent is connected', 300, async () => (agents.every(({ connected }) => connected) ? true : undefined));
  const connected = (performance.now() - ready) / 1000;
  await until('every node is online', 300, async () => {
    const { total } = await api.call(endpoints.listNodes, { query: { connection: 'online', limit: 1 } });
    return total === agents.length ? true : undefined;
  });
  const online = (performance.now() - ready) / 1000;
  await sleep(10_000); // the server may still refuse messages after a connect
  const refusals = agents.flatMap(({ refusals: each }) => each);
  for (const [what, times] of countEach(refusals)) console.log(`bench: ${times} × ${what}`);
  return [
    { name: `${agents.length} agents connected again after SIGKILL and restart`, value: connected, unit: 's' },
    { name: '… and online by the API', value: online, unit: 's' },
    { name: '… refusals and errors meanwhile', value: refusals.length, unit: 'count', aim: '0', met: refusals.length === 0 },
  ];
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

export const benchServer = (): Promise<Measurement[]> =>
  onBenchServer(async ({ server, api, agents }) => {
    const cluster = await buildLargeCluster(api);
    agents.push(...cluster.agents);
    const online = await api.call(endpoints.listNodes, { query: { connection: 'online', limit: 1 } });
    if (online.total !== size.targets + size.clients) throw new Error(`only ${online.total} nodes are online`);
    const reads = await readLatencies(
      { api, server },
      {
        nodeIds: agents.map(({ nodeId }) => nodeId),
        volumeIds: cluster.volumes.map(({ id }) => id),
      },
    );
    const changes = await recomputed(api, cluster);
    return [...reads, ...changes, ...(await reconnect(server, api, agents))];
  });
