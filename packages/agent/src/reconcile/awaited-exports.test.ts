import { subsystemNqn } from '@weft/shared/identity';
import { expect, test } from 'vitest';
import { contentFor, exampleCluster, id, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';

const CLIENT_ATTACHMENT = 1;
const NQNS = [1, 2].map((node) => subsystemNqn(id('attachment', CLIENT_ATTACHMENT), id('node', node), 1));

/** Agents that run with nothing assigned to the client, then a new attachment. */
async function attaching() {
  const cluster = await exampleCluster();
  const { client, targets } = cluster;
  const connects: number[] = [];
  client.host.fails = ({ op }) => {
    if (op === 'connect') connects.push(cluster.fabric.clock.now());
    return undefined;
  };
  for (const each of targets) await each.assign(contentFor(each.node, UP));
  await client.assign({ ...contentFor(client.node, UP), attachments: [] });
  await client.turn();
  await client.assign(contentFor(client.node, UP));
  return { ...cluster, connects };
}

test('a new attachment connects nothing until the servers say that all its targets export it', async () => {
  const { client, targets, connects } = await attaching();
  await client.turn({ afterMs: 0 });
  expect(connects).toEqual([]);
  expect(client.summary).toEqual(['attachment working']);
  for (const each of [...targets, ...targets, ...targets]) await each.turn({ afterMs: 100 });
  client.reachable([NQNS[0] ?? '']);
  await client.turn({ afterMs: 100 });
  expect(connects).toEqual([]);
  client.reachable([NQNS[1] ?? '']);
  await client.turn({ afterMs: 100 });
  expect(connects).toHaveLength(4);
  expect(client.summary).toEqual(['attachment done']);
});

test('it begins 3 s after its assignment without a word, and does not wait again', async () => {
  const { client, targets, connects } = await attaching();
  await client.turn({ afterMs: 0 });
  await client.turn({ afterMs: 2900 });
  expect(connects).toEqual([]);
  await client.turn({ afterMs: 100 });
  const tried = connects.length;
  expect(tried).toBeGreaterThan(0);
  await turns(targets);
  await client.live(20);
  expect(connects.length).toBeGreaterThan(tried);
  expect(client.summary).toEqual(['attachment done']);
});

test('the word counts that arrives before the assignment, and not for another attachment', async () => {
  const { client, targets, connects } = await attaching();
  await turns(targets);
  await client.turn({ afterMs: 0 });
  client.reachable([subsystemNqn(id('attachment', 2), id('node', 1), 1)]);
  await client.turn({ afterMs: 100 });
  expect(connects).toEqual([]);

  const early = await attaching();
  await turns(early.targets);
  early.client.reachable(NQNS);
  await early.client.turn({ afterMs: 100 });
  expect(early.connects).toHaveLength(4);
});

test('an agent that starts with the attachment assigned does not wait', async () => {
  const { client, targets, connects } = await attaching();
  await turns(targets);
  await client.restart();
  await client.turn({ afterMs: 0 });
  expect(connects).toHaveLength(4);
});
