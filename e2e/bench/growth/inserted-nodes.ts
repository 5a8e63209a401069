/** Nodes that are written into the database as they are stored, without agents: a large cluster within a minute, for what needs no agent. */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { type ApiClient, until } from '../../support/api-client.js';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import { zones } from '../clusters/large-cluster.js';
import type { SeededAgent, SeededSize } from '../clusters/seeded-cluster.js';

const AT_ONCE = 1000;
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

/** Enrolls one target and one client, and copies what is stored of them. The copies count as online. @returns the targets first */
export async function insertNodes(api: ApiClient, db: Db, sizes: SeededSize): Promise<SeededAgent[]> {
  const drives = Array.from({ length: sizes.drivesPerTarget }, (_, at) => ({ serial: `t1-d${at + 1}`, sizeBytes: 2.4e12 }));
  const target = await ScriptedAgent.enroll(api, 't1', drives, { network: 1, labels: { zone: 'z1', rack: 'r1' } });
  const client = await ScriptedAgent.enroll(api, 'c1', [], { network: sizes.targets + 1, labels: { rack: 'c1' } });
  const nodes = db.collection<StoredNode>('nodes');
  const stored = await until('inventories of both nodes', 60, async () => {
    const found = await nodes.find({ 'status.inventory': { $ne: null } } as object).toArray();
    return found.length === 2 && (await db.collection('drives').countDocuments()) === drives.length ? found : undefined;
  });
  await Promise.all([target.close(), client.close()]);
  const of = ({ nodeId }: ScriptedAgent) => stored.find(({ _id }) => _id === nodeId) as StoredNode;
  const [firstTarget, firstClient] = [of(target), of(client)];
  const copies = [
    ...Array.from({ length: sizes.targets - 1 }, (_, at) =>
      copy(firstTarget, `t${at + 2}`, at + 2, { zone: `z${((at + 1) % zones) + 1}` }),
    ),
    ...Array.from({ length: sizes.clients - 1 }, (_, at) => copy(firstClient, `c${at + 2}`, sizes.targets + at + 2, {})),
  ];
  const ofFirst = await db.collection<StoredDrive>('drives').find().toArray();
  const allDrives = copies
    .slice(0, sizes.targets - 1)
    .flatMap(({ _id: nodeId, name: nodeName }) =>
      ofFirst.map((drive) => ({ ...drive, _id: randomUUID(), nodeId, nodeName, serial: drive.serial.replace('t1', nodeName) })),
    );
  await insertAll(db, 'nodes', copies);
  await insertAll(db, 'drives', allDrives);
  await nodes.updateMany({}, { $set: { 'status.connection': firstTarget.status.connection } });
  const all = [firstTarget, ...copies.slice(0, sizes.targets - 1), firstClient, ...copies.slice(sizes.targets - 1)];
  return all.map(({ _id: nodeId, name, status }) => ({
    ...{ nodeId, name, bootId: '' },
    addressOn: (index: number) => status.inventory.nics[index]?.addresses[0]?.split('/')[0] ?? '',
  }));
}

function copy(node: StoredNode, name: string, network: number, labels: Record<string, string>): StoredNode {
  const nics = node.status.inventory.nics.map((nic, index) => ({ ...nic, addresses: [`10.${index}.${network >> 8}.${network & 255}/16`] }));
  return {
    ...node,
    ...{ _id: randomUUID(), name, hostId: randomUUID(), credentialHash: randomUUID() },
    spec: { ...node.spec, labels: { ...node.spec.labels, ...labels } },
    status: { ...node.status, inventory: { ...node.status.inventory, nics } },
  };
}
