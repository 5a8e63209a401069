import { subsystemNqn } from '@weft/shared/identity';
import { afterEach, expect, test, vi } from 'vitest';
import { reason } from '../reason/reason.js';
import { assignAll, exampleCluster, id, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { Backoff } from './backoff.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** t1 has been offline for so long that its paths are retried once a minute, and the last attempt failed just now. */
async function awayForLong() {
  // Without jitter both of its paths are retried together, in the end once a minute.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const { fabric, client, targets } = cluster;
  const attempts = { count: 0 };
  client.host.fails = ({ op }) => {
    if (op === 'connect') attempts.count++;
    return undefined;
  };
  const live = () => client.host.initiator.controllers.filter(({ state }) => state === 'live').length;
  fabric.kill('t1');
  await client.live(400);
  // Both were just retried.
  for (let before = -2; attempts.count - before < 2; ) {
    before = attempts.count;
    await client.live(2);
  }
  expect(live()).toBe(2);
  fabric.boot('t1');
  await targets[0]?.restart();
  await targets[0]?.live(6);
  return { ...cluster, attempts, live };
}

const NQN = subsystemNqn(id('attachment', 1), id('node', 1), 1);

test('reconnects a leg at once when a server reports its target reachable', async () => {
  const { client, live } = await awayForLong();
  client.reachable([NQN]);
  await client.live(2);
  expect(live()).toBe(4);
  expect(client.host.initiator.controllers.every(({ state }) => state === 'live')).toBe(true);
});

test('keeps its back-off when a report names another leg', async () => {
  const { client, attempts } = await awayForLong();
  const before = attempts.count;
  client.reachable([subsystemNqn(id('attachment', 1), id('node', 2), 1)]);
  await client.live(2);
  expect(attempts.count).toBe(before);
});

test('limits retries under repeated wrong reports to those of a fresh back-off', async () => {
  const { client, fabric, attempts } = await awayForLong();
  fabric.kill('t1');
  const before = attempts.count;
  for (let second = 0; second < 60; second += 2) {
    client.reachable([NQN]);
    await client.live(2);
  }
  const perPath = (attempts.count - before) / 2;
  // 10 s contain back-offs of 250 ms, 500 ms, 1, 2, 4 s with jitter: at most 6 attempts at observations 2 s apart.
  expect(perPath).toBeLessThanOrEqual(6 * 5);
  expect(perPath).toBeGreaterThan(1);
});

test('connects the paths over a NIC at once when its carrier returns', async () => {
  const { agents, client, fabric } = await exampleCluster();
  fabric.setNic('client', 'eth0', false);
  await assignAll(agents, UP);
  await turns(agents);
  await client.live(400);
  const live = () => client.host.initiator.controllers.filter(({ state }) => state === 'live').length;
  expect(live()).toBe(2);
  fabric.setNic('client', 'eth0', true);
  await client.live(2);
  expect(live()).toBe(4);
});

test('restarts its pauses after a hint, and ignores a second hint within 10 s', () => {
  let now = 0;
  const backoff = new Backoff(
    () => now,
    () => 1,
  );
  const fail = () => backoff.failed('path', reason('command-failed', { failure: 'no' }));
  for (let attempt = 0; attempt < 9; attempt++) fail();
  expect(backoff.untilNextMs()).toBe(60_000);
  backoff.renew('path');
  expect(backoff.isHeld('path')).toBe(false);
  fail();
  expect(backoff.untilNextMs()).toBe(250);
  now += 200;
  backoff.renew('path');
  expect(backoff.isHeld('path')).toBe(true);
  now += 10_000;
  fail();
  backoff.renew('path');
  expect(backoff.isHeld('path')).toBe(false);
});
