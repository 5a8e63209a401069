import { expect, test } from 'vitest';
import { inSyncSlots } from '../../host/simulated/members.js';
import { OperatorActions } from '../../host/simulated/operator-actions.js';
import { assignAll, exampleCluster, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

async function attached() {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const target = cluster.targets[1] ?? expect.fail('the example has two targets');
  const { host } = cluster.client;
  const legStatus = () => target.state?.objects.find((status) => status.kind === 'leg');
  return { ...cluster, target, host, array: () => host.arrays.list[0] ?? expect.fail('no array'), legStatus };
}

test('recreates the namespace of a pulled drive that returns, and the leg rejoins', async () => {
  const { fabric, target, client, host, array, legStatus } = await attached();
  fabric.removeDrive('t2', 'S2');
  host.arrays.writeTouches(array().device);
  host.changed();
  await target.turn({ afterMs: 2_000 });
  await client.live(4);
  expect(target.summary).toEqual(['drive waiting: drive-missing', 'leg waiting: drive-missing', 'export waiting: leg-missing']);
  expect(legStatus()).toMatchObject({ observed: { present: false, backed: false } });
  expect([...inSyncSlots(array())]).toEqual([0]);

  fabric.returnDrive('t2', 'S2');
  await target.live(6);
  expect(target.summary).toEqual(['drive done', 'leg done', 'export done']);
  expect(legStatus()).toMatchObject({ observed: { present: true, backed: true } });
  expect(target.host.performed.map(({ op }) => op).slice(-6)).toEqual([
    'disable-namespace',
    'remove-mapping',
    'reactivate-logical-volume',
    'create-linear',
    'create-namespace',
    'enable-namespace',
  ]);
  await client.live(20);
  expect([...inSyncSlots(array())].sort()).toEqual([0, 1]);
  expect(client.summary).toEqual(['attachment done']);
  expect(fabric.violations).toEqual([]);
});

test('takes the leg back when nobody writes: md alone would keep its lost device as in sync, and refuse the leg', async () => {
  const { fabric, target, client, host, array } = await attached();
  fabric.removeDrive('t2', 'S2');
  await target.turn({ afterMs: 2_000 });
  await client.live(4);
  fabric.returnDrive('t2', 'S2');
  await target.live(6);
  await client.live(20);
  expect([...inSyncSlots(array())].sort()).toEqual([0, 1]);
  expect(array().members.map(({ device }) => host.initiator.hasHead(device))).toEqual([true, true]);
  // The leg that was never away may go now.
  fabric.kill('t1');
  await client.live(20);
  new OperatorActions(host).write('/dev/weft/orders', 0, 'on the leg that is back');
  expect(array()).toMatchObject({ state: 'clean' });
  expect(fabric.violations).toEqual([]);
});

test('exports the leg of a returned drive although the agent dies between any steps (S9)', async () => {
  for (let operations = 0; operations < 7; operations++) {
    for (const effect of [false, true]) {
      const { fabric, target } = await attached();
      fabric.removeDrive('t2', 'S2');
      await target.turn({ afterMs: 2_000 });
      fabric.returnDrive('t2', 'S2');
      target.host.dieAfter(operations, { effect });
      await turns([target]);
      target.host.revive();
      await target.restart();
      await turns([target]);
      expect(target.summary, `killed after ${operations}`).toEqual(['drive done', 'leg done', 'export done']);
      expect(fabric.violations).toEqual([]);
    }
  }
});
