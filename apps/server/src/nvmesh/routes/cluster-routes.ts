import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Document } from '../dialect/document.js';
import { parseQuery, select } from '../dialect/query.js';
import { clusterStatusOf, countersOf, generalSettingsDocument, spaceOf, statusOf } from '../nouns/cluster-status.js';
import { queryOf } from './lists.js';
import { send } from './login.js';
import { readCounted, readDisks, readIdentity, readLogs } from './reads.js';
import type { WeftApi } from './weft-api.js';

const GB = 1e9;

/** Routes about the whole cluster. @param apiOf the API in the name of the sender of a request */
export function addClusterRoutes(fastify: FastifyInstance, apiOf: (request: FastifyRequest) => WeftApi): void {
  const get = (path: string, answer: (api: WeftApi, query: Document) => Promise<unknown>): void => {
    fastify.get(path, async (request, reply) => send(reply, await answer(apiOf(request), queryOf(request))));
  };
  const status =
    (of: typeof statusOf | typeof clusterStatusOf) =>
    async (api: WeftApi, { skipLogs }: Document): Promise<unknown> => {
      const logs = skipLogs === 'true' ? [] : readLogs(api);
      const [counted, shown, identity] = await Promise.all([readCounted(api), logs, readIdentity(api)]);
      return of(counted, shown, identity);
    };
  get('/status', status(statusOf));
  get('/getClusterStatus', status(clusterStatusOf));
  get('/getCounters', async (api) => countersOf(await readCounted(api)));
  get('/getVolumeCounters', async (api) => countersOf(await readCounted(api)).volumeCount);
  get('/getSpaceAllocation', async (api) => {
    const { totalSpace, freeSpace } = spaceOf((await readDisks(api)).map(({ disks }) => disks));
    return { _id: '', totalCapacityInGigabytes: totalSpace / GB, availableSpaceInGigabytes: freeSpace / GB };
  });
  get('/version', async (api) => ({ version: (await readIdentity(api)).version, commit: '', changeID: '', branch: 'weft' }));
  get('/managementVersion', async (api) => (await readIdentity(api)).version);
  get('/APIVersion', async () => DIALECT);
  get('/systemInfo', async (api) => {
    const { version, clusterId } = await readIdentity(api);
    return { managementVersion: version, rpmVersion: version, APIVersion: DIALECT, dbUUID: clusterId, clusterID: clusterId };
  });
  get('/aboutInfo', async (api) => {
    const { version, clusterId } = await readIdentity(api);
    return { managementVersion: version, clusterID: clusterId };
  });
  get('/nvmeshMetadata/clusterID', async (api) => {
    const { clusterId } = await readIdentity(api);
    return { _id: clusterId, id: clusterId, uuid: clusterId, needReconfirm: false };
  });
  get(
    '/generalSettings/all',
    async (api, query) => select([generalSettingsDocument(await readIdentity(api))], parseQuery({}, query)).items,
  );
}

/** Version of the REST that NVMesh management 3.5 documents. */
const DIALECT = '17';
