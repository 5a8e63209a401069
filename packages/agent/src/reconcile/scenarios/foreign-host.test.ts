import { describe, expect, it, vi } from 'vitest';
import { assignAll, type Example, ExampleAgent, exampleCluster, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

const STRANGER = 7;

describe('a foreign host that uses the NQN of the client', () => {
  const connected = async (example: Example = UP) => {
    const cluster = await exampleCluster();
    await assignAll(cluster.agents, example);
    await turns(cluster.agents);
    const target = cluster.targets[0] ?? expect.fail();
    const [own] = cluster.client.host.initiator.controllers;
    const { options } = own ?? expect.fail('the client has no path');
    const stranger = await ExampleAgent.create(STRANGER, cluster.fabric);
    return {
      ...cluster,
      target,
      stranger,
      connect: (more = {}) => stranger.host.perform({ ...options, hostAddress: '10.0.0.7', ...more }),
    };
  };
  const exported = ({ state }: ExampleAgent) => state?.objects.find(({ kind }) => kind === 'export');

  it('is reported with its address on export and node while the client is served', async () => {
    const { target, connect } = await connected();
    await connect();
    await turns([target]);
    expect(exported(target)).toMatchObject({
      state: 'done',
      reason: { code: 'foreign-host', message: expect.stringContaining('10.0.0.7') },
    });
    expect(target.state?.problems).toMatchObject([{ code: 'foreign-host', message: expect.stringContaining('10.0.0.7') }]);
  });

  it('is no longer reported after it disconnects, and the client never is', async () => {
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

  describe('with fencing enabled', () => {
    const FENCING = { ...UP, fenceForeign: true };
    const fencing = async () => {
      const all = await connected(FENCING);
      const reasonOf = () => exported(all.target)?.reason?.code;
      /** Steps that take longer than a test's round continue beside the next rounds. */
      const fenced = () =>
        vi.waitFor(
          async () => {
            await turns([all.target], 1);
            expect([exported(all.target)?.state, reasonOf()]).toEqual(['failed', 'foreign-host-fenced']);
          },
          { timeout: 10_000 },
        );
      return { ...all, reasonOf, fenced };
    };

    it('is fenced together with the client, and stays fenced after it disconnects', async () => {
      const { target, client, stranger, connect, reasonOf, fenced } = await fencing();
      await connect();
      await fenced();
      expect(target.host.target.subsystems).toEqual([]);
      expect(target.host.target.connections.size).toBe(0);
      expect(exported(target)).toMatchObject({ state: 'failed', observed: { present: false } });
      expect(exported(target)?.reason?.message).toContain('10.0.0.7');
      expect(target.state?.problems).toMatchObject([{ code: 'foreign-host-fenced' }]);
      for (const controller of [...stranger.host.initiator.controllers]) stranger.host.initiator.remove(controller);
      await turns([target, client]);
      expect(reasonOf()).toBe('foreign-host-fenced');
      expect(target.host.target.subsystems).toEqual([]);
    });

    it('stays fenced across an agent restart and a change of the setting', async () => {
      const { target, connect, agents, reasonOf, fenced } = await fencing();
      await connect();
      await fenced();
      await assignAll(agents, UP);
      await target.restart();
      await turns([target]);
      expect(reasonOf()).toBe('foreign-host-fenced');
      expect(target.host.target.subsystems).toEqual([]);
    });

    it('is not fenced while connections are unreadable, which the node reports', async () => {
      const { target, connect, reasonOf } = await fencing();
      await connect();
      target.host.connections = () => Promise.reject(new Error('rdma: no answer'));
      await turns([target]);
      expect(target.host.target.subsystems).toHaveLength(1);
      expect(reasonOf()).toBeUndefined();
      expect(target.state?.problems).toMatchObject([{ code: 'connections-unreadable' }]);
    });

    it('is not fenced if it disconnects before the fence begins', async () => {
      const { target, connect, stranger } = await fencing();
      await connect();
      const perform = target.host.perform.bind(target.host);
      target.host.perform = (operation, signal) => {
        if (operation.op === 'check-foreign-host')
          for (const controller of [...stranger.host.initiator.controllers]) stranger.host.initiator.remove(controller);
        return perform(operation, signal);
      };
      await turns([target]);
      expect(target.host.target.subsystems).toHaveLength(1);
    });

    it('is reported but not fenced when it has no I/O queue', async () => {
      const { target, connect, reasonOf } = await fencing();
      await connect({ ioQueues: 0 });
      await turns([target]);
      expect(target.host.target.subsystems).toHaveLength(1);
      expect(reasonOf()).toBe('foreign-host');
    });

    it('does not block a later export by another attachment', async () => {
      const { target, connect, agents, reasonOf, fenced } = await fencing();
      await connect();
      await fenced();
      await assignAll(agents, { ...FENCING, exported: false, attached: false });
      await turns([target]);
      await assignAll(agents, { ...FENCING, attachment: 2, tenure: 2 });
      await vi.waitFor(
        async () => {
          await turns([target], 1);
          expect(target.host.target.ports).toHaveLength(2);
        },
        { timeout: 10_000 },
      );
      expect(reasonOf()).toBeUndefined();
    });
  });
});
