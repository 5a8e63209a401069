import type { OrphanOrder, OrphanOutcome } from '@weft/shared/messages/orphan-orders';
import type { Orphan } from '@weft/shared/messages/report';
import { expect, test } from 'vitest';
import { Locks } from '../ledger/locks.js';
import { contentFor, type ExampleAgent, exampleCluster, id, silent, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { OrphanCleaner } from './orphan-cleaner.js';

const NOTHING = { drives: [], legs: [], exports: [], attachments: [] };
const signal = new AbortController().signal;

/** An attached raid1, of which a later assignment of each node lists nothing. */
async function forgotten() {
  const { targets, client } = await exampleCluster();
  const [target = expect.fail()] = targets;
  const agents = [...targets, client];
  for (const agent of agents) await agent.assign(contentFor(agent.node, UP));
  await turns(agents);
  for (const agent of agents) await agent.assign({ ...contentFor(agent.node, UP), ...NOTHING });
  await turns(agents);
  return { target, client, agents };
}

const reported = (agent: ExampleAgent, kind: Orphan['kind']): Orphan[] => (agent.state?.orphans ?? []).filter((each) => each.kind === kind);
const one = (agent: ExampleAgent, kind: Orphan['kind']): Orphan => reported(agent, kind)[0] ?? expect.fail(`no orphan ${kind}`);
const orderOf = (agent: ExampleAgent, { kind, identity = '' }: Orphan, change: Partial<OrphanOrder> = {}): OrphanOrder => ({
  ...{ id: id('order', 1), kind, identity, bootId: agent.state?.bootId ?? '' },
  ...change,
});

/** @returns the code of the refusal or failure; null: it is gone. */
async function clean(agent: ExampleAgent, ...orders: OrphanOrder[]): Promise<(string | null)[]> {
  const outcomes: OrphanOutcome[] = [];
  const orphanOrders = { open: () => orders, ended: (outcome: OrphanOutcome) => void outcomes.push(outcome) };
  const { host, ledger } = agent;
  await new OrphanCleaner({ host, ledger, orphanOrders, log: silent, locks: new Locks() }).act(signal);
  await turns([agent]);
  return outcomes.map(({ reason }) => reason?.code ?? null);
}
const cleanOne = async (agent: ExampleAgent, kind: Orphan['kind']) => (await clean(agent, orderOf(agent, one(agent, kind))))[0];

test('removes a forgotten volume from its client and its targets, from the top down, and nothing while something above uses it', async () => {
  const { target, client } = await forgotten();
  // Not in this order: each is in use by the one above.
  expect(await cleanOne(target, 'logical-volume')).toBe('orphan-in-use');
  expect(await cleanOne(target, 'volume-group')).toBe('orphan-in-use');
  expect(await cleanOne(target, 'subsystem')).toBe('orphan-in-use');
  expect(await cleanOne(client, 'controller')).toBe('orphan-in-use');
  expect(await cleanOne(client, 'array')).toBe('orphan-in-use');
  const close = client.host.processes.open('/dev/weft/orders', { pid: 4711, command: 'postgres' });
  expect(await cleanOne(client, 'mapping')).toBe('orphan-in-use');
  expect(client.host.performed.filter(({ op }) => op === 'remove-mapping' || op === 'stop-array' || op === 'disconnect')).toEqual([]);
  close();

  expect(await cleanOne(client, 'mapping')).toBeNull();
  expect(await cleanOne(client, 'array')).toBeNull();
  for (let path = 0; path < 4; path++) expect(await cleanOne(client, 'controller')).toBeNull();
  expect(await client.host.traces()).toEqual([]);
  expect(await cleanOne(target, 'port')).toBe('orphan-kind-unknown');
  expect(await cleanOne(target, 'subsystem')).toBeNull();
  expect(await cleanOne(target, 'logical-volume')).toBeNull();
  expect(await cleanOne(target, 'volume-group')).toBeNull();
  expect(await target.host.traces()).toEqual([]);
  expect(target.state?.orphans).toEqual([]);
  expect(target.host.fabric.violations).toEqual([]);
});

test('removes no object but the one with the identity of the order', async () => {
  const { target, client } = await forgotten();
  const before = target.host.performed.length;
  const volume = one(target, 'logical-volume');
  expect(await clean(target, orderOf(target, volume, { identity: 'LVM-other' }))).toEqual([null]);
  // Names of the kernel from before a restart are those of other objects.
  expect(await clean(client, orderOf(client, one(client, 'mapping'), { bootId: 'boot-of-yesterday' }))).toEqual([null]);
  expect(target.host.performed.length).toBe(before);
  expect([reported(target, 'logical-volume'), reported(client, 'mapping')].map(({ length }) => length)).toEqual([1, 1]);
});

test('removes nothing that an assignment lists again, also if it comes while the order is carried out', async () => {
  const { target, client, agents } = await forgotten();
  const order = orderOf(target, one(target, 'logical-volume'));
  const mapping = orderOf(client, one(client, 'mapping'));
  for (const agent of agents) await agent.assign(contentFor(agent.node, UP));
  expect(await clean(target, order)).toEqual(['orphan-listed']);
  for (const agent of agents) await agent.assign({ ...contentFor(agent.node, UP), ...NOTHING });
  await turns(agents);
  const { holders } = client.host;
  client.host.holders = async (device) => {
    await client.assign(contentFor(client.node, UP));
    return holders.call(client.host, device);
  };
  expect(await clean(client, mapping)).toEqual(['identity-changed']);
  expect(client.host.performed.map(({ op }) => op)).not.toContain('remove-mapping');
});

test('removes nothing while the stored assignment is lost', async () => {
  const { target } = await forgotten();
  const ended: OrphanOutcome[] = [];
  const orphanOrders = {
    open: () => [orderOf(target, one(target, 'logical-volume'))],
    ended: (outcome: OrphanOutcome) => void ended.push(outcome),
  };
  const ledger = { assignment: undefined, assignmentLost: true } as never;
  await new OrphanCleaner({ host: target.host, ledger, orphanOrders, log: silent, locks: new Locks() }).act(signal);
  expect(ended).toMatchObject([{ reason: { code: 'orphans-unknown' } }]);
});
