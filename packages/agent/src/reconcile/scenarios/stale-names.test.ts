import { expect, test } from 'vitest';
import type { Operation } from '../../host/operations.js';
import { assignAll, contentFor, type ExampleAgent, exampleCluster, id, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

/** Moves kernel names to other devices once, right before the first operation of this kind runs. */
function renameBefore(agent: ExampleAgent, op: Operation['op']): void {
  let renamed = false;
  agent.host.takes = async (operation) => {
    if (renamed || operation.op !== op) return;
    renamed = true;
    agent.host.fabric.renameDevices(agent.host.name);
  };
}

/** Legs under the published device, in order. */
function legsUnderVolume({ host }: ExampleAgent): (string | undefined)[] {
  const legOf = (device: string) => host.initiator.heads.find((head) => head.device === host.mappings.kernelName(device))?.uuid;
  const [top, stripe] = [host.mappings.at('/dev/weft/orders'), host.mappings.list.find(({ chunkBytes }) => chunkBytes !== null)];
  return (stripe ?? top)?.segments.map(({ device }) => legOf(device)) ?? [];
}

test.for([
  ['concatenated', 'create-linear'],
  ['raid0', 'create-striped'],
] as const)('builds a %s volume of its own legs only, even if names change before %s', async ([protection, op]) => {
  const { agents, client } = await exampleCluster();
  renameBefore(client, op);
  await assignAll(agents, { ...UP, protection });
  await turns(agents);
  expect(legsUnderVolume(client)).toEqual([id('leg', 0), id('leg', 1)]);
  expect(client.summary).toEqual(['attachment done']);
});

test('creates an array of its own legs only, even if device names change', async () => {
  const { agents, client } = await exampleCluster();
  renameBefore(client, 'create-array');
  await assignAll(agents, { ...UP, protection: 'raid1' });
  await turns(agents);
  const roles = client.host.arrays.list[0]?.members.map(
    ({ device }) => client.host.initiator.heads.find((head) => head.device === device)?.uuid,
  );
  expect(roles).toEqual([id('leg', 0), id('leg', 1)]);
});

test('takes only the assigned drive into service, even if device names change (S1)', async () => {
  const { targets, fabric } = await exampleCluster();
  const [target] = targets;
  if (!target) throw new Error('the example has a target');
  const { storage } = target.host;
  // A second blank drive, which is not assigned.
  const other = fabric.add({
    name: 'spare',
    cpus: 1,
    memoryBytes: 1,
    nics: [],
    drives: [{ serial: 'OTHER', model: 'm', sizeBytes: 2 ** 30, numaNode: null }],
  });
  const drive = other.storage.drive('OTHER');
  storage.drives.push(drive);
  storage.plugIn(drive);
  renameBefore(target, 'create-volume-group');
  await target.assign(contentFor(1, UP));
  await turns([target]);
  expect(drive.group).toBeNull();
  expect(storage.drive('S1').group).not.toBeNull();
});
