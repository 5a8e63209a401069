import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@weft/test-support/database';
import { freePort } from '@weft/test-support/free-ports';
import { VictoriaMetrics } from '@weft/test-support/long-memory/victoria-metrics';
import { Prometheus } from '@weft/test-support/prometheus';
import { beforeAll, describe, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../apps/server/test-support/app.js';
import {
  answersAsBefore,
  hasNoHole,
  hasSamples,
  LongMemoryCluster,
  type Receiver,
} from '../../../../apps/server/test-support/long-memory-cases.js';
import { setUp } from '../../../support/set-up.js';

/** Starts a receiver in a folder. */
type Start = (directory: string, port: number) => Promise<Receiver & { stop(): Promise<void> }>;

/** Ended by SIGKILL: accepted samples are in its write-ahead log. */
const startPrometheus: Start = async (directory, port) => {
  const config = join(directory, 'prometheus.yml');
  await writeFile(config, 'storage: { tsdb: { out_of_order_time_window: 31d } }\n');
  const start = () => Prometheus.start({ config, directory, port, more: ['--web.enable-remote-write-receiver'] });
  let running = await start();
  const url = `http://127.0.0.1:${port}`;
  const resume = async () => {
    running = await start();
  };
  return { writeUrl: `${url}/api/v1/write`, queryUrl: url, end: () => running.kill(), resume, stop: () => running.stop() };
};

/** Ended by SIGTERM: it has no write-ahead log, and writes accepted samples to its disk some seconds later. */
const startVictoriaMetrics: Start = async (directory, port) => {
  let running = await VictoriaMetrics.start({ directory, port });
  const url = `http://127.0.0.1:${port}`;
  const resume = async () => {
    running = await VictoriaMetrics.start({ directory, port });
  };
  return { writeUrl: `${url}/api/v1/write`, queryUrl: url, end: () => running.stop(), resume, stop: () => running.stop() };
};

describe.each([
  { name: 'Prometheus', start: startPrometheus },
  { name: 'VictoriaMetrics', start: startVictoriaMetrics },
])('a long memory in $name', ({ start }) => {
  let server: TestServer;
  let receiver: Receiver;
  let cluster: LongMemoryCluster;
  beforeAll(async () => {
    await setUp('victoria-metrics');
    const directory = await mkdtemp(join(tmpdir(), 'weft-long-memory-'));
    const started = await start(directory, await freePort());
    receiver = started;
    server = await startTestServer({ mongoUri: testDatabase().uri });
    cluster = new LongMemoryCluster(server, receiver);
    await cluster.store(120);
    await cluster.startSender();
    return async () => {
      await cluster.stopSender();
      await server.stop();
      await started.stop();
      await rm(directory, { recursive: true, force: true });
    };
  }, 600_000);

  test('answers what MongoDB keeps no longer as MongoDB did', async () => {
    await answersAsBefore(cluster, receiver);
    await hasSamples(receiver, cluster, 'weft_history_cluster_reads', 120);
  });

  test('has no hole after it was down', async () => {
    await hasNoHole(cluster, receiver);
    await hasSamples(receiver, cluster, 'weft_history_cluster_reads', 160);
    await hasSamples(receiver, cluster, 'weft_history_leg_observed_seconds', 320);
  });

  test('has no hole and nothing twice after the sending server was stopped while it was down', async () => {
    await receiver.end();
    await cluster.store(30);
    await cluster.stopSender();
    await receiver.resume();
    await cluster.startSender();
    await cluster.sent();
    await hasSamples(receiver, cluster, 'weft_history_cluster_reads', 190);
  });
});
