import { expect, onTestFinished, test, vi } from 'vitest';
import { LOOK_EVERY_MS } from '../../plan/anchors/anchors.js';
import { assignAll, contentFor, exampleCluster, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';
import { ReconcileLoop } from '../loop.js';

/** A cluster whose first target wipes one leg until `finish` is called. */
async function wiping() {
  const cluster = await exampleCluster({ roundMs: 50 });
  const target = cluster.targets[0];
  if (!target) throw new Error('the example has a target');
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const started: string[] = [];
  target.host.takes = async (operation) => {
    if (operation.op !== 'wipe-logical-volume' || !operation.lv.endsWith('0')) return;
    started.push(operation.lv);
    await finished;
  };
  await assignAll(cluster.agents, { ...UP, protection: 'raid10' });
  await turns([target]);
  return { ...cluster, target, finish, started };
}

test('starts a long wipe once, reports it as working, and delays the next on that drive', async () => {
  const { agents, target, finish, started, client } = await wiping();
  await turns([target]);
  expect(started).toHaveLength(1);
  expect(target.summary).toEqual(['drive done', 'leg working', 'leg working', 'export waiting: leg-not-wiped']);
  finish();
  await vi.waitFor(() => expect(target.host.performed.filter(({ op }) => op === 'wipe-logical-volume')).toHaveLength(2), 20_000);
  await turns(agents);
  expect([target.allDone, client.allDone]).toEqual([true, true]);
});

test('finishes a running step before it follows a changed assignment', async () => {
  const { target, finish, fabric } = await wiping();
  await target.assign(contentFor(1, { ...UP, protection: 'raid10', attached: false, exported: false, legs: 'absent' }));
  await turns([target], 1);
  finish();
  await turns([target]);
  expect(target.allDone).toBe(true);
  expect(target.host.storage.volumes()).toEqual([]);
  expect(fabric.violations).toEqual([]);
});

test('reports a lost carrier without delay during a long connect', async () => {
  const { agents, client, fabric } = await exampleCluster();
  await assignAll(agents, UP);
  await turns(agents);
  const { host, ledger } = client;
  const [lost] = host.initiator.controllers;
  if (!lost) throw new Error('the example is attached');
  await host.perform({ op: 'disconnect', controller: lost.name, nqn: lost.subsystemNqn });
  const ended = new AbortController();
  const connecting = vi.fn(() => new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve())));
  host.takes = ({ op }) => (op === 'connect' ? connecting() : Promise.resolve());
  const dark: string[] = [];
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const loop = new ReconcileLoop({
    ...{ host, ledger, log: () => undefined, now: () => fabric.clock.now() },
    onState: ({ inventory }) => {
      for (const nic of inventory?.nics ?? []) if (nic.carrier === false) dark.push(nic.name);
    },
  });
  const run = loop.turn(ended.signal);
  const until = async (is: () => boolean) => {
    while (!is()) await new Promise((resolve) => setImmediate(resolve));
  };
  // The round waits for its step.
  await until(() => connecting.mock.calls.length > 0 && vi.getTimerCount() > 0);
  fabric.setNic('client', 'eth0', false);
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  await until(() => dark.length > 0);
  expect(dark[0]).toBe('eth0');
  ended.abort();
  await run;
});
