import { expect, test } from 'vitest';
import { assignAll, CLIENT, contentFor, type Example, exampleCluster, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';

const WHY = 'orders was moved to node c2 by force';
const DETACHED = { ...UP, attached: false };

const revoked = (example: Example = DETACHED) => {
  const content = contentFor(CLIENT, example);
  for (const attachment of content.attachments) attachment.revoked = WHY;
  return content;
};

/** Attached, then fenced at both targets. */
async function fenced() {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const close = cluster.client.host.open('/dev/weft/orders', { pid: 55, command: 'postgres' });
  for (const target of cluster.targets) await target.assign(contentFor(target.node, { ...UP, exported: false }));
  await turns(cluster.targets);
  cluster.client.host.revoked = true;
  return { ...cluster, close };
}

test('S3 given a volume was taken away by force while a process holds it / when its client hears of it / then paths end at once, the process is named behind the reason, and all goes when it is gone', async () => {
  const { client, close, fabric } = await fenced();
  await client.assign(revoked());
  await turns([client]);
  expect(client.host.initiator.controllers).toEqual([]);
  expect(client.state?.objects[0]).toMatchObject({
    state: 'waiting',
    reason: {
      code: 'device-busy',
      message: expect.stringMatching(new RegExp(`^${WHY}: .*postgres \\(pid 55\\)`)),
      processes: [{ pid: 55 }],
    },
  });
  close();
  await turns([client]);
  expect(client.summary).toEqual(['attachment done']);
  expect(await client.host.traces()).toEqual([]);
  expect(fabric.violations).toEqual([]);
});

test('S3 given a target that was left out still exports / when the client hears that its volume was taken away / then it ends those paths too', async () => {
  const { client, targets, agents } = await exampleCluster();
  await assignAll(agents, UP);
  await turns(agents);
  client.host.revoked = true;
  await client.assign(revoked());
  await turns([client]);
  expect(client.summary).toEqual(['attachment done']);
  expect(targets.flatMap(({ host }) => [...host.target.connections])).toEqual([]);
});

test('given a detach was refused / when the volume is then revoked in the same generation or a later one / then it is no longer refused', async () => {
  const { client, close } = await fenced();
  await client.assign(contentFor(CLIENT, DETACHED));
  await turns([client]);
  expect(client.summary).toEqual(['attachment refused: device-busy']);
  await client.assign(revoked());
  await turns([client]);
  expect(client.summary).toEqual(['attachment waiting: device-busy']);
  close();
  await turns([client]);
  expect(client.summary).toEqual(['attachment done']);
});

test('S9 given a volume is taken away by force / when the client’s agent dies between any two steps / then nothing is left in the end', async () => {
  for (let operations = 0; operations < 9; operations++) {
    for (const effect of [false, true]) {
      const { client, close, fabric } = await fenced();
      close();
      client.host.dieAfter(operations, { effect });
      await client.assign(revoked());
      await turns([client]);
      client.host.revive();
      await client.restart();
      await turns([client]);
      expect(await client.host.traces(), `killed after ${operations}`).toEqual([]);
      expect(fabric.violations).toEqual([]);
    }
  }
});
