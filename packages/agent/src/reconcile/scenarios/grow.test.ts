import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { expect, test } from 'vitest';
import { OperatorActions } from '../../host/simulated/operator-actions.js';
import { contentFor, type Example, exampleCluster, id, MiB, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

/** Every leg grows by 32 MiB; of a concatenation only the last one, because data must not move. */
function grown(node: number, example: Example): AssignmentContent {
  const content = contentFor(node, { ...example, create: false });
  const grows = (legId: string) => example.protection !== 'concatenated' || legId === id('leg', 1);
  for (const leg of content.legs) if (grows(leg.legId)) leg.sizeBytes += 32 * MiB;
  for (const attachment of content.attachments) {
    for (const leg of attachment.legs) {
      if (!grows(leg.legId)) continue;
      leg.sizeBytes += 32 * MiB;
      leg.dataBytes += 32 * MiB;
    }
    attachment.sizeBytes += { raid1: 32, concatenated: 32, raid0: 64, raid10: 64 }[example.protection] * MiB;
  }
  return content;
}

async function attached(protection: Example['protection']) {
  const cluster = await exampleCluster();
  const example = { ...UP, protection };
  for (const agent of cluster.agents) await agent.assign(contentFor(agent.node, example));
  await turns(cluster.agents);
  expect(cluster.client.summary).toEqual(['attachment done']);
  const operator = new OperatorActions(cluster.client.host);
  operator.write('/dev/weft/orders', 50 * MiB, 'stays');
  const grow = async () => {
    for (const agent of cluster.agents) await agent.assign(grown(agent.node, example));
  };
  const top = () => cluster.client.host.mappings.list.find(({ name }) => !name.endsWith('-stripe'));
  return { ...cluster, operator, grow, top, sizeBytes: grown(cluster.client.node, example).attachments[0]?.sizeBytes ?? 0 };
}

for (const protection of ['raid1', 'raid10', 'raid0', 'concatenated'] as const) {
  test(`grows an open ${protection} volume and keeps its data (S2)`, async () => {
    const { agents, client, operator, grow, top, sizeBytes, fabric } = await attached(protection);
    const close = client.host.processes.open('/dev/weft/orders', { pid: 3, command: 'fio' });
    await grow();
    await turns(agents);
    expect(agents.flatMap((agent) => agent.summary).filter((line) => !line.endsWith('done'))).toEqual([]);
    expect(top()?.sizeBytes).toBe(sizeBytes);
    expect(operator.read('/dev/weft/orders', 50 * MiB)).toBe('stays');
    operator.write('/dev/weft/orders', sizeBytes - 512, 'the end');
    expect(operator.read('/dev/weft/orders', sizeBytes - 512)).toBe('the end');
    const volumes = agents.flatMap(({ host }) =>
      host.storage.volumes().map(({ volume }) => [volume.lv.slice(0, 4), volume.tags.includes('weft.grown')]),
    );
    expect(volumes).toEqual(volumes.map(() => ['leg-', false]));
    expect(fabric.violations).toEqual([]);
    close();
  });
}

test('waits to grow a degraded mirror until it is whole', async () => {
  const { targets, agents, client, grow, top, sizeBytes, fabric, operator } = await attached('raid1');
  fabric.kill('t2');
  await client.live(20);
  operator.write('/dev/weft/orders', 0, 'md fails the leg');
  expect(client.host.arrays.list[0]?.members.map(({ status }) => status)).toContain('faulty');
  await grow();
  await turns(agents.filter(({ host }) => host.up));
  expect(client.summary).toEqual(['attachment waiting: leg-not-grown']);
  expect(client.state?.objects[0]?.reason?.node).toBe('t2');
  fabric.boot('t2');
  await targets[1]?.restart();
  await turns(agents, 6);
  expect(client.summary).toEqual(['attachment done']);
  expect(top()?.sizeBytes).toBe(sizeBytes);
});

test('keeps a degraded mirror usable at its old size, and grows it once it is whole', async () => {
  const { targets, agents, client, top, sizeBytes, fabric, operator } = await attached('raid1');
  fabric.kill('t2');
  await client.live(20);
  operator.write('/dev/weft/orders', 0, 'only here');
  await client.live(2);
  const before = top()?.sizeBytes ?? 0;
  await client.assign(contentFor(client.node, { ...UP, attached: false, create: false }));
  await turns([client]);
  for (const agent of agents) {
    const content = grown(agent.node, UP);
    for (const leg of content.attachments.flatMap(({ legs }) => legs)) leg.inSync = leg.nodeName === 't1';
    await agent.assign(content);
  }
  await turns(agents.filter(({ host }) => host.up));
  expect(client.state?.objects[0]).toMatchObject({
    state: 'waiting',
    reason: { code: 'leg-not-grown', node: 't2' },
    observed: { available: true, array: { degraded: 1 } },
  });
  expect(top()?.sizeBytes).toBeGreaterThanOrEqual(before);
  expect(operator.read('/dev/weft/orders', 0)).toBe('only here');
  fabric.boot('t2');
  await targets[1]?.restart();
  await turns(agents, 6);
  expect(client.summary).toEqual(['attachment done']);
  expect([top()?.sizeBytes, operator.read('/dev/weft/orders', 0)]).toEqual([sizeBytes, 'only here']);
  expect(fabric.violations).toEqual([]);
});

for (const victim of ['client', 'target'] as const) {
  test(`grows a volume, only zeroed, though the ${victim}'s agent dies at any step (S2, S9)`, async () => {
    for (let operations = 0; operations < 7; operations++) {
      for (const effect of [false, true]) {
        const { agents, targets, client, operator, grow, top, sizeBytes, fabric } = await attached('raid0');
        const doomed = victim === 'client' ? client : (targets[0] ?? expect.fail('no target'));
        await grow();
        doomed.host.dieAfter(operations, { effect });
        await turns(agents);
        doomed.host.revive();
        await doomed.restart();
        await turns(agents);
        expect([top()?.sizeBytes, operator.read('/dev/weft/orders', 50 * MiB)], `killed after ${operations}`).toEqual([sizeBytes, 'stays']);
        expect(fabric.violations).toEqual([]);
      }
    }
  });
}
