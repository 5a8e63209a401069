import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refused } from '../dialect/answer.js';
import { type Document, isDocument } from '../dialect/document.js';
import { exactName, parseQuery, select } from '../dialect/query.js';
import { Refusal } from '../dialect/reasons.js';
import { send } from './login.js';
import { readClients, readDisks, readDriveClasses, readLogs, readProfiles, readTargets, readVolumes } from './reads.js';
import type { WeftApi } from './weft-api.js';

type Read = (api: WeftApi, name?: string) => Promise<readonly Document[]>;

/** Each list of NVMesh management, under the path of its noun. Empty: NVMesh has the noun and Weft has not, so there is none of it. */
const lists: Readonly<Record<string, Read>> = {
  servers: readTargets,
  clients: readClients,
  volumes: readVolumes,
  diskClasses: readDriveClasses,
  configurationProfiles: readProfiles,
  logs: readLogs,
  serverClasses: async () => [],
  volumeProvisioningGroups: async () => [],
  volumeSecurityGroups: async () => [],
  keys: async () => [],
};

interface Listed {
  Params: { page?: string; count?: string };
}

export const queryOf = (request: FastifyRequest): Document => (isDocument(request.query) ? request.query : {});

/** @param apiOf the API in the name of the sender of a request */
export function addLists(fastify: FastifyInstance, apiOf: (request: FastifyRequest) => WeftApi): void {
  const list = (noun: string, read: Read, path = `/${noun}/all`): void => {
    const answer = async (request: FastifyRequest): Promise<Document[]> => {
      const query = queryOf(request);
      const wanted = parseQuery(request.params as Listed['Params'], query);
      return select(await read(apiOf(request), exactName(query.filter)), wanted).items;
    };
    for (const route of [path, `${path}/:page/:count`])
      fastify.get<Listed>(route, async (request, reply) => send(reply, await answer(request)));
  };
  for (const [noun, read] of Object.entries(lists)) {
    list(noun, read);
    fastify.get(`/${noun}/count`, async (request, reply) => send(reply, await countOf(apiOf(request), read, queryOf(request))));
    fastify.get<{ Params: { id: string } }>(`/${noun}/:id`, async (request, reply) => {
      const { id } = request.params;
      const found = (await read(apiOf(request), id)).find(({ _id }) => _id === id);
      await send(reply, found ?? refused(id, new Refusal('not-found', { kind: 'object', name: id.slice(0, 256) })));
    });
  }
  const alerts: Read = async (api) => (await readLogs(api)).filter(({ meta }) => !meta.acknowledged);
  list('logs', alerts, '/logs/alerts');
  fastify.get('/logs/alerts/count', async (request, reply) => send(reply, await countOf(apiOf(request), alerts, queryOf(request))));
  addDisks(fastify, apiOf);
}

async function countOf(api: WeftApi, read: Read, { filter }: Document): Promise<number> {
  const wanted = parseQuery({}, { filter });
  return select(await read(api), wanted).total;
}

/** Drives are listed beside their targets, and not as a plain list but to NVMesh's own Python clients. */
function addDisks(fastify: FastifyInstance, apiOf: (request: FastifyRequest) => WeftApi): void {
  for (const route of ['/disks/all', '/disks/all/:page/:count'])
    fastify.get<Listed>(route, async (request, reply) => {
      const wanted = parseQuery(request.params, queryOf(request));
      const { items, total } = select(await readDisks(apiOf(request)), wanted);
      const plain = request.headers['user-agent']?.includes('python-requests') ?? false;
      await send(reply, plain ? items : { edges: items, pageInfo: [{ _id: 1, count: total }] });
    });
  fastify.get('/disks/count', async (request, reply) => send(reply, await countOf(apiOf(request), readDisks, queryOf(request))));
  fastify.get('/disks/models', async (request, reply) => {
    const counts = new Map<string, number>();
    for (const { disks } of await readDisks(apiOf(request))) counts.set(disks.Model, (counts.get(disks.Model) ?? 0) + 1);
    await send(
      reply,
      [...counts].map(([_id, available]) => ({ _id, available })),
    );
  });
  fastify.get<{ Params: { model: string } }>('/disks/disksByModel/:model', async (request, reply) => {
    const disks = await readDisks(apiOf(request));
    await send(
      reply,
      disks.filter((each) => each.disks.Model === request.params.model),
    );
  });
  fastify.get<{ Params: { id: string } }>('/disks/:id', async (request, reply) => {
    const { id } = request.params;
    const found = (await readDisks(apiOf(request))).find(({ disks }) => disks.diskID === id);
    await send(reply, found ?? refused(id, new Refusal('not-found', { kind: 'drive', name: id.slice(0, 256) })));
  });
}
