import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { expect, test } from 'vitest';
import { inSyncSlots } from '../../host/simulated/members.js';
import { OperatorActions } from '../../host/simulated/operator-actions.js';
import { contentFor, type ExampleAgent, exampleCluster, id, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

/** Epoch 2 without the legs of t2, whose loss was accepted. */
function accepted(node: number, protection: 'raid1' | 'raid10' = 'raid1', keep = ['t1']): AssignmentContent {
  const content = contentFor(node, { ...UP, protection, create: false, epoch: 2 });
  for (const attachment of content.attachments) {
    attachment.legs = attachment.legs.filter((leg) => keep.includes(leg.nodeName));
    if (attachment.array) Object.assign(attachment.array, { uuid: id('array', 2), previousUuid: id('array', 1) });
  }
  return content;
}
const earlierAbsent = (content: AssignmentContent): AssignmentContent => {
  const [old] = contentFor(1, UP).exports;
  if (content.exports.length > 0 && old) content.exports.unshift({ ...old, desired: 'absent' });
  return content;
};

/** Attached; then the client restarts and t2 is dead: S11 makes the client wait. */
async function waiting() {
  const cluster = await exampleCluster();
  for (const agent of cluster.agents) await agent.assign(contentFor(agent.node, UP));
  await turns(cluster.agents);
  const { client, fabric, targets } = cluster;
  const [first, second] = targets;
  if (!first || !second) throw new Error('the example has two targets');
  new OperatorActions(client.host).write('/dev/weft/orders', 0, 'kept');
  fabric.kill('t2');
  client.host.reboot();
  await client.restart();
  await turns([client]);
  expect(client.summary).toEqual(['attachment waiting: leg-missing']);
  const accept = async (agent: ExampleAgent) => agent.assign(earlierAbsent(accepted(agent.node)));
  const sound = () => {
    const [array] = client.host.arrays.list;
    expect([array?.uuid, array?.state, array && [...inSyncSlots(array)]]).toEqual([id('array', 2), 'clean', [0]]);
    expect(new OperatorActions(client.host).read('/dev/weft/orders', 0)).toBe('kept');
  };
  return { ...cluster, first, second, accept, sound };
}

test('starts the surviving leg under the new UUID after an accepted loss (S4, S11)', async () => {
  const { client, first, second, accept, sound, fabric } = await waiting();
  for (const agent of [first, client]) await accept(agent);
  fabric.runAllowed = true;
  await turns([first, client]);
  sound();
  expect(client.summary).toEqual(['attachment done']);
  expect(client.state?.objects[0]).toMatchObject({ observed: { arrayCreated: true, array: { uuid: id('array', 2), degraded: 1 } } });
  // The lost leg is back with data that only it holds: the agent does not touch it.
  fabric.boot('t2');
  await second.restart();
  await turns([second, client]);
  sound();
  const lost = second.host.storage.volumes()[0] ?? expect.fail('no leg');
  expect(lost.drive.content.read(lost.drive.physical(lost.volume, 4096))?.superblock?.uuid).toBe(id('array', 1));
  expect(fabric.violations).toEqual([]);
});

test('refuses a leg of an earlier epoch that the assignment no longer names (S4)', async () => {
  const { client, first, accept, fabric } = await waiting();
  await accept(first);
  const content = accepted(client.node);
  for (const { array } of content.attachments) if (array) array.previousUuid = null;
  await client.assign(content);
  await turns([first, client]);
  expect(client.summary).toEqual(['attachment failed: foreign-superblock']);
  expect(fabric.violations).toEqual([]);
});

test('refuses an array whose history does not follow from the ledger (S11)', async () => {
  const { client, first, accept } = await waiting();
  await accept(first);
  const content = accepted(client.node);
  for (const { array } of content.attachments) if (array) array.previousUuid = id('array', 6);
  const found = first.host.storage.volumes()[0] ?? expect.fail('no leg');
  const at = found.drive.physical(found.volume, 4096);
  found.drive.content.write(at, {
    superblock: { ...(found.drive.content.read(at)?.superblock ?? expect.fail('none')), uuid: id('array', 6) },
  });
  await client.assign(content);
  await turns([first, client]);
  expect(client.summary).toEqual(['attachment failed: foreign-history']);
});

test('waits for another missing leg of the new epoch, and names its node (S11)', async () => {
  const { client, first, accept, fabric } = await waiting();
  await accept(first);
  const content = accepted(client.node, 'raid1', ['t1', 't2']);
  await client.assign(content);
  fabric.runAllowed = true;
  await turns([first, client]);
  expect(client.state?.objects[0]).toMatchObject({ state: 'waiting', reason: { code: 'leg-missing', node: 't2' } });
  expect(client.host.performed.filter(({ op }) => op === 'rename-array')).toEqual([]);
});

test('waits until a process closes the old epoch’s device, then starts the new epoch', async () => {
  const cluster = await exampleCluster();
  for (const agent of cluster.agents) await agent.assign(contentFor(agent.node, UP));
  await turns(cluster.agents);
  const { client, targets, fabric } = cluster;
  const close = client.host.processes.open('/dev/weft/orders', { pid: 9, command: 'fio' });
  // The subsystem stays the same for this test: only the array's UUID changes.
  const content = contentFor(client.node, { ...UP, create: false });
  for (const { array } of content.attachments) if (array) Object.assign(array, { uuid: id('array', 2), previousUuid: id('array', 1) });
  await client.assign(content);
  fabric.runAllowed = true;
  await turns([client]);
  expect(client.summary).toEqual(['attachment waiting: array-of-earlier-epoch']);
  close();
  await turns([client]);
  expect(client.summary).toEqual(['attachment done']);
  expect(client.host.arrays.list.map(({ uuid }) => uuid)).toEqual([id('array', 2)]);
  expect(targets).toHaveLength(2);
  expect(fabric.violations).toEqual([]);
});

test('starts the new epoch of an accepted loss though the agent dies between any two steps (S9)', async () => {
  for (let operations = 0; operations < 8; operations++) {
    for (const effect of [false, true]) {
      const { client, first, accept, sound, fabric } = await waiting();
      fabric.runAllowed = true;
      for (const agent of [first, client]) await accept(agent);
      await turns([first]);
      client.host.dieAfter(operations, { effect });
      await turns([client]);
      client.host.revive();
      await client.restart();
      await turns([client]);
      sound();
      expect(fabric.violations, `killed after ${operations}`).toEqual([]);
    }
  }
});
