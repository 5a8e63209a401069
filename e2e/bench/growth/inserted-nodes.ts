/** Nodes that are written into the database as they are stored: a large cluster within a minute, for agents that connect then or for what needs none. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { type ApiClient, until } from '../../support/api-client.js';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import { nodeAt } from '../clusters/large-cluster.js';
import type { SeededSize } from '../clusters/seeded-cluster.js';

const AT_ONCE = 1000;
/** A node that an agent can connect as. */
export interface InsertedNode {
  nodeId: string;
  /** Its place in `nodeAt`. */
  index: number;
  name: string;
  credential: string;
}
interface StoredNode {
  _id: string;
  name: string;
  hostId: string;
  credentialHash: string;
  spec: { labels: Record<string, string> };
  status: { connection: object; inventory: { nics: { addresses: string[] }[] } };
}
interface StoredDrive {
  _id: string;
  nodeId: string;
  nodeName: string;
  serial: string;
}

async function insertAll<T extends { _id: string }>(db: Db, name: string, documents: readonly T[]): Promise<void> {
  for (let at = 0; at < documents.length; at += AT_ONCE)
    await db.collection<{ _id: string }>(name).insertMany(documents.slice(at, at + AT_ONCE), { ordered: false });
}

/** Enrolls one target and one client, and copies what is stored of them. No agent is connected. @returns the targets first */
export async function insertNodes(api: ApiClient, db: Db, sizes: SeededSize): Promise<InsertedNode[]> {
  const nodes = db.collection<StoredNode>('nodes');
  const firsts: StoredNode[] = [];
  for (const index of [0, sizes.targets]) {
    const { name, drives, ...more } = nodeAt(index, sizes);
    const agent = await ScriptedAgent.enroll(api, name, drives, more);
    const stored = async () => (await nodes.findOne({ _id: agent.nodeId, 'status.inventory': { $ne: null } } as object)) ?? undefined;
    firsts.push(await until(`the inventory of ${name}`, 60, stored));
    await agent.close();
  }
  const ofFirst = await until('drives of the first target', 60, async () => {
    const found = await db.collection<StoredDrive>('drives').find().toArray();
    return found.length === sizes.drivesPerTarget ? found : undefined;
  });
  const [target, client] = firsts as [StoredNode, StoredNode];
  const all = Array.from({ length: sizes.targets + sizes.clients }, (_, index) => {
    const first = [target, client][index === 0 ? 0 : index === sizes.targets ? 1 : 2];
    return { index, isNew: first === undefined, node: first ?? copy(index < sizes.targets ? target : client, nodeAt(index, sizes)) };
  });
  const inserted = all.map(({ index, node: { _id: nodeId, name } }) => ({
    nodeId,
    index,
    name,
    credential: randomBytes(32).toString('base64url'),
  }));
  const hash = (index: number) =>
    createHash('sha256')
      .update(inserted[index]?.credential ?? '')
      .digest('hex');
  await insertAll(
    db,
    'nodes',
    all.filter(({ isNew }) => isNew).map(({ index, node }) => ({ ...node, credentialHash: hash(index) })),
  );
  for (const { index, isNew, node } of all) if (!isNew) await nodes.updateOne({ _id: node._id }, { $set: { credentialHash: hash(index) } });
  await insertAll(
    db,
    'drives',
    inserted
      .slice(1, sizes.targets)
      .flatMap(({ nodeId, name: nodeName }) =>
        ofFirst.map((drive) => ({ ...drive, _id: randomUUID(), nodeId, nodeName, serial: drive.serial.replace('t1', nodeName) })),
      ),
  );
  return inserted;
}

function copy(node: StoredNode, { name, network, labels }: ReturnType<typeof nodeAt>): StoredNode {
  const nics = node.status.inventory.nics.map((nic, index) => ({ ...nic, addresses: [`10.${index}.${network >> 8}.${network & 255}/16`] }));
  return {
    ...node,
    ...{ _id: randomUUID(), name, hostId: randomUUID() },
    spec: { ...node.spec, labels: { ...node.spec.labels, ...labels } },
    status: { ...node.status, connection: { state: 'never', since: null, serverId: null }, inventory: { ...node.status.inventory, nics } },
  };
}

/** For what needs no agent: the nodes count as online at the one server. */
export async function countAsOnline(db: Db): Promise<void> {
  const [server] = await db.collection<{ _id: string }>('servers').find().toArray();
  const connection = { state: 'online', since: new Date(), serverId: server?._id ?? null };
  await db.collection('nodes').updateMany({}, { $set: { 'status.connection': connection } });
}
