import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AGENT_NAMESPACE } from '@weft/shared/links/agent-link';
import { inventorySchema } from '@weft/shared/messages/inventory';
import { type Sample, sampleSchema } from '@weft/shared/messages/sample';
import { Server } from 'socket.io';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runAgent } from './agent.js';
import { SimulatedFabric } from './host/simulated/simulated-fabric.js';
import { MetricsListener } from './metrics/listener.js';
import { id, silent, temporaryFolder } from './testing/example-cluster.js';

test('sends samples when a server orders them, and reports the address of its metrics', async () => {
  const http = createServer();
  const io = new Server(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void io.close());
  const journals: unknown[] = [];
  const samples: Sample[] = [];
  let metrics: { port: number; path: string } | null | undefined;
  io.of(AGENT_NAMESPACE).on('connection', (socket) => {
    socket.on('inventory', (inventory, ack) => {
      ({ metrics } = inventorySchema.parse(inventory));
      ack({ ok: true });
    });
    socket.on('report', (_, ack) => ack({ ok: true }));
    socket.on('sample', (sample, ack) => {
      samples.push(sampleSchema.parse(sample));
      ack({ ok: true });
    });
    socket.emit('scrape', { tokenSha256: createHash('sha256').update('token').digest('hex') });
    socket.emit('sampling', { intervalSeconds: 1 });
    socket.emit('journal', { mostBytes: 1024 }, (answer: unknown) => journals.push(answer));
  });

  const host = new SimulatedFabric().add({ name: 't1', cpus: 2, memoryBytes: 2 ** 30, nics: [], drives: [] });
  const listener = await MetricsListener.open('127.0.0.1:0', silent);
  onTestFinished(async () => listener?.close());
  const config = {
    servers: [`http://127.0.0.1:${(http.address() as AddressInfo).port}`],
    nodeId: id('node', 1),
    clusterId: id('cluster', 1),
    name: 't1',
    credential: 'a-credential-of-thirty-two-letters-or-more',
    hostId: id('node', 1),
    hostNqn: 'nqn',
  };
  const stop = new AbortController();
  const running = runAgent(
    {
      config,
      stateDir: await temporaryFolder(),
      host,
      log: silent,
      onNode: () => undefined,
      onLink: () => undefined,
      metrics: listener && { listener, path: '/metrics/t1' },
      simulated: true,
      machine: { machineId: 'test', productUuid: null },
      readJournal: async () => 'started\nconnected\n',
    },
    stop.signal,
  );
  await vi.waitFor(() => expect(journals).toEqual([{ lines: ['started', 'connected'] }]), 10_000);
  await vi.waitFor(() => expect(samples.length).toBeGreaterThan(1), 10_000);
  expect(samples[0]).toMatchObject({ sequence: 1, attachments: [], node: { cores: [{}, {}] } });
  expect(samples[1]?.durationMs).toBeGreaterThan(900);
  await vi.waitFor(() => expect(metrics).toEqual({ port: expect.any(Number), path: '/metrics/t1' }), 20_000);
  const text = await (
    await fetch(`http://127.0.0.1:${metrics?.port}${metrics?.path}`, { headers: { authorization: 'Bearer token' } })
  ).text();
  expect(text).toMatch(/^weft_agent_info\{version="[^"]+",node="t1",simulated="true"\} 1$/m);
  stop.abort();
  await running;
});
