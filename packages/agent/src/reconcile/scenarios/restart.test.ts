import { dmName } from '@weft/shared/identity';
import { expect, test } from 'vitest';
import { assignAll, CLIENT, contentFor, type Example, exampleCluster, id, turns } from '../../testing/example-cluster.js';

const UP: Example = { protection: 'raid10', attached: true, exported: true, legs: 'present', drives: 'in-service' };

async function attachedCluster(example: Example = UP) {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, example);
  await turns(cluster.agents);
  expect(cluster.agents.every((agent) => agent.allDone)).toBe(true);
  return cluster;
}

test('performs no operation while nothing changes', async () => {
  const { client, fabric } = await attachedCluster();
  const before = client.host.performed.length;
  await turns([client], 5);
  expect(client.host.performed).toHaveLength(before);
  expect(fabric.violations).toEqual([]);
});

test('restores everything from the ledgers after reboots, with the same array (S7)', async () => {
  const { agents, targets, client, fabric } = await attachedCluster();
  targets[0]?.host.reboot();
  await targets[0]?.restart();
  await turns(agents);
  expect(agents.flatMap((agent) => agent.summary).filter((line) => !line.endsWith('done'))).toEqual([]);
  client.host.reboot();
  await client.restart();
  await turns(agents);
  expect(client.summary).toEqual(['attachment done']);
  expect(fabric.arraysCreated).toEqual([id('array', 1)]);
  expect(fabric.violations).toEqual([]);
});

test('waits for a missing target after a client reboot, and names its node (S11)', async () => {
  const { targets, client } = await attachedCluster();
  client.host.reboot();
  targets[1]?.host.reboot();
  await client.restart();
  await turns([client]);
  expect(client.state?.objects[0]).toMatchObject({ state: 'waiting', reason: { code: 'leg-missing', node: 't2' } });
  expect(client.host.arrays.list).toEqual([]);
});

test('waits for a missing leg that the ledger saw in sync, against the server (S11)', async () => {
  const { targets, client } = await attachedCluster({ ...UP, protection: 'raid1' });
  client.host.reboot();
  targets[1]?.host.reboot();
  await client.restart();
  const content = contentFor(CLIENT, { ...UP, protection: 'raid1', create: false });
  for (const leg of content.attachments[0]?.legs ?? []) leg.inSync = leg.nodeName === 't1';
  await client.assign(content);
  await turns([client]);
  expect(client.summary).toEqual(['attachment waiting: leg-missing']);
});

test('assembles the remaining leg without --run when the missing one was out of sync', async () => {
  const { targets, client } = await attachedCluster({ ...UP, protection: 'raid1' });
  const lost = targets[1]?.host;
  if (!lost) throw new Error('no target');
  lost.fabric.kill(lost.name);
  await turns([client], 1);
  // A process writes: md finds that the leg fails, and continues without it.
  client.host.arrays.writeTouches('md127');
  client.host.changed();
  await turns([client], 1);
  expect(client.host.arrays.list[0]?.members.map((member) => member.status)).toEqual(['in_sync', 'faulty']);
  client.host.reboot();
  await client.restart();
  const content = contentFor(CLIENT, { ...UP, protection: 'raid1', create: false });
  for (const leg of content.attachments[0]?.legs ?? []) leg.inSync = leg.nodeName === 't1';
  await client.assign(content);
  await turns([client]);
  expect(client.host.performed.filter(({ op }) => op === 'assemble-array').at(-1)).toMatchObject({
    run: false,
    devices: [expect.stringContaining('nvme')],
  });
  expect(client.host.mappings.links).toHaveLength(1);
});

test('reconnects a controller that the kernel removed', async () => {
  const { client, fabric } = await attachedCluster();
  const [first] = client.host.initiator.controllers;
  if (!first) throw new Error('no controller');
  client.host.initiator.remove(first);
  await turns([client], 1);
  expect(client.host.initiator.controllers).toHaveLength(4);
  expect(client.allDone).toBe(true);
  expect(fabric.violations).toEqual([]);
});

test('makes a volume available over one storage network, and reports the missing path', async () => {
  const { agents, client } = await exampleCluster();
  client.host.fails = (operation) =>
    operation.op === 'connect' && operation.address.startsWith('10.0.1.') ? 'no route to host' : undefined;
  await assignAll(agents, UP);
  await turns(agents);
  expect(client.state?.objects[0]).toMatchObject({
    state: 'waiting',
    reason: { code: 'path-missing', stderr: 'no route to host' },
    observed: { available: true },
  });
});

test('fails only the object whose command failed, with exit code and stderr', async () => {
  const { agents, targets } = await exampleCluster();
  const target = targets[0];
  if (!target) throw new Error('no target');
  target.host.fails = (operation) =>
    operation.op === 'wipe-logical-volume' && operation.lv.endsWith('2') ? 'BLKZEROOUT ioctl failed' : undefined;
  await assignAll(agents, UP);
  await turns(agents);
  expect(target.summary).toEqual(['drive done', 'leg done', 'leg failed: command-failed', 'export waiting: leg-not-wiped']);
  expect(target.state?.objects[2]?.reason).toMatchObject({ exitCode: 1, stderr: 'BLKZEROOUT ioctl failed' });
  target.host.fails = () => undefined;
  await turns(agents);
  expect(target.allDone).toBe(true);
});

test('refuses to detach an open device, names the process, and changes nothing', async () => {
  const { client } = await attachedCluster();
  const close = client.host.processes.open('/dev/weft/orders', { pid: 123, command: 'fio' });
  const before = client.host.performed.length;
  await client.assign(contentFor(CLIENT, { ...UP, attached: false }));
  await turns([client]);
  expect(client.state?.objects[0]).toMatchObject({
    state: 'refused',
    reason: { code: 'device-busy', message: expect.stringContaining('open on this node by fio (pid 123)') },
  });
  close();
  await client.restart();
  await turns([client]);
  expect(client.summary).toEqual(['attachment refused: device-busy']);
  expect(client.host.performed).toHaveLength(before);

  await client.assign(contentFor(CLIENT, { ...UP, attached: false }));
  await turns([client]);
  expect(client.summary).toEqual(['attachment done']);
  expect(client.host.initiator.controllers).toEqual([]);
});

test('waits for a process that opens the device during teardown, then continues', async () => {
  const { client } = await attachedCluster();
  client.host.fails = (operation) => (operation.op === 'remove-mapping' ? 'device is busy' : undefined);
  await client.assign(contentFor(CLIENT, { ...UP, attached: false }));
  await turns([client]);
  expect(client.summary).toEqual(['attachment failed: command-failed']);
  client.host.fails = () => undefined;
  const close = client.host.processes.open(`/dev/mapper/${dmName(id('volume', 1))}`, { pid: 7, command: 'dd' });
  await turns([client]);
  expect(client.summary).toEqual(['attachment waiting: device-busy']);
  close();
  await turns([client]);
  expect(client.summary).toEqual(['attachment done']);
});

test('reports objects without an assignment as orphans, and changes nothing', async () => {
  const { agents, targets, client } = await attachedCluster();
  const empty = { drives: [], legs: [], exports: [], attachments: [] };
  for (const agent of agents) await agent.assign({ ...contentFor(agent.node, UP), ...empty });
  const before = agents.map(({ host }) => host.performed.length);
  await turns(agents);
  expect(agents.map(({ host }) => host.performed.length)).toEqual(before);
  expect(targets[0]?.state?.orphans?.map((orphan) => orphan.kind)).toEqual([
    'volume-group',
    'logical-volume',
    'logical-volume',
    'subsystem',
    'port',
    'port',
  ]);
  expect(client.state?.orphans?.map((orphan) => orphan.kind)).toEqual([
    'controller',
    'controller',
    'controller',
    'controller',
    'array',
    'mapping',
  ]);
});

test('assembles the array read-only for a readonly attachment, and creates nothing', async () => {
  const { agents, client, fabric } = await attachedCluster();
  await client.assign(contentFor(CLIENT, { ...UP, attached: false }));
  await turns(agents);
  await client.assign(contentFor(CLIENT, { ...UP, mode: 'readonly', create: false }));
  await turns(agents);
  expect(client.allDone).toBe(true);
  expect(client.host.arrays.list[0]?.state).toBe('readonly');
  expect(fabric.arraysCreated).toHaveLength(1);
});
