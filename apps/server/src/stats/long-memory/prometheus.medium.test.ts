import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@weft/test-support/database';
import { freePort } from '@weft/test-support/free-ports';
import { Prometheus } from '@weft/test-support/prometheus';
import { beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { answersAsBefore, hasSamples, LongMemoryCluster, type Receiver } from '../../../test-support/long-memory-cases.js';

let directory: string;
let server: TestServer;
let prometheus: Prometheus;
let receiver: Receiver;
let cluster: LongMemoryCluster;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-long-memory-'));
  // As docs/observability.md has it: after an outage, samples come that are older than an hour.
  const config = join(directory, 'prometheus.yml');
  await writeFile(config, 'storage: { tsdb: { out_of_order_time_window: 31d } }\n');
  const port = await freePort();
  const start = async () => {
    prometheus = await Prometheus.start({ config, directory, port, more: ['--web.enable-remote-write-receiver'] });
  };
  await start();
  const url = `http://127.0.0.1:${port}`;
  receiver = { writeUrl: `${url}/api/v1/write`, queryUrl: url, end: () => prometheus.stop(), resume: start };
  server = await startTestServer({ mongoUri: testDatabase().uri });
  cluster = new LongMemoryCluster(server, receiver);
  return async () => {
    await cluster.stopSender();
    await server.stop();
    await prometheus.stop();
    await rm(directory, { recursive: true, force: true });
  };
});
test('sends every minute to Prometheus, and answers from it what MongoDB keeps no longer', async () => {
  await cluster.store(120);
  await cluster.startSender();
  await answersAsBefore(cluster, receiver);
  await hasSamples(receiver, cluster, 'weft_history_cluster_reads', 120);
  const [series] = await prometheus.query('last_over_time(weft_history_cluster_reads[30d])', cluster.complete / 1000);
  expect(series?.metric).toMatchObject({ weft_cluster: expect.any(String), simulated: 'false' });
});

test('answers the queries of docs/observability.md', async () => {
  const page = await readFile(new URL('../../../../../docs/observability.md', import.meta.url), 'utf8');
  const [, block = ''] = /```\n(# IOPS of each volume\n[^`]*)```/.exec(page) ?? [];
  const queries = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(queries).toHaveLength(4);
  for (const query of queries) {
    // The objects of this test have no names.
    const answer = await prometheus.query(query.replaceAll('volume="db"', 'volume_id!=""'), cluster.complete / 1000);
    expect(
      answer.map(({ value: [, text] }) => Number(text) > 0),
      query,
    ).toContain(true);
  }
});
