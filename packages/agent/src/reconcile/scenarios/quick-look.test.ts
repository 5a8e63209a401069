import { expect, test, vi } from 'vitest';
import type { FastState, Host } from '../../host/host.js';
import { assignAll, exampleCluster, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

/** A finished cluster whose first target records its observations and operations. */
async function settled() {
  const cluster = await exampleCluster();
  const target = cluster.targets[0];
  if (!target) throw new Error('the example has a target');
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const events: string[] = [];
  const { host } = target;
  const look = host.observeFast.bind(host);
  /** The state that a quick read shows instead. */
  let remembered: FastState | undefined;
  const observeFast: Host['observeFast'] = async (options) => {
    events.push(options?.quick ? 'quick' : 'full');
    const state = await look();
    return options?.quick && remembered ? remembered : state;
  };
  Object.assign(host, { observeFast });
  host.takes = async ({ op }) => void events.push(op);
  const remember = (change: (state: FastState) => void) => {
    return look().then((state) => {
      remembered = structuredClone(state);
      change(remembered);
    });
  };
  return { target, events, remember };
}

test('observes quickly, once per turn, when everything is done', async () => {
  const { target, events } = await settled();
  await target.turn();
  await target.turn();
  expect(events).toEqual(['quick', 'quick']);
});

test('detects a namespace disabled by hand, observes in full, and enables it', async () => {
  const { target, events } = await settled();
  const { subsystemNqn: nqn = '' } = target.ledger.assignment?.content.exports[0] ?? {};
  target.host.target.disableNamespace({ op: 'disable-namespace', nqn, nsid: 1 });
  target.host.changed();
  await target.turn();
  expect(events.slice(0, 5)).toEqual(['quick', 'full', 'create-linear', 'create-namespace', 'enable-namespace']);
  expect(target.allDone).toBe(true);
});

test('changes nothing when a full observation contradicts the quick one', async () => {
  const { target, events, remember } = await settled();
  await remember((state) => {
    for (const { namespaces } of state.subsystems) for (const space of namespaces) space.enabled = false;
  });
  await target.turn();
  expect(events).toEqual(['quick', 'full']);
  expect(target.allDone).toBe(true);
});

test('begins with a full observation after a new assignment', async () => {
  const { target, events } = await settled();
  await assignAll([target], { ...UP, exported: false });
  await target.turn();
  expect(events[0]).toBe('full');
});

test('shows a carrier change in the inventory after a quick observation', async () => {
  const { target } = await settled();
  const before = await target.host.observeSlow();
  Object.assign(target.host, { observeSlow: async () => before });
  for (const isUp of [false, true]) {
    target.host.fabric.setNic('t1', 'eth0', isUp);
    await target.turn();
    expect(target.state?.inventory?.nics.map(({ name, carrier }) => `${name} ${carrier}`)).toEqual([`eth0 ${isUp}`, 'eth1 true']);
  }
});

test('re-reads LVM after a change of an export, but not of an attachment', async () => {
  const { client, targets, agents } = await exampleCluster();
  await assignAll(agents, UP);
  await turns(agents);
  const asked = new Map(
    [client, ...targets].map((agent) => {
      const read = agent.host.observeSlow.bind(agent.host);
      const observeSlow = vi.fn(read);
      Object.assign(agent.host, { observeSlow });
      return [agent, observeSlow] as const;
    }),
  );
  await assignAll(agents, { ...UP, tenure: 2 });
  for (const agent of agents) await agent.live(4);
  expect(asked.get(client)).not.toHaveBeenCalled();
  for (const target of targets) expect(asked.get(target)).toHaveBeenCalled();
});

test('reports an opened device as open after the next assignment', async () => {
  const { client, agents } = await exampleCluster();
  await assignAll(agents, UP);
  await turns(agents);
  const open = () => {
    const [status] = client.state?.objects ?? [];
    return status?.kind === 'attachment' ? status.observed.open : undefined;
  };
  client.host.processes.open('/dev/weft/orders', { pid: 77, command: 'fio' });
  await client.live(2);
  expect(open()).toBe(false);
  await assignAll([client], { ...UP, tenure: 2 });
  await client.live(2);
  expect(open()).toBe(true);
});
