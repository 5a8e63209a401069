import { describe, expect, it } from 'vitest';
import { assignAll, ExampleAgent, exampleCluster, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';

const STRANGER = 7;

describe('a foreign host that uses the NQN of the client', () => {
  const connected = async () => {
    const cluster = await exampleCluster();
    await assignAll(cluster.agents, UP);
    await turns(cluster.agents);
    const target = cluster.targets[0] ?? expect.fail();
    const [own] = cluster.client.host.initiator.controllers;
    const { options } = own ?? expect.fail('the client has no path');
    const stranger = await ExampleAgent.create(STRANGER, cluster.fabric);
    return { ...cluster, target, stranger, connect: () => stranger.host.perform({ ...options, hostAddress: '10.0.0.7' }) };
  };
  const exported = ({ state }: ExampleAgent) => state?.objects.find(({ kind }) => kind === 'export');

  it('is named with its address on the export and on the node, while the client is served', async () => {
    const { target, connect } = await connected();
    await connect();
    await turns([target]);
    expect(exported(target)).toMatchObject({
      state: 'done',
      reason: { code: 'foreign-host', message: expect.stringContaining('10.0.0.7') },
    });
    expect(target.state?.problems).toMatchObject([{ code: 'foreign-host', message: expect.stringContaining('10.0.0.7') }]);
  });

  it('is named no longer when it has gone, and the client never is', async () => {
    const { target, stranger, connect } = await connected();
    await turns([target]);
    expect(exported(target)).toMatchObject({ state: 'done', reason: null });
    await connect();
    await turns([target]);
    for (const controller of [...stranger.host.initiator.controllers]) stranger.host.initiator.remove(controller);
    await turns([target]);
    expect(exported(target)).toMatchObject({ state: 'done', reason: null });
    expect(target.state?.problems).toEqual([]);
  });
});
