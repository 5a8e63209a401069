import { expect, it } from 'vitest';
import { assignAll, exampleCluster, turns } from '../../../testing/example-cluster.js';
import { everywhere, raid10OfThree, THREE } from './raid10-of-three.js';

for (const dieAfterEffect of [false, true]) {
  const moment = dieAfterEffect ? 'after' : 'before';

  it(`makes both arrays once though the client's agent dies ${moment} any operation (S9)`, async () => {
    for (let operations = 0; operations < 24; operations++) {
      const { fabric, agents, client } = await exampleCluster({ copies: 3 });
      client.host.dieAfter(operations, { effect: dieAfterEffect });
      const revive = async () => {
        if (!client.host.agentIsDead) return;
        client.host.revive();
        await client.restart();
      };
      await assignAll(agents, THREE);
      await turns(agents);
      await revive();
      await turns(agents);
      const undone = agents.flatMap((agent) => agent.summary).filter((line) => !line.endsWith('done'));
      expect(undone, `killed after ${operations}`).toEqual([]);
      expect(fabric.arraysCreated).toHaveLength(2);
      await assignAll(agents, { ...THREE, attached: false });
      await turns(agents);
      await revive();
      await turns(agents);
      await assignAll(agents, { ...THREE, attached: false, exported: false, legs: 'absent', drives: 'released' });
      await turns(agents);
      expect((await Promise.all(agents.map(({ host }) => host.traces()))).flat(), `killed after ${operations}`).toEqual([]);
      expect(fabric.violations, `killed after ${operations}`).toEqual([]);
      expect(fabric.arraysCreated).toHaveLength(2);
    }
  });

  it(`keeps every write though the client's agent dies ${moment} any operation of a degraded start`, async () => {
    for (let operations = 0; operations < 16; operations++) {
      const own = await raid10OfThree();
      await own.lose(3, 'without 3');
      await own.outOfSync(2, 5);
      own.fabric.kill('client');
      own.fabric.boot('client');
      await own.client.restart();
      own.host.dieAfter(operations, { effect: dieAfterEffect });
      await own.client.live(20);
      await own.reviveClient();
      await own.client.live(30);
      expect(own.inSync(), `killed after ${operations}`).toEqual([
        [0, 1],
        [0, 1],
      ]);
      await own.bringBack(3);
      await own.reviveClient();
      await own.client.live(40);
      expect(own.bytes(), `killed after ${operations}`).toEqual(everywhere('without 3'));
      expect(own.fabric.violations, `killed after ${operations}`).toEqual([]);
    }
  });
}
