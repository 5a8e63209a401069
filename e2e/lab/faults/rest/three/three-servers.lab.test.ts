/** Management on three places, as the reference architecture has it, and volumes on real kernels: a place ends, is paused, is upgraded and rolled back during I/O. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../support/api-client.js';
import { LoadBalancer } from '../../../../support/load-balancer.js';
import { OLDER, olderTree } from '../../../../support/older-tree.js';
import { builtServer } from '../../../../support/server-process.js';
import { agentBundle } from '../../../fabric/managed-cluster.js';
import { startThreeProcesses, type ThreeProcesses } from '../../../fabric/three-processes.js';
import { majorityLost, pausedInTurn, placeLost } from '../../three-servers/rows.js';
import { MOVED_SECONDS, placesBut, ThreeServerLab } from '../../three-servers/three-server-lab.js';

const older = await olderTree(OLDER);

let directory: string;
let fabric: ThreeProcesses | undefined;
let lab: ThreeServerLab<ThreeProcesses>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-lab-'));
  fabric = await startThreeProcesses({ directory, programs: older });
  lab = await ThreeServerLab.prepare(fabric);
}, 1_200_000);
afterAll(async () => {
  await fabric?.close();
  if (directory && !process.env.WEFT_KEEP_LAB) await rm(directory, { recursive: true, force: true });
}, 120_000);

/** Replaces one server after the other, while none of the requests through a load balancer may fail. */
async function replaced(program: string, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const { fabric, mirror } = lab;
  const balancer = await LoadBalancer.of(fabric.servers.map(({ port }) => port));
  onTestFinished(() => balancer.close());
  const everyServer = () =>
    until('all servers ready at the load balancer', MOVED_SECONDS, async () => (balancer.readyPorts.length === 3 ? true : undefined));
  await everyServer();
  const api = fabric.api.at(balancer.url);
  const failures: string[] = [];
  let [requests, stopped] = [0, false];
  const reader = (async () => {
    while (!stopped) {
      requests += 1;
      await api.call(endpoints.listVolumes, { query: { limit: 50 } }).catch((error: Error) => failures.push(error.message));
      await sleep(100);
    }
  })();
  await lab
    .underLoad(async (load) => {
      for (const place of [0, 1, 2]) {
        fabric.asked = placesBut(place)[0] as number;
        const server = fabric.server(place);
        expect(await server.stop()).toBe(0);
        server.program = program;
        await server.start();
        await everyServer();
        await load.carriesIo(mirror.device);
      }
      await lab.allOnline();
      await lab.works();
      await meanwhile();
    })
    .finally(() => {
      stopped = true;
    });
  await reader;
  console.log(`${requests} requests while servers were replaced, ${failures.length} failed`);
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(50);
}

describe.sequential('three servers', () => {
  test('row: three servers upgraded under load, one after the other, then the agents: no failed request, no I/O error', {
    timeout: 900_000,
  }, async () => {
    await replaced(builtServer, async () => {
      const bundle = await readFile(agentBundle);
      for (const machine of lab.fabric.nodes) await lab.fabric.replaceAgent(machine, bundle);
      await lab.works();
    });
    await lab.agrees();
  });

  placeLost(
    () => lab,
    "row: server and MongoDB's primary of one place end at once: agents and work move to the others, and the place joins again",
  );
  pausedInTurn(
    () => lab,
    'row: each server in turn is stopped for 60 s and goes on (SIGSTOP, SIGCONT): the others do its work, and all agree afterwards (S3)',
  );
  majorityLost(
    () => lab,
    'row: two of three places end, then the third: reads have their age, changes are refused, I/O goes on; all return',
  );

  test('row: three servers rolled back under load, one after the other: no failed request, no I/O error', {
    timeout: 900_000,
  }, async () => {
    await replaced(older.server);
  });
});
