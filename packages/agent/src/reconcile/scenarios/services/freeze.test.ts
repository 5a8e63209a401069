import { describe, expect, it, vi } from 'vitest';
import type { Host } from '../../../host/host.js';
import { id, turns } from '../../../testing/example-cluster.js';
import { COPY, freezeOf, legOf, suspended, type ThinExample, thinCluster } from '../../../testing/thin-example.js';

const CLONED: ThinExample = { copy: 'take', clone: {} };

describe('a freeze', () => {
  it('holds a volume until it is released, and the copy taken meanwhile is of that moment', async () => {
    const { agents, targets, client, assign, now, write, read } = await thinCluster();
    write('before');
    await assign({ copy: 'hold' });
    await turns(agents, 2);
    expect(targets.map((target) => legOf(target, COPY + target.node - 1)?.observed.thin?.state)).toEqual(['prepared', 'prepared']);
    await assign({ copy: 'hold', freeze: {} });
    await now(client);
    expect(freezeOf(client)).toMatchObject({ state: 'held' });
    expect(() => write('too early')).toThrow('suspended');
    await assign({ copy: 'take', freeze: {} });
    await now(...targets);
    expect(targets.map((target) => legOf(target, COPY + target.node - 1)?.observed.thin?.state)).toEqual(['made', 'made']);
    await assign({ copy: 'take', freeze: { desired: 'release' } });
    await now(client);
    // As the host saw it, without what the agent did before and after.
    const [held] = (await client.host.observeFast()).endedHolds ?? [];
    expect(freezeOf(client)).toMatchObject({ state: 'released', heldMs: held?.ms, id: held?.id });
    expect(suspended(client)).toEqual([]);
    write('after');
    await assign({ ...CLONED, freeze: { desired: 'release' } });
    await turns(agents, 4);
    expect([read(), read('/dev/weft/clone')]).toEqual([
      ['after', 'after'],
      ['before', 'before'],
    ]);
    await assign(CLONED);
    await turns(agents);
    expect([freezeOf(client), client.ledger.facts.freezes]).toEqual([undefined, {}]);
  });

  it('is held, copied and let go by quick looks: I/O waits for them', async () => {
    const { agents, targets, client, assign, now } = await thinCluster();
    await assign({ copy: 'hold' });
    await turns(agents, 3);
    await now(...agents);
    const looksOf = ({ host }: { host: Host }) => vi.spyOn(host, 'observeFast');
    const held = looksOf(client);
    const areQuick = ({ mock }: typeof held) => mock.calls.length > 1 && mock.calls.every(([how]) => how?.quick === true);
    await assign({ copy: 'hold', freeze: {} });
    await now(client);
    await assign({ copy: 'take', freeze: {} });
    for (const target of targets) {
      const looks = looksOf(target);
      const read = target.host.observeSlow.bind(target.host);
      const before: unknown[] = [];
      vi.spyOn(target.host, 'observeSlow').mockImplementation(() => {
        before.push([legOf(target, COPY + target.node - 1)?.observed.thin?.state, areQuick(looks)]);
        return read();
      });
      await now(target);
      expect(before[0]).toEqual(['made', true]);
    }
    await assign({ copy: 'take', freeze: { desired: 'release' } });
    await now(client);
    expect(freezeOf(client)).toMatchObject({ state: 'released' });
    expect(areQuick(held)).toBe(true);
  });

  it('reads mappings alone between its steps, and the rest again when something else has changed', async () => {
    const { agents, targets, client, assign, now } = await thinCluster();
    await assign({ copy: 'hold' });
    await turns(agents, 3);
    await now(...agents);
    const sinceOf = ({ host }: { host: Host }) => {
      const looks = vi.spyOn(host, 'observeFast');
      return () => looks.mock.calls.map(([how]) => (how?.since ? 'mappings' : how?.quick ? 'quick' : 'full'));
    };
    const ofClient = sinceOf(client);
    await assign({ copy: 'hold', freeze: {} });
    await now(client);
    // At the order, and after the suspension.
    expect(ofClient().slice(0, 2)).toEqual(['mappings', 'mappings']);
    const before = ofClient().length;
    const [target] = targets;
    if (!target) throw new Error('the example has targets');
    const ofTarget = sinceOf(target);
    await assign({ copy: 'take', freeze: {} });
    await now(target);
    // At the order, after the copy, and with what commands show.
    expect(ofTarget().slice(0, 2)).toEqual(['mappings', 'mappings']);
    expect(ofTarget().at(-1)).not.toBe('mappings');
    // A state of 2 s ago is too old.
    await assign({ copy: 'take', freeze: { desired: 'release' } });
    await client.turn({ afterMs: 2000 });
    expect(ofClient()[before]).toBe('quick');
    expect(freezeOf(client)).toMatchObject({ state: 'released' });
  });

  const ended = async (end: (own: Awaited<ReturnType<typeof thinCluster>>) => Promise<unknown>, cause: string) => {
    const own = await thinCluster();
    const { client, assign, now } = own;
    await assign({ freeze: {} });
    await now(client);
    expect(freezeOf(client)).toMatchObject({ state: 'held' });
    await end(own);
    expect(suspended(client)).toEqual([]);
    await now(client);
    expect(freezeOf(client)).toMatchObject({ state: 'expired', heldMs: null, reason: { params: { cause } } });
    // For good: neither a later release nor another start changes it.
    await assign({ freeze: { desired: 'release' } });
    await now(client);
    await client.restart();
    await now(client);
    expect(freezeOf(client)).toMatchObject({ state: 'expired' });
    own.write('works');
  };

  it('expires after its bound, also when the agent is dead', async () => {
    await ended(({ client }) => client.turn({ afterMs: 5000 }), 'bound');
    await ended(async ({ client, fabric }) => {
      client.host.dieAfter(0, { effect: false });
      fabric.clock.advance(5501);
      client.host.revive();
      await client.restart();
      await client.turn({ afterMs: 1 });
    }, 'restart');
  });

  it('expires when the agent starts again, when something else resumes a device, and when a volume goes', async () => {
    await ended(async ({ client }) => {
      await client.restart();
      await client.turn({ afterMs: 1 });
    }, 'restart');
    await ended(async ({ client: { host }, client }) => {
      host.holds.resume({ name: suspended(client)[0] ?? '' });
      host.changed();
    }, 'resumed');
    const { client, assign, now, agents } = await thinCluster();
    await assign({ freeze: {} });
    await now(client);
    await assign({ freeze: {}, attached: false });
    await turns(agents, 3);
    expect(freezeOf(client)).toMatchObject({ state: 'expired' });
    expect(client.host.mappings.list).toEqual([]);
  });

  it('leaves nothing suspended, whenever the agent dies', async () => {
    for (const effect of [false, true])
      for (let operations = 0; operations < 3; operations++) {
        const { client, assign, now, write } = await thinCluster();
        client.host.dieAfter(operations, { effect });
        await assign({ freeze: {} });
        await now(client).catch(() => undefined);
        await assign({ freeze: { desired: 'release' } });
        await now(client).catch(() => undefined);
        const hasDied = client.host.agentIsDead;
        client.host.revive();
        await client.restart();
        await now(client);
        expect(suspended(client), `${effect} ${operations}`).toEqual([]);
        expect(freezeOf(client)?.state, `${effect} ${operations}`).toBe(hasDied ? 'expired' : 'released');
        write('works');
      }
  });

  it('does not begin too late, nor after its release, nor while a volume is not available', async () => {
    const { client, assign, now } = await thinCluster();
    await assign({ freeze: { notAfter: '2020-01-01T00:00:00.000Z' } });
    await now(client);
    expect(freezeOf(client)).toMatchObject({ state: 'expired', reason: { params: { cause: 'late' } } });
    await assign({ freeze: { id: id('order', 2), desired: 'release' } });
    await now(client);
    expect(freezeOf(client)).toMatchObject({ state: 'expired', reason: { params: { cause: 'never' } } });
    await assign({ freeze: { id: id('order', 3), attachmentIds: [id('attachment', 1), id('attachment', 2)] } });
    await now(client);
    expect(freezeOf(client)).toMatchObject({ state: 'waiting', reason: { code: 'freeze-waits' } });
    expect(client.host.performed.some(({ op }) => op === 'hold-io')).toBe(false);
  });

  it('holds several volumes at one moment', async () => {
    const { agents, client, assign, now, write } = await thinCluster();
    await assign(CLONED);
    await turns(agents, 4);
    const attachmentIds = [id('attachment', 1), id('attachment', 2)];
    await assign({ ...CLONED, freeze: { attachmentIds } });
    await now(client);
    const states = () => client.state?.objects.map((each) => (each.kind === 'attachment' ? each.observed.freeze?.state : ''));
    expect(states()).toEqual(['held', 'held']);
    for (const device of ['/dev/weft/orders', '/dev/weft/clone']) expect(() => write('no', device)).toThrow('suspended');
    await assign({ ...CLONED, freeze: { attachmentIds, desired: 'release' } });
    await now(client);
    expect(states()).toEqual(['released', 'released']);
    expect(suspended(client)).toEqual([]);
  });
});
