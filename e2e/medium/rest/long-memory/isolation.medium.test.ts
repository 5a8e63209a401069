import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../../apps/server/test-support/app.js';
import { FakeAgent } from '../../../../apps/server/test-support/fake-agent.js';
import { LongMemoryCluster } from '../../../../apps/server/test-support/long-memory-cases.js';
import { nodeSample, sample } from '../../../../apps/server/test-support/samples.js';

/** Takes connections and requests, and never answers. */
let hanging: Server;
let server: TestServer;
let cluster: LongMemoryCluster;
beforeAll(async () => {
  hanging = createServer(() => undefined);
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  server = await startTestServer({ mongoUri: testDatabase().uri });
  cluster = new LongMemoryCluster(server, { writeUrl: url, queryUrl: url, end: async () => undefined, resume: async () => undefined });
  await cluster.store(600);
  await cluster.startSender();
  return async () => {
    await cluster.stopSender();
    hanging.closeAllConnections();
    hanging.close();
    await server.stop();
  };
});

const AGENTS = 20;
const ROUNDS = 8;

const percentileOf = (times: readonly number[], fraction: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * fraction)] ?? 0;

interface Measured {
  samples: number[];
  answers: number[];
}
const measured = (): Measured => ({ samples: [], answers: [] });

/** Milliseconds of a sample of an agent and of a query, one after the other. */
async function measure(to: TestServer, agent: FakeAgent, sequence: number, into: Measured): Promise<void> {
  let began = performance.now();
  expect(await agent.send('sample', sample(sequence, { durationMs: 50, node: nodeSample(0.05) }))).toEqual({ ok: true });
  into.samples.push(performance.now() - began);
  began = performance.now();
  const query = { objects: 'cluster', metrics: 'iops,latency-p99', from: new Date(Date.now() - 3_600_000).toISOString() };
  await to.adminClient.call(endpoints.queryStatistics, { query });
  into.answers.push(performance.now() - began);
}

test('a long memory that hangs slows neither samples of agents nor answers, and loses no point', async () => {
  await vi.waitFor(async () => expect(await cluster.state()).toMatchObject({ failing: { reason: 'no answer within 5 s' } }), 60_000);
  const [plain, sending] = [measured(), measured()];
  const agents: { to: TestServer; into: Measured; agent: FakeAgent }[] = [];
  for (let n = 0; n < AGENTS; n++)
    for (const [to, into] of [[server, plain] as const, [cluster.sending, sending] as const]) {
      const agent = await FakeAgent.enroll(server, `n${randomUUID().slice(0, 8)}`);
      await agent.connect(to.url);
      agents.push({ to, into, agent });
    }
  // Both servers in turns, so that other work of the machine meets both. An agent sends two samples a second at most.
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { to, agent, into } of agents) await measure(to, agent, round, into);
    await sleep(1000);
  }
  for (const { agent } of agents) agent.disconnect();
  for (const what of ['samples', 'answers'] as const) {
    const [without, with_] = [plain[what], sending[what]].map((times) => [percentileOf(times, 0.5), percentileOf(times, 0.95)]);
    console.log(`${what}: median and 95th percentile in ms without a long memory ${without}, with a hanging one ${with_}`);
    expect(with_?.[0]).toBeLessThan((without?.[0] ?? 0) * 2 + 5);
    expect(with_?.[1]).toBeLessThan((without?.[1] ?? 0) * 3 + 20);
  }
  const { body } = await cluster.sending.adminClient.request('GET', '/metrics');
  expect(String(body)).toContain('weft_server_statistics_points_lost_total 0');
  expect(await cluster.metric('backlog_seconds')).toBeGreaterThan(0);
});
