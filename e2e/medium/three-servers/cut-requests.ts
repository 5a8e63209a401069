import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { expect, test } from 'vitest';
import { type ApiClient, ProblemError, until } from '../../support/api-client.js';
import type { ThreeServers } from '../../support/three-servers.js';

const NAME = 'cut';

interface CutRequest {
  name: string;
  request(api: ApiClient, three: ThreeServers): Promise<unknown>;
  isDone(api: ApiClient): Promise<boolean>;
}
type Cut = { name: string; cut(three: ThreeServers): Promise<void> };

const volume = async (api: ApiClient): Promise<Volume | undefined> => {
  const [found] = (await api.call(endpoints.listVolumes, { query: { name: NAME } })).items;
  return found && api.call(endpoints.getVolume, { params: { id: found.id } });
};
const existing = async (api: ApiClient): Promise<Volume> => (await volume(api)) ?? expect.fail(`no volume ${NAME}`);
const attachment = async (api: ApiClient) => (await api.call(endpoints.listAttachments)).items.find((each) => each.volume.name === NAME);
const drive = async (api: ApiClient) =>
  api.call(endpoints.getDrive, { params: { id: (await existing(api)).legs[0]?.drive.id ?? expect.fail('no leg') } });
const evicting = async (api: ApiClient) =>
  (await api.call(endpoints.listDrives, { query: { limit: 200 } })).items.filter(({ scheduling }) => scheduling !== 'open');

const REQUESTS: Record<string, CutRequest> = {
  create: {
    name: 'create',
    request: (api, { driveClassId }) =>
      api.call(endpoints.createVolume, { body: { name: NAME, sizeBytes: GiB, protection: 'raid1', driveClassId } }),
    isDone: async (api) => (await volume(api))?.state === 'available',
  },
  attach: {
    name: 'attach',
    request: async (api) => {
      const [client] = (await api.call(endpoints.listNodes, { query: { name: 'client-0' } })).items;
      return api.call(endpoints.createAttachment, { body: { volumeId: (await existing(api)).id, nodeId: client?.id ?? '' } });
    },
    isDone: async (api) => (await attachment(api))?.state === 'attached',
  },
  grow: {
    name: 'grow',
    request: async (api) => {
      const { id, version } = await existing(api);
      return api.call(endpoints.updateVolume, { params: { id }, body: { sizeBytes: 2 * GiB }, ifMatch: version });
    },
    isDone: async (api) => {
      const { sizeBytes, growth } = await existing(api);
      return sizeBytes === 2 * GiB && growth === null;
    },
  },
  evict: {
    name: 'evict',
    request: async (api) => {
      const { id, version } = await drive(api);
      return api.call(endpoints.evictDrive, { params: { id }, ifMatch: version });
    },
    isDone: async (api) => (await evicting(api)).some(({ scheduling }) => scheduling === 'evicted'),
  },
  detach: {
    name: 'detach',
    request: async (api) => {
      const { id, version } = (await attachment(api)) ?? expect.fail('not attached');
      return api.call(endpoints.deleteAttachment, { params: { id }, ifMatch: version });
    },
    isDone: async (api) => (await attachment(api)) === undefined,
  },
  delete: {
    name: 'delete',
    request: async (api) => {
      const { id, version } = await existing(api);
      return api.call(endpoints.deleteVolume, { params: { id }, ifMatch: version });
    },
    isDone: async (api) => (await volume(api)) === undefined,
  },
};
const CUTS: Record<string, Cut> = {
  server: {
    name: 'SIGKILL of its server',
    cut: async (three) => {
      await three.server(0).kill();
      await three.startServer(0);
    },
  },
  primary: { name: 'a step-down of the primary', cut: (three) => three.stepDown() },
  agents: {
    name: 'SIGKILL of the agents and their machines',
    cut: async (three) => {
      await three.simulation.stop('SIGKILL');
      await three.simulation.start();
    },
  },
};

const openJobs = (three: ThreeServers) => three.database.collection('jobs').countDocuments({ state: { $nin: ['done', 'failed'] } });

/** Repeats a read that is answered 503, as the API asks for: an election may take long on a busy machine. */
async function answered<T>(read: () => Promise<T>): Promise<T> {
  const { value } = await until('an answer', 60, async () => {
    try {
      return { value: await read() };
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status === 503) return undefined;
      throw error;
    }
  });
  return value;
}

/** Cuts a request; it ends done, or undone, and then the same request ends done. */
async function cutShort(three: ThreeServers, { request, isDone, name }: CutRequest, { cut }: Cut): Promise<'done' | 'undone'> {
  const asked = request(three.api(0), three).catch(() => undefined); // the cut takes its answer
  await sleep(Math.random() * 60); // at any moment: the sweep cuts at each step
  await cut(three);
  await asked;
  const api = three.api(1);
  await until(`no open job after the cut ${name}`, 60, async () => ((await openJobs(three)) === 0 ? true : undefined));
  if (await answered(() => isDone(api))) return 'done';
  // A node that boots makes the volume unknown for a moment: a refusal says so, and the request is repeated.
  await until(`${name} accepted`, 60, async () => {
    try {
      await request(api, three);
      return true;
    } catch (error) {
      if (!(error instanceof ProblemError && [409, 412, 503].includes(error.problem.status))) throw error;
      return (await answered(() => isDone(api))) ? true : undefined;
    }
  });
  await until(`${name} done`, 60, async () => ((await answered(() => isDone(api))) && (await openJobs(three)) === 0 ? true : undefined));
  return 'undone';
}

/** Each operation, with one kind of cut. */
const CASES = [
  [REQUESTS['create'], CUTS['server']],
  [REQUESTS['attach'], CUTS['primary']],
  [REQUESTS['grow'], CUTS['agents']],
  [REQUESTS['evict'], CUTS['server']],
  [REQUESTS['detach'], CUTS['primary']],
  [REQUESTS['delete'], CUTS['agents']],
] as [CutRequest, Cut][];

export function cutRequests(cluster: () => ThreeServers): void {
  test('ends requests that are cut done or undone, and leaves nothing (S9)', async () => {
    const three = cluster();
    const booked = async () =>
      (await three.api(1).call(endpoints.listDrives, { query: { limit: 200 } })).items.map((each) => each.allocatedBytes);
    await until('no open job', 60, async () => ((await openJobs(three)) === 0 ? true : undefined));
    const before = await booked();
    const ended: string[] = [];
    for (const [request, cut] of CASES) ended.push(`${request.name} ${await cutShort(three, request, cut)} after ${cut.name}`);
    console.log(`${ended.length} requests cut: ${ended.join(', ')}`);
    for (const { id, version } of await evicting(three.api(1)))
      await three.api(1).call(endpoints.uncordonDrive, { params: { id }, ifMatch: version });
    expect(await booked()).toEqual(before);
    await until('no orphan at any node', 60, async () => {
      const { items } = await three.api(1).call(endpoints.listNodes, { query: { limit: 200 } });
      return items.every(({ orphans }) => orphans.count === 0) ? true : undefined;
    });
    await three.allAgentsAt([0, 1, 2], 60);
  });
}
