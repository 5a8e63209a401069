import { expect, test } from 'vitest';
import { assignAll, CLIENT, contentFor, type Example, type ExampleAgent, exampleCluster, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

const WHY = 'orders was moved to node c2 by force';
const DETACHED = { ...UP, attached: false };

const revoked = (example: Example = DETACHED) => {
  const content = contentFor(CLIENT, example);
  for (const attachment of content.attachments) attachment.revoked = WHY;
  return content;
};

/** Attached, and open. */
async function attached() {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const close = cluster.client.host.processes.open('/dev/weft/orders', { pid: 55, command: 'postgres' });
  return { ...cluster, close };
}
async function fence(targets: ExampleAgent[]) {
  for (const target of targets) await target.assign(contentFor(target.node, { ...UP, exported: false }));
  await turns(targets);
}
/** Attached and open, then fenced at both targets. */
async function fenced() {
  const cluster = await attached();
  await fence(cluster.targets);
  cluster.client.host.revoked = true;
  return cluster;
}

test('disconnects a force-moved volume at once, and cleans up when its process ends (S3)', async () => {
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

test('ends writes before any leg after a force detach, and keeps only the open device (S3)', async () => {
  const { client, targets, fabric, close } = await attached();
  client.host.revoked = true;
  const before = client.host.performed.length;
  await client.assign(revoked());
  await turns([client]);
  expect(client.host.performed.slice(before).map(({ op }) => op)).toEqual([
    'fail-mapping',
    'unpublish-device',
    'stop-array',
    ...['disconnect', 'disconnect', 'disconnect', 'disconnect'],
  ]);
  expect(targets.flatMap(({ host }) => [...host.target.connections])).toEqual([]);
  const [status] = client.state?.objects ?? [];
  expect(status).toMatchObject({
    state: 'waiting',
    reason: { code: 'device-busy' },
    observed: { present: true, available: false, array: { state: 'clear', degraded: 0 } },
  });
  expect(status?.kind === 'attachment' && status.observed.paths.map(({ controllerState }) => controllerState)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  close();
  await turns([client]);
  expect(client.summary).toEqual(['attachment done']);
  expect(fabric.violations).toEqual([]);
});

test('ends paths to an unreachable target before it ends writes (S3)', async () => {
  const { client, fabric } = await attached();
  fabric.kill('t1');
  fabric.clock.advance(60_000);
  client.host.revoked = true;
  const before = client.host.performed.length;
  await client.assign(revoked());
  await turns([client]);
  const performed = client.host.performed.slice(before).map(({ op }) => op);
  expect(performed.filter((op) => op !== 'forget-neighbour').slice(0, 3)).toEqual(['disconnect', 'disconnect', 'fail-mapping']);
  expect(client.state?.objects).toMatchObject([{ state: 'waiting', observed: { array: { state: 'clear' } } }]);
  expect(fabric.violations).toEqual([]);
});

test('completes a force detach after writes could not be ended at first (S3)', async () => {
  const { client, agents, fabric, targets } = await attached();
  client.host.fails = ({ op }) => (op === 'fail-mapping' ? 'dmsetup did not end within 10 s' : undefined);
  client.host.revoked = true;
  await client.assign(revoked());
  await turns([client]);
  expect(client.summary).toEqual(['attachment failed: command-failed']);
  expect(client.host.initiator.controllers).toHaveLength(4);
  client.host.fails = () => undefined;
  for (const target of targets) await target.assign(contentFor(target.node, { ...UP, exported: false }));
  await turns(agents);
  expect(client.summary).toEqual(['attachment waiting: device-busy']);
  expect(fabric.violations).toEqual([]);
});

test('disconnects targets that still export a force-detached volume (S3)', async () => {
  const { client, targets, agents } = await exampleCluster();
  await assignAll(agents, UP);
  await turns(agents);
  client.host.revoked = true;
  await client.assign(revoked());
  await turns([client]);
  expect(client.summary).toEqual(['attachment done']);
  expect(targets.flatMap(({ host }) => [...host.target.connections])).toEqual([]);
});

test('no longer refuses a detach once the volume is revoked', async () => {
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

test.each([
  ['after its legs were fenced', true],
  ['while every leg answers', false],
])('leaves nothing of a force detach %s, wherever the client’s agent dies (S9)', async (_, isFenced) => {
  for (let operations = 0; operations < 9; operations++) {
    for (const effect of [false, true]) {
      const { client, targets, close, fabric } = await attached();
      if (isFenced) await fence(targets);
      client.host.revoked = true;
      // The device stays open until its writes have ended.
      client.host.dieAfter(operations, { effect });
      await client.assign(revoked());
      await turns([client]);
      client.host.revive();
      await client.restart();
      close();
      await turns([client]);
      expect(await client.host.traces(), `killed after ${operations}`).toEqual([]);
      expect(fabric.violations).toEqual([]);
    }
  }
});
