import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { TiB } from '@weft/shared/units';
import type { Db } from 'mongodb';
import type { LeaseDocument } from '../../../apps/server/src/core/leases/lease-documents.js';
import type { DriveDocument } from '../../../apps/server/src/domain/documents/drive.document.js';
import { changed } from '../../../apps/server/src/domain/documents/parts.js';
import { storedAttachment } from '../../../apps/server/test-support/stored-attachment.js';
import { storedVolume } from '../../../apps/server/test-support/stored-volume.js';
import { type ApiClient, until } from '../../support/api-client.js';
import type { ScriptedAgent } from '../../support/scripted-agent.js';
import { type ClusterSize, enroll, size, timed, zones } from './large-cluster.js';

export const LEGS = 8;
export const CLIENTS_EACH = 2;

export interface SeededSize extends ClusterSize {
  legs: number;
  clientsEach: number;
  /** Missing: 1 TiB. All legs have to fit on the drives. */
  volumeBytes?: number;
}
const usual: SeededSize = { ...size, legs: LEGS, clientsEach: CLIENTS_EACH };
const driveCount = ({ targets, drivesPerTarget }: ClusterSize): number => targets * drivesPerTarget;
const bytesOf = ({ volumeBytes = TiB }: SeededSize): number => volumeBytes;
const legBytes = (sizes: SeededSize): number => bytesOf(sizes) / sizes.legs;
/** MongoDB takes messages of 48 MB. */
const AT_ONCE = 5000;

/** What the stored objects need of an agent: it may be one of another process. */
export type SeededAgent = Pick<ScriptedAgent, 'nodeId' | 'name' | 'bootId' | 'addressOn'>;

/** An attachment, and the agent of its client. */
export interface SeededAttachment<A extends SeededAgent = ScriptedAgent> {
  id: string;
  volumeId: string;
  agent: A;
}

interface SeededLeg {
  legId: string;
  volumeId: string;
  driveSerial: string;
}

export interface SeededCluster<A extends SeededAgent = ScriptedAgent> {
  agents: A[];
  volumeIds: string[];
  /** Legs by node id. */
  legs: ReadonlyMap<string, SeededLeg[]>;
  attachments: SeededAttachment<A>[];
}

/**
 * Missing size: 128 targets, 3,072 drives, 1,000 clients, 1,000 volumes of 8 legs and 2,000 attachments. Nodes enroll and report their drives. Volumes and
 * attachments are written to the database in their stored form: a server takes a quarter of an hour to make them, and that is no part of a console bench.
 */
export const seedLargeCluster = (api: ApiClient, db: Db, sizes: SeededSize = usual): Promise<SeededCluster> =>
  seedCluster(api, db, sizes, () => enroll(api, sizes));

/** The same with agents that `enrolled` makes, the targets first. */
export async function seedCluster<A extends SeededAgent>(
  api: ApiClient,
  db: Db,
  sizes: SeededSize,
  enrolled: () => Promise<A[]>,
): Promise<SeededCluster<A>> {
  const { version } = await api.call(endpoints.getSettings);
  const storageNetworks = ['left', 'right'].map((name, at) => ({ name, cidrs: [`10.${at}.0.0/16`] }));
  await api.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: version });
  const agents = await timed(`enrolled ${sizes.targets + sizes.clients} agents`, enrolled);
  await until('all drives listed', 120, async () => {
    const { total } = await api.call(endpoints.listDrives, { query: { limit: 1 } });
    return total === driveCount(sizes) ? true : undefined;
  });
  const classIds: string[] = [];
  for (let zone = 1; zone <= zones; zone += 1) {
    const members = { by: 'selector' as const, selector: { nodeLabels: { zone: `z${zone}` } } };
    classIds.push((await api.call(endpoints.createDriveClass, { body: { name: `zone-${zone}`, members } })).id);
  }
  await holdReconciler(db);
  return timed('wrote volumes and attachments', () => writeObjects(db, agents, classIds, sizes));
}

/** Stops the reconciler: the written objects are already in their final state, and checking them all would load the measured machine. */
async function holdReconciler(db: Db): Promise<void> {
  const leases = db.collection<LeaseDocument>('leases');
  const held = { $set: { holder: 'bench', expiresAt: new Date(Date.now() + 86_400_000) }, $inc: { term: 1 } };
  const { matchedCount } = await leases.updateOne({ _id: 'reconcile' }, held);
  if (matchedCount !== 1) throw new Error('the server has no lease "reconcile" that the bench could hold');
}

async function writeObjects<A extends SeededAgent>(
  db: Db,
  agents: readonly A[],
  classIds: readonly string[],
  sizes: SeededSize,
): Promise<SeededCluster<A>> {
  const drives = await fillDrives(db, sizes);
  const volumes = Array.from({ length: sizes.volumes }, (_, at) => seededVolume(at, drives, classIds, sizes));
  const attached = attachmentsOf(volumes, agents.slice(sizes.targets), sizes.clientsEach);
  const agentOf = new Map(agents.map((agent) => [agent.nodeId, agent]));
  await insertAll(db, 'objectStatuses', [
    ...attached.map((each) => attachmentStatus(each, agentOf)),
    ...volumes.flatMap(({ legs }) => legs.map((leg) => legStatus(leg, agentOf))),
  ]);
  await insertAll(db, 'volumes', volumes);
  await insertAll(
    db,
    'attachments',
    attached.map(({ stored }) => stored),
  );
  const legs = new Map<string, SeededLeg[]>();
  for (const { _id, legs: all } of volumes)
    for (const { id, nodeId, driveSerial } of all) {
      const there = legs.get(nodeId) ?? [];
      there.push({ legId: id, volumeId: _id, driveSerial });
      legs.set(nodeId, there);
    }
  return {
    agents: [...agents],
    legs,
    volumeIds: volumes.map(({ _id }) => _id),
    attachments: attached.map(({ agent, volume, stored }) => ({ id: stored._id, volumeId: volume._id, agent })),
  };
}

async function insertAll(db: Db, name: string, documents: readonly { _id: string }[]): Promise<void> {
  const collection = db.collection<{ _id: string }>(name);
  for (let at = 0; at < documents.length; at += AT_ONCE) await collection.insertMany(documents.slice(at, at + AT_ONCE), { ordered: false });
}

/** Puts all drives in service, with the space of their legs in use. */
async function fillDrives(db: Db, sizes: SeededSize): Promise<DriveDocument[]> {
  const collection = db.collection<DriveDocument>('drives');
  const legsOnDrive = (sizes.volumes * sizes.legs) / driveCount(sizes);
  const capacityBytes = 2.39e12;
  await collection.updateMany({}, [
    {
      $set: {
        ...{ 'spec.desired': 'in-service', 'status.inService': true, 'status.capacityBytes': capacityBytes },
        'status.allocatedBytes': Math.ceil(legsOnDrive) * legBytes(sizes),
        'status.largestFreeBytes': capacityBytes - Math.ceil(legsOnDrive) * legBytes(sizes),
        'status.inventory.smart': {
          ...{ temperatureCelsius: 41, percentageUsed: { $toInt: { $multiply: [{ $rand: {} }, 60] } }, availableSparePercent: 100 },
          ...{ mediaErrors: 0, criticalWarning: 0, powerOnHours: 8846, unsafeShutdowns: 3 },
        },
      },
    },
  ]);
  return collection.find().sort({ nodeId: 1, serial: 1 }).toArray();
}

type SeededVolume = ReturnType<typeof seededVolume>;

function seededVolume(at: number, drives: readonly DriveDocument[], classIds: readonly string[], sizes: SeededSize) {
  const sizeBytes = legBytes(sizes);
  // 49 and the number of drives are coprime: neighbouring legs are on different targets, and all drives are used alike.
  const on = Array.from({ length: sizes.legs }, (_, leg) => drives[((at * sizes.legs + leg) * 49) % drives.length] as DriveDocument);
  const before = storedVolume(
    `v${at + 1}`,
    on.map(({ _id, nodeId }) => ({ driveId: _id, nodeId })),
    classIds[at % classIds.length],
  );
  return {
    ...before,
    _id: randomUUID(),
    legs: before.legs.map((leg, index) => ({
      ...leg,
      ...{ id: randomUUID(), driveSerial: on[index]?.serial ?? '', nodeName: on[index]?.nodeName ?? '' },
      spec: { ...leg.spec, failureDomain: on[index]?.nodeName ?? '', sizeBytes, dataBytes: sizeBytes },
      status: { ...leg.status, state: 'ready' as const, health: 'healthy' as const },
    })),
    spec: { ...before.spec, sizeBytes: bytesOf(sizes), protection: 'raid0' as const, stripeWidth: sizes.legs },
    status: { ...before.status, state: 'available' as const, health: 'healthy' as const, observedGeneration: 1 },
  };
}

/** Attaches each volume to `each` clients. */
const attachmentsOf = <A extends SeededAgent>(volumes: readonly SeededVolume[], clients: readonly A[], each: number) =>
  volumes.flatMap((volume, at) =>
    Array.from({ length: each }, (_, which) => {
      const agent = clients[(at + which * 7) % clients.length] as A;
      const node = { _id: agent.nodeId, name: agent.name };
      const stored = changed(storedAttachment(volume, node), {
        spec: { mode: 'shared' },
        status: { state: 'attached', observedGeneration: 1 },
      });
      return { agent, volume, stored };
    }),
  );

type AgentOf = ReadonlyMap<string, SeededAgent>;

const attachmentStatus = ({ agent, volume, stored }: ReturnType<typeof attachmentsOf>[number], agentOf: AgentOf) => ({
  ...{ _id: `${agent.nodeId}/attachment/${stored._id}`, nodeId: agent.nodeId, kind: 'attachment', objectId: stored._id },
  ...{ bootId: agent.bootId, receivedAt: new Date(), version: 1 },
  status: {
    ...{ kind: 'attachment', id: stored._id, state: 'done', reason: null },
    observed: {
      ...{ available: true, open: false, array: null, legs: [] },
      paths: volume.legs.flatMap(({ id: legId, nodeId }) =>
        ['left', 'right'].map((storageNetwork, at) => ({
          ...{ legId, storageNetwork, address: agentOf.get(nodeId)?.addressOn(at) ?? '', controllerState: 'live' },
        })),
      ),
    },
  },
});

const legStatus = ({ id, nodeId, spec: { sizeBytes } }: SeededVolume['legs'][number], agentOf: AgentOf) => ({
  ...{ _id: `${nodeId}/leg/${id}`, nodeId, kind: 'leg', objectId: id },
  ...{ bootId: agentOf.get(nodeId)?.bootId ?? '', receivedAt: new Date(), version: 1 },
  status: {
    ...{ kind: 'leg', id, state: 'done', reason: null },
    observed: { present: true, wiped: true, open: true, sizeBytes, backed: true },
  },
});
