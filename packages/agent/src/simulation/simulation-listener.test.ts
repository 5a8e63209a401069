import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulation, simulationSchema } from '@weft/shared/kinds/simulation/simulation';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assignAll, exampleCluster, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { SimulationListener } from './simulation-listener.js';

let directory: string;
let socketPath: string;
let listener: SimulationListener;
let cluster: Awaited<ReturnType<typeof exampleCluster>>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-listener-'));
  socketPath = join(directory, 'simulation.sock');
  cluster = await exampleCluster();
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  listener = await SimulationListener.open(socketPath, cluster.fabric);
});
afterEach(async () => {
  await listener.close();
  await rm(directory, { recursive: true, force: true });
});

const call = (method: string, path: string, body?: object): Promise<{ status: number; answer: unknown }> =>
  new Promise((resolve, reject) => {
    const sent = request({ socketPath, method, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, answer: JSON.parse(text) }));
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
const nodeOf = (answer: unknown, name: string) => (answer as Simulation).nodes.find((node) => node.name === name);

it('returns the machines as the contract describes them', async () => {
  const { status, answer } = await call('GET', '/state');
  expect(status).toBe(200);
  expect(simulationSchema.parse(answer)).toMatchObject({ demandFactor: 1 });
  expect(nodeOf(answer, 't1')).toMatchObject({ up: true, drives: [{ serial: 'S1', present: true, slowFactor: 1 }] });
});

it('applies a fault and returns its effect', async () => {
  const { answer } = await call('POST', '/faults', { fault: 'kill-node', node: 't1' });
  expect(nodeOf(answer, 't1')?.up).toBe(false);
  expect(cluster.fabric.host('t1').up).toBe(false);
  const slow = await call('POST', '/faults', { fault: 'slow-drive', node: 't2', serial: 'S2', factor: 8 });
  expect(nodeOf(slow.answer, 't2')?.drives).toMatchObject([{ slowFactor: 8 }]);
});

it('refuses a fault of a missing machine, and one that the contract does not know', async () => {
  expect(await call('POST', '/faults', { fault: 'kill-node', node: 't9' })).toEqual({
    status: 422,
    answer: { refused: 'there is no simulated host t9' },
  });
  expect(await call('POST', '/faults', { fault: 'flood' })).toMatchObject({ status: 422 });
});
