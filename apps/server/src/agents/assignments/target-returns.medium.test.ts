import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestServer } from '../../../test-support/app.js';
import { FakeAgent } from '../../../test-support/fake-agent.js';
import { storedAttachment } from '../../../test-support/stored-attachment.js';
import { useTwoServers } from '../../../test-support/two-servers.js';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import type { ObjectStatusDocument } from '../../domain/documents/agent.documents.js';
import type { AttachmentDocument } from '../../domain/documents/attachment.document.js';
import type { NodeDocument } from '../../domain/documents/node.document.js';

let server: TestServer;
let other: TestServer;
let client: FakeAgent;
let target: FakeAgent;
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const named = ({ identity: { nodeId, name } }: FakeAgent) => ({ _id: nodeId, name });
const statuses = () => server.mongo.db.collection<ObjectStatusDocument>('objectStatuses');

/** An export of the target to the client, with the target's report on it under `bootId`. */
async function exported(volumeId: string, nqn: string, serviceId: number, bootId: string): Promise<string> {
  const exports: AttachmentDocument['exports'] = [
    {
      nodeId: target.nodeId,
      nodeName: 'target',
      subsystemNqn: nqn,
      serial: 'x',
      serviceId,
      spec: { portals: [], namespaces: [], desired: 'exported', orderGeneration: 0 },
      status: {},
    },
  ];
  const attachment = { ...storedAttachment({ _id: volumeId, name: volumeId }, named(client)), exports };
  await server.mongo.db.collection<AttachmentDocument>('attachments').insertOne(attachment);
  const status: ObjectStatusDocument['status'] = {
    kind: 'export',
    id: attachment._id,
    generation: 1,
    state: 'done',
    reason: null,
    observed: {
      present: true,
      allowedHosts: [],
      namespaces: [{ nsid: 1, legId: volumeId, enabled: true }],
      portals: [{ address: '10.0.0.1', serviceId: 10_000, linked: true }],
    },
  };
  const word = { nodeId: target.nodeId, kind: 'export' as const, objectId: attachment._id, bootId, status };
  const _id = `${target.nodeId}/export/${attachment._id}`;
  await statuses().insertOne({ _id, ...word, receivedAt: new Date(), version: 1 });
  return _id;
}

useTwoServers((servers) => {
  ({ server, other } = servers);
});
beforeAll(async () => {
  client = await FakeAgent.enroll(server, 'client');
  target = await FakeAgent.enroll(server, 'target');
});
afterAll(async () => {
  for (const agent of [client, target]) agent?.disconnect();
});

test('notifies a client once per target connection, after a restart once the export is reported', async () => {
  const heard: string[] = [];
  server.app.get(ChangeFeed).onChange(({ id }) => heard.push(id));
  const word = await exported('6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001', 'nqn-a', 10_000, 'boot-1');
  // This event arrives before any client listens, so later notifications come only from the connection.
  await until(() => expect(heard).toContain(word));
  await client.connect(server.url);
  await target.connect(other.url);
  await until(() => expect(client.reachable).toEqual(['nqn-a']));
  await target.inventory([]);
  target.disconnect();
  await target.connect(other.url);
  await until(() => expect(client.reachable).toEqual(['nqn-a', 'nqn-a']));

  const restarted = target.twin();
  restarted.bootId = 'boot-2';
  await restarted.connect(other.url);
  const node = () => server.mongo.db.collection<NodeDocument>('nodes').findOne({ _id: target.nodeId });
  await until(async () => expect(await node()).toMatchObject({ status: { bootId: 'boot-2' } }));
  // The server that the client is on has handled the new connection once it handles this later change.
  await exported('6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0003', 'nqn-c', 10_002, 'boot-2');
  await until(() => expect(client.reachable).toContain('nqn-c'));
  // A report under its first boot triggers nothing; a report under the current boot does.
  await exported('6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0002', 'nqn-b', 10_001, 'boot-1');
  await statuses().updateOne({ _id: word }, { $set: { bootId: 'boot-2' } });
  const heardOf = (nqn: string) => client.reachable.filter((one) => one === nqn).length;
  await until(() => expect([heardOf('nqn-a'), heardOf('nqn-b')]).toEqual([3, 0]));
  restarted.disconnect();
});
