/** Nodes that are written into the database as they are stored: a large cluster within a minute, for agents that connect then or for what needs none. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { type ApiClient, until } from '../../support/api-client.js';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import { nodeAt } from '../clusters/large-cluster.js';
import type { SeededSize } from '../clusters/seeded-cluster.js';

const AT_ONCE = 500;
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

/**
 * Enrolls one target and one client, and copies their stored documents. No agent is connected. A node whose agent does not connect soon has an alert, so
 * `arrive` gets some nodes at a time, before the next ones are there.
 * @returns the targets first
 */
export async function insertNodes(
  api: ApiClient,
  db: Db,
  sizes: SeededSize,
  arrive: (nodes: InsertedNode[]) => Promise<void>,
): Promise<InsertedNode[]> {
  const nodes = db.collection<StoredNode>('nodes');
  const firstOf = async (index: number) => {
    const { name, drives, ...more } = nodeAt(index, sizes);
    const agent = await ScriptedAgent.enroll(api, name, drives, more);
    const found = async () => (await nodes.findOne({ _id: agent.nodeId, 'status.inventory': { $ne: null } } as object)) ?? undefined;
    const node = await until(`the inventory of ${name}`, 60, found);
    await agent.close();
    return node;
  };
  const target = await firstOf(0);
  const ofTarget = await until('drives of the first target', 60, async () => {
    const found = await db.collection<StoredDrive>('drives').find().toArray();
    return found.length === sizes.drivesPerTarget ? found : undefined;
  });
  const client = await firstOf(sizes.targets);
  const inserted: InsertedNode[] = [];
  while (inserted.length < sizes.targets + sizes.clients) {
    const count = Math.min(AT_ONCE, sizes.targets + sizes.clients - inserted.length);
    const some = Array.from({ length: count }, (_, at) => inserted.length + at).map((index) => {
      const credential = randomBytes(32).toString('base64url');
      const first = index === 0 ? target : index === sizes.targets ? client : null;
      const node = first ?? copy(index < sizes.targets ? target : client, nodeAt(index, sizes));
      return { ...node, credential, index, credentialHash: createHash('sha256').update(credential).digest('hex') };
    });
    await nodes.bulkWrite(
      some.map(({ credential: _, index: __, ...node }) => ({
        updateOne: {
          filter: { _id: node._id },
          update: { $set: { credentialHash: node.credentialHash }, $setOnInsert: exceptHash(node) },
          upsert: true,
        },
      })),
    );
    const drives = some
      .filter(({ index }) => index > 0 && index < sizes.targets)
      .flatMap(({ _id: nodeId, name: nodeName }) =>
        ofTarget.map((drive) => ({ ...drive, _id: randomUUID(), nodeId, nodeName, serial: drive.serial.replace('t1', nodeName) })),
      );
    if (drives.length > 0) await db.collection<StoredDrive>('drives').insertMany(drives);
    const arrived = some.map(({ _id: nodeId, name, index, credential }) => ({ nodeId, name, index, credential }));
    await arrive(arrived);
    inserted.push(...arrived);
  }
  return inserted;
}

const exceptHash = ({ _id, credentialHash, ...node }: StoredNode): Omit<StoredNode, '_id' | 'credentialHash'> => node;

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
