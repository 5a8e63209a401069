import { expect, test } from 'vitest';
import { assignAll, type Example, exampleCluster, turns } from '../../testing/example-cluster.js';

const UP: Omit<Example, 'protection'> = { attached: true, exported: true, legs: 'present', drives: 'in-service' };

const traces = async (agents: Awaited<ReturnType<typeof exampleCluster>>['agents']) =>
  (await Promise.all(agents.map(({ host }) => host.traces()))).flat();

for (const protection of ['raid10', 'raid1', 'raid0', 'concatenated'] as const) {
  test(`attaches a ${protection} volume, and leaves nothing after its removal`, async () => {
    const { fabric, agents, client, targets } = await exampleCluster();
    await assignAll(agents, { ...UP, protection });
    await turns(agents);
    expect(agents.flatMap((agent) => agent.summary).filter((line) => !line.endsWith('done'))).toEqual([]);
    expect(client.host.mappings.links).toHaveLength(1);
    expect(client.host.initiator.controllers).toHaveLength(4);
    expect(targets.map(({ host }) => host.target.subsystems.length)).toEqual([1, 1]);

    await assignAll(agents, { ...UP, protection, attached: false });
    await turns(agents);
    await assignAll(agents, { protection, attached: false, exported: false, legs: 'absent', drives: 'in-service' });
    await turns(agents);
    await assignAll(agents, { protection, attached: false, exported: false, legs: 'absent', drives: 'released' });
    await turns(agents);
    expect(await traces(agents)).toEqual([]);
    expect(fabric.violations).toEqual([]);
  });
}

/** Kills one agent after each operation in turn, before and after its effect, and restarts it. */
for (const victim of ['client', 'target'] as const) {
  for (const dieAfterEffect of [false, true]) {
    const moment = dieAfterEffect ? 'after' : 'before';
    test(`completes all work once though the ${victim}'s agent dies ${moment} any operation (S9)`, async () => {
      for (let operations = 0; operations < 30; operations++) {
        const { fabric, agents, client, targets } = await exampleCluster();
        const doomed = victim === 'client' ? client : targets[0];
        if (!doomed) throw new Error('the example has no such agent');
        doomed.host.dieAfter(operations, { effect: dieAfterEffect });
        const revive = async () => {
          if (!doomed.host.agentIsDead) return;
          doomed.host.revive();
          await doomed.restart();
        };
        await assignAll(agents, { ...UP, protection: 'raid10' });
        await turns(agents);
        await revive();
        await turns(agents);
        expect(
          agents.flatMap((agent) => agent.summary).filter((line) => !line.endsWith('done')),
          `killed after ${operations}`,
        ).toEqual([]);
        const created = fabric.arraysCreated.length;

        await assignAll(agents, { ...UP, protection: 'raid10', attached: false });
        await turns(agents);
        await revive();
        await turns(agents);
        await assignAll(agents, { protection: 'raid10', attached: false, exported: false, legs: 'absent', drives: 'released' });
        await turns(agents);
        await revive();
        await turns(agents);
        expect(await traces(agents), `killed after ${operations}`).toEqual([]);
        expect(fabric.violations, `killed after ${operations}`).toEqual([]);
        expect(fabric.arraysCreated).toHaveLength(created);
      }
    });
  }
}
