import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { expect, test } from 'vitest';
import { OperatorActions } from '../../host/simulated/operator-actions.js';
import { contentFor, ExampleAgent, exampleCluster, id, MiB, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

/* A concatenation that grows beyond the drive of its last leg: that leg grows by 32 MiB, and a third leg of 48 MiB is appended on another node. */

const CONCATENATED = { ...UP, protection: 'concatenated' as const };
const THIRD = 3;
const SIZE = 119 * MiB + 32 * MiB + 48 * MiB;

/** @param stage targets: the legs are ordered. clients: the client gets its assignment once every leg is there (the server's order, S2). */
function grown(node: number, stage: 'targets' | 'clients'): AssignmentContent {
  const content = contentFor(node, CONCATENATED);
  for (const leg of content.legs) leg.sizeBytes = { [id('leg', 1)]: 96 * MiB, [id('leg', 2)]: 48 * MiB }[leg.legId] ?? leg.sizeBytes;
  const [attachment] = content.attachments;
  const last = attachment?.legs[1];
  if (stage === 'targets' || !attachment || !last) return content;
  const [exported] = contentFor(THIRD, CONCATENATED).exports;
  if (!exported) return expect.fail('the third target exports something');
  const paths = last.paths.map((path) => ({ ...path, address: path.address.replace(/2$/, '3') }));
  const third = { nodeId: id('node', THIRD), nodeName: 't3', subsystemNqn: exported.subsystemNqn, legId: id('leg', 2), index: 2, paths };
  attachment.legs[1] = { ...last, sizeBytes: 96 * MiB, dataBytes: 91 * MiB };
  attachment.legs.push({ ...last, ...third, sizeBytes: 48 * MiB, dataBytes: 48 * MiB });
  attachment.sizeBytes = SIZE;
  return content;
}

async function attached() {
  const cluster = await exampleCluster();
  // Before it grows the legs hold the volume exactly, as a server places them.
  const exact = (content: AssignmentContent) => {
    for (const leg of content.attachments[0]?.legs ?? []) if (leg.index === 1) leg.dataBytes = 59 * MiB;
    return content;
  };
  const third = await ExampleAgent.create(THIRD, cluster.fabric);
  await third.assign({ ...contentFor(THIRD, CONCATENATED), legs: [], exports: [] });
  for (const agent of cluster.agents) await agent.assign(exact(contentFor(agent.node, CONCATENATED)));
  const targets = [...cluster.targets, third];
  const agents = [...targets, cluster.client];
  await turns(agents);
  const operator = new OperatorActions(cluster.client.host);
  operator.write('/dev/weft/orders', 0, 'begin');
  operator.write('/dev/weft/orders', 118 * MiB, 'end');
  const tell = async (stage: 'targets' | 'clients') => {
    for (const agent of stage === 'targets' ? targets : [cluster.client]) await agent.assign(grown(agent.node, stage));
  };
  const top = () => cluster.client.host.mappings.list[0];
  return { ...cluster, targets, agents, third, operator, tell, top };
}

test('grows an open concatenation onto a third node: data stays, new space is zero (S2)', async () => {
  const { agents, client, operator, tell, top, fabric } = await attached();
  const close = client.host.processes.open('/dev/weft/orders', { pid: 3, command: 'fio' });
  await tell('targets');
  await turns(agents);
  operator.write('/dev/weft/orders', 30 * MiB, 'meanwhile');
  await tell('clients');
  await turns(agents);
  expect(agents.flatMap((agent) => agent.summary).filter((line) => !line.endsWith('done'))).toEqual([]);
  expect([top()?.sizeBytes, client.host.initiator.controllers.length]).toEqual([SIZE, 6]);
  const written = [0, 30 * MiB, 118 * MiB].map((at) => operator.read('/dev/weft/orders', at));
  expect(written).toEqual(['begin', 'meanwhile', 'end']);
  for (const at of [119 * MiB, 151 * MiB, SIZE - 512]) {
    expect(operator.read('/dev/weft/orders', at)).toBe('');
    operator.write('/dev/weft/orders', at, `at ${at}`);
    expect(operator.read('/dev/weft/orders', at)).toBe(`at ${at}`);
  }
  expect(fabric.violations).toEqual([]);
  close();
});

test('keeps the device in use, waits for an unreachable third node, and grows on its return', async () => {
  const { agents, client, fabric, operator, tell, third, top } = await attached();
  await tell('targets');
  await turns(agents);
  fabric.kill('t3');
  await tell('clients');
  await turns([client]);
  expect(client.state?.objects[0]).toMatchObject({ state: 'waiting', reason: { code: 'leg-not-grown', node: 't3' } });
  operator.write('/dev/weft/orders', 40 * MiB, 'goes on');
  expect(operator.read('/dev/weft/orders', 40 * MiB)).toBe('goes on');
  fabric.boot('t3');
  await third.restart();
  await turns(agents, 6);
  expect([client.summary, top()?.sizeBytes]).toEqual([['attachment done'], SIZE]);
});

for (const victim of ['client', 'the old end', 'the new leg'] as const) {
  test(`grows onto a third node once, only zeroed, though the agent of ${victim} dies (S2, S9)`, async () => {
    const steps = new Set<number>();
    for (let operations = 0; operations < 12; operations++) {
      for (const effect of [false, true]) {
        const { agents, targets, third, client, operator, tell, top, fabric } = await attached();
        const doomed = { client, 'the old end': targets[1], 'the new leg': third }[victim] ?? expect.fail('no such agent');
        doomed.host.dieAfter(operations, { effect });
        const revive = async () => {
          if (!doomed.host.agentIsDead) return;
          steps.add(operations);
          doomed.host.revive();
          await doomed.restart();
        };
        for (const stage of ['targets', 'clients'] as const) {
          await tell(stage);
          await turns(agents);
          await revive();
          await turns(agents);
        }
        const why = `killed ${effect ? 'after' : 'before'} operation ${operations}`;
        expect(
          agents.flatMap((agent) => agent.summary).filter((line) => !line.endsWith('done')),
          why,
        ).toEqual([]);
        expect([top()?.sizeBytes, operator.read('/dev/weft/orders', 0), operator.read('/dev/weft/orders', 118 * MiB)], why).toEqual([
          SIZE,
          'begin',
          'end',
        ]);
        operator.write('/dev/weft/orders', SIZE - 512, 'the new end');
        const volumes = agents.flatMap(({ host }) =>
          host.storage.volumes().map(({ volume }) => [volume.lv.slice(0, 4), volume.tags.includes('weft.grown')]),
        );
        expect(volumes, why).toEqual(targets.map(() => ['leg-', false]));
        expect(fabric.violations, why).toEqual([]);
      }
    }
    // Every step was interrupted once: a sweep that killed no agent would prove nothing.
    expect(steps.size).toBeGreaterThanOrEqual({ client: 3, 'the old end': 4, 'the new leg': 6 }[victim]);
    expect(steps.has(11)).toBe(false);
  });
}
