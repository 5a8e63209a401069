import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Simulation, SimulationFault } from '@weft/shared/kinds/simulation/simulation';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { FakeAgent } from '../../test-support/fake-agent.js';
import { HttpClient } from '../../test-support/http-client.js';

const state: Simulation = { demandFactor: 1, networks: [{ name: 'left', up: true }], nodes: [] };
let directory: string;
let socket: string;
let simulation: Server;
let received: SimulationFault[];
let simulated: TestServer;
let real: TestServer;

/** Answers as the simulation's socket does (packages/agent/src/simulation/simulation-listener.ts). */
function startSimulation(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const fault = body === '' ? null : (JSON.parse(body) as SimulationFault);
      if (fault) received.push(fault);
      const isRefused = fault?.fault === 'network';
      response.writeHead(isRefused ? 422 : 200).end(JSON.stringify(isRefused ? { refused: 'there is no such network' } : state));
    });
  });
  return new Promise((resolve) => server.listen(socket, () => resolve(server)));
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-simulation-'));
  socket = join(directory, 'simulation.sock');
  received = [];
  simulation = await startSimulation();
  const mongoUri = testDatabase().uri;
  simulated = await startTestServer({ mongoUri, config: { simulated: true, simulationSocket: socket } });
  real = await startTestServer({ mongoUri });
});
afterAll(async () => {
  await Promise.all([simulated?.stop(), real?.stop()]);
  simulation?.close();
  await rm(directory, { recursive: true, force: true });
});

const inject = (client: HttpClient, body: SimulationFault) => client.call(endpoints.injectFault, { body });
const refused = (client: HttpClient, body: SimulationFault) => client.refused(endpoints.injectFault, { body });

it('returns the machines of the simulation to viewers, and applies faults for administrators only', async () => {
  await simulated.adminClient.call(endpoints.createUser, { body: { name: 'omar', role: 'operator', password: 'correct horse battery' } });
  const omar = new HttpClient(simulated.url);
  await omar.login('omar', 'correct horse battery');
  expect(await omar.call(endpoints.getSimulation)).toEqual(state);
  expect(await refused(omar, { fault: 'kill-node', node: 't1' })).toMatchObject({ code: 'forbidden' });
  expect(received).toEqual([]);
  expect(await inject(simulated.adminClient, { fault: 'kill-node', node: 't1' })).toEqual(state);
  expect(received).toEqual([{ fault: 'kill-node', node: 't1' }]);
});

it('records each fault with its node, or with the settings for a fault of the whole cluster', async () => {
  const agent = await FakeAgent.enroll(simulated, 't9');
  await inject(simulated.adminClient, { fault: 'slow-drive', node: 't9', serial: 'S1', factor: 8 });
  await inject(simulated.adminClient, { fault: 'demand', factor: 2 });
  const { items } = await simulated.adminClient.call(endpoints.listAudit, { query: { action: 'simulation.fault', sort: '-at', limit: 2 } });
  expect(items.map(({ by, subject, statements }) => [by, subject?.kind, statements.map(({ text }) => text)])).toEqual([
    ['admin', 'settings', ['Simulated fault demand (factor 2).']],
    ['admin', 'node', ['Simulated fault slow-drive (node t9, serial S1, factor 8).']],
  ]);
  expect(items[1]?.subject?.id).toBe(agent.nodeId);
});

it('reports why the simulation refuses a fault', async () => {
  expect(await refused(simulated.adminClient, { fault: 'network', network: 'green', up: false })).toMatchObject({
    code: 'not-possible',
    detail: expect.stringContaining('there is no such network'),
  });
});

it('refuses faults in a real cluster, and sends nothing', async () => {
  const before = received.length;
  expect(await real.adminClient.refused(endpoints.getSimulation, {})).toMatchObject({ code: 'wrong-state' });
  expect(await refused(real.adminClient, { fault: 'kill-node', node: 't1' })).toMatchObject({
    code: 'wrong-state',
    detail: expect.stringContaining('This cluster is real'),
  });
  expect(received).toHaveLength(before);
});

it('answers that the simulation is unavailable when nothing listens', async () => {
  await new Promise((resolve) => simulation.close(resolve));
  expect(await simulated.adminClient.refused(endpoints.getSimulation, {})).toMatchObject({ code: 'unavailable' });
});
