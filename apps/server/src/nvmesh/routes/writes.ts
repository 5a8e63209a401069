import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Node } from '@weft/shared/kinds/node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ObjectAnswer, refused } from '../dialect/answer.js';
import { isDocument } from '../dialect/document.js';
import { noCounterpart, Refusal } from '../dialect/reasons.js';
import { clientRequest } from '../requests/attach-request.js';
import { nameIn, objectsOf } from '../requests/named.js';
import { deleteDriveClass, evictDrive, saveDriveClass, updateDriveClass } from './class-writes.js';
import { attachVolume, clientIn, detachVolume } from './client-writes.js';
import { send } from './login.js';
import { deleteVolume, saveVolume, updateVolume } from './volume-writes.js';
import { ApiRefusal, type WeftApi } from './weft-api.js';

type Write = (api: WeftApi, object: unknown) => Promise<ObjectAnswer>;
type ApiOf = (request: FastifyRequest) => WeftApi;

/** What each object of a request asks for. */
const writes: Readonly<Record<string, Write>> = {
  '/volumes/update': updateVolume,
  '/volumes/extend': updateVolume,
  '/volumes/delete': deleteVolume,
  '/diskClasses/save': saveDriveClass,
  '/diskClasses/update': updateDriveClass,
  '/diskClasses/delete': deleteDriveClass,
  '/disks/evictDiskByDiskIds': evictDrive,
  '/disks/evictDiskByDiskIDsAndUUIDs': evictDrive,
};

const NODES_INSTEAD = 'Remove the node in Weft, when it holds no legs and no attachments.';
const PROFILES_INSTEAD = 'Change the settings of the cluster in Weft.';
/** What NVMesh does and Weft does not, or not by this request. Each object gets the reason. */
const withoutCounterpart: Readonly<Record<string, readonly [what: string, instead: string]>> = {
  '/volumes/rebuildVolumes': ['a rebuild on request', 'Weft starts repairs by itself (docs/repair.md).'],
  '/volumes/initEncryption': ["the clients' passphrases", 'Weft keeps the keys (docs/encryption.md).'],
  '/volumes/addPassphrase': ["the clients' passphrases", 'Weft keeps the keys (docs/encryption.md).'],
  '/volumes/deletePassphrase': ["the clients' passphrases", 'Weft keeps the keys (docs/encryption.md).'],
  '/volumes/rotatePassphrase': ["the clients' passphrases", 'Weft keeps the keys (docs/encryption.md).'],
  '/clients/delete': ['a client without its node', NODES_INSTEAD],
  '/clients/setControlJobs': ['control jobs', 'Use /clients/attach and /clients/detach.'],
  '/clients/setEmulationMode': ['emulated devices', 'Attach volumes as block devices.'],
  '/servers/delete': ['a target without its node', NODES_INSTEAD],
  '/servers/deleteNIC': ['a NIC that stays after its removal', 'Weft forgets a NIC when the agent reports its node without it.'],
  '/servers/deleteNic': ['a NIC that stays after its removal', 'Weft forgets a NIC when the agent reports its node without it.'],
  '/servers/setZone': ['zones set by this request', 'Set the label zone of the node in Weft.'],
  '/servers/setBatchControlJobs': ['a shutdown of nodes', 'Use maintenance of nodes in Weft (docs/repair.md).'],
  '/cluster/shutDownCluster': ['a shutdown of the cluster', 'Use maintenance of nodes in Weft (docs/repair.md).'],
  '/disks/delete': ['a drive that is deleted by hand', 'Release the drive in Weft, when it holds no legs.'],
  '/disks/formatDiskByDiskIds': ['formatting by this request', 'Wipe the drive in Weft, with its serial number as confirmation.'],
  '/disks/formatDiskByIDsAndUUIDs': ['formatting by this request', 'Wipe the drive in Weft, with its serial number as confirmation.'],
  '/logs/acknowledge': ['logs that are acknowledged', 'Acknowledge the alert in Weft, with a comment.'],
  '/logs/acknowledgeAll': ['logs that are acknowledged', 'Acknowledge each alert in Weft, with a comment.'],
  '/generalSettings/update': ["NVMesh's settings", PROFILES_INSTEAD],
  '/nvmeshMetadata/updateClusterID': ['a name of the cluster', 'Its id never changes.'],
  ...nounWrites('configurationProfiles', 'configuration profiles', PROFILES_INSTEAD),
  '/configurationProfiles/apply': ['configuration profiles', PROFILES_INSTEAD],
  ...nounWrites('serverClasses', 'target classes', 'Make a drive class with a selector of nodes.'),
  ...nounWrites('volumeProvisioningGroups', 'volume provisioning groups', 'Give RAIDLevel and diskClasses of each volume.'),
  ...nounWrites('volumeSecurityGroups', 'volume security groups', 'Give roles in Weft volume groups (docs/access.md).'),
  ...nounWrites('keys', 'keys of clients', 'Weft authenticates nodes by itself (docs/authentication.md).'),
  ...nounWrites('users', "NVMesh's users", 'Manage users in Weft (docs/access.md).'),
};

function nounWrites(noun: string, what: string, instead: string) {
  return Object.fromEntries(['save', 'update', 'delete'].map((action) => [`/${noun}/${action}`, [what, instead] as const]));
}

/** Objects one after the other, each with its own answer: a refused object does not stop the next. */
async function each(objects: readonly unknown[], write: (object: unknown) => Promise<ObjectAnswer>): Promise<ObjectAnswer[]> {
  const answers: ObjectAnswer[] = [];
  for (const object of objects) answers.push(await write(object).catch((error: unknown) => answerTo(object, error)));
  return answers;
}

function answerTo(object: unknown, error: unknown): ObjectAnswer {
  if (error instanceof Refusal || error instanceof ApiRefusal) return refused(nameIn(object), error);
  throw error;
}

/** @param apiOf the API in the name of the sender of a request */
export function addWrites(fastify: FastifyInstance, apiOf: ApiOf): void {
  for (const [path, write] of Object.entries(writes))
    fastify.post(path, async (request, reply) => {
      const api = apiOf(request);
      await send(reply, await each(objectsOf(request.body), (object) => write(api, object)));
    });
  fastify.post('/volumes/save', async (request, reply) => send(reply, await saveVolumes(apiOf(request), request.body)));
  const attachments: Readonly<Record<string, typeof attachVolume>> = { '/clients/attach': attachVolume, '/clients/detach': detachVolume };
  for (const [path, write] of Object.entries(attachments))
    fastify.post(path, async (request, reply) => {
      const api = apiOf(request);
      const wanted = clientRequest(request.body);
      const nodes = await api.all<Node>(endpoints.listNodes);
      await send(reply, await each(wanted.volumes, async (object) => write(api, clientIn(nodes, wanted), object)));
    });
  for (const [path, [what, instead]] of Object.entries(withoutCounterpart))
    fastify.post(path, async (request, reply) => {
      const refusal = noCounterpart(what, instead);
      const { body } = request;
      const isList = Array.isArray(body) || (isDocument(body) && Array.isArray(body.Ids));
      await send(reply, isList ? objectsOf(body).map((object) => refused(nameIn(object), refusal)) : refused(nameIn(body), refusal));
    });
}

/** NVMesh 1 sent one object with lists of what to create, change and delete. */
async function saveVolumes(api: WeftApi, body: unknown): Promise<ObjectAnswer[]> {
  if (!isDocument(body) || !('create' in body)) return each(objectsOf(body), (object) => saveVolume(api, object));
  const lists: readonly [unknown, Write][] = [
    [body.create, saveVolume],
    [body.edit, updateVolume],
    [body.remove, deleteVolume],
  ];
  const answers: ObjectAnswer[] = [];
  for (const [objects, write] of lists) answers.push(...(await each(objectsOf(objects ?? []), (object) => write(api, object))));
  return answers;
}
