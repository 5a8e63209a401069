/** Three servers of an older tree are upgraded to this one and rolled back, one after the other, under load. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OLDER, olderTree } from '../../support/older-tree.js';
import { builtServer } from '../../support/server-process.js';
import { ThreeServers } from '../../support/three-servers.js';
import { withoutFailedRequest } from '../three-servers/rolling-restart.js';

let three: ThreeServers;
let older: Awaited<ReturnType<typeof olderTree>>;

beforeAll(async () => {
  older = await olderTree(OLDER);
  three = await ThreeServers.start({ programs: older });
}, 1_200_000);
afterAll(async () => {
  await three?.stop();
});

test.each([
  ['upgrades servers to this tree, with agents of the older one', () => builtServer],
  ['rolls the servers back to the older tree', () => older.server],
] as const)('%s, without a failed request or a lost node', { timeout: 300_000 }, async (_name, program) => {
  const load = await withoutFailedRequest(three, async (at) => {
    expect(await three.server(at).stop()).toBe(0);
    three.server(at).program = program();
    await three.startServer(at);
  });
  console.log(`${load.requests} requests, ${load.volumes} volumes made and deleted, ${load.failures.length} failed`);
  expect(load.failures).toEqual([]);
  expect([...load.notOnline]).toEqual([]);
  expect(load.volumes).toBeGreaterThan(2);
  await three.allAgentsAt([0, 1, 2], 60);
});
