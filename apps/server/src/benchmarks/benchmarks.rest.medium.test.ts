import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import { type Benchmark, benchmarkEnded } from '@weft/shared/kinds/benchmarks/benchmark';
import { MiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { Metrics } from '../core/metrics/metrics.js';

let server: TestServer;
let cluster: SimulatedCluster;
let volumes = 0;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  cluster = await SimulatedCluster.start([server], ['t1', 't2'], ['c1', 'c2']);
}, 120_000);
afterAll(async () => {
  await cluster?.stop();
  await server?.stop();
});

const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const nodeId = async (name: string) =>
  (await server.adminClient.call(endpoints.listNodes, { query: { name } })).items[0]?.id ?? randomUUID();
const benchmark = (id: string) => server.adminClient.call(endpoints.getBenchmark, { params: { id } });
const ended = (id: string): Promise<Benchmark> =>
  until(async () => {
    const found = await benchmark(id);
    expect(benchmarkEnded).toContain(found.state);
    return found;
  });
async function attachedVolume(client = 'c1', sizeBytes = 64 * MiB): Promise<Attachment> {
  const name = `v${++volumes}`;
  const created = await server.adminClient.call(endpoints.createVolume, {
    body: { name, driveClassId: cluster.driveClassId, sizeBytes, protection: 'raid1' },
  });
  await cluster.done(created.job);
  const attached = await server.adminClient.call(endpoints.createAttachment, {
    body: { volumeId: created.volume.id, nodeId: await nodeId(client) },
  });
  await cluster.done(attached.job);
  return until(async () => {
    const found = await server.adminClient.call(endpoints.getAttachment, { params: { id: attached.attachment.id } });
    expect(found.state).toBe('attached');
    return found;
  });
}

const point = (readPercent = 70) => ({ access: 'random' as const, readPercent, blockBytes: 4096, jobs: 2, depth: 8 });
const own = { profile: 'own' as const, points: [point()], runSeconds: 1, repeats: 2, precondition: false };

describe('benchmarks', () => {
  it('measures a volume step by step, and reports the figures of fio beside those of dm-stats', async () => {
    const attachment = await attachedVolume();
    const body = { ...own, points: [point(100), point(0)], precondition: true, volumes: [{ attachmentId: attachment.id }] };
    const { benchmark: started, job } = await server.adminClient.call(endpoints.createBenchmark, { body });
    expect(started).toMatchObject({ state: 'running', volumes: [{ placement: 'remote', transport: 'rdma' }] });
    expect(await ended(started.id)).toMatchObject({ state: 'done', error: null, stepIndex: 6, progressRatio: 1 });
    expect(await server.adminClient.call(endpoints.getJob, { params: { id: job.id } })).toMatchObject({ state: 'done' });
    const report = await server.adminClient.call(endpoints.benchmarkReport, { params: { id: started.id } });
    expect(report.results).toMatchObject([
      { point: { readPercent: 100 }, runs: [{ repeat: 1 }, { repeat: 2 }], figures: { writeIops: 0 } },
      { point: { readPercent: 0 }, runs: [{ repeat: 1 }, { repeat: 2 }], figures: { readIops: 0 } },
    ]);
    for (const { runs } of report.results)
      for (const { figures, kernel } of runs) {
        expect(figures.iops).toBeGreaterThan(1000);
        const p99 = kernel?.percentiles.find(({ fraction }) => fraction === 0.99);
        expect(figures.latencyP99Seconds).toBeGreaterThanOrEqual((p99?.lowerSeconds ?? 0) / 1.2);
        expect(figures.latencyP99Seconds).toBeLessThanOrEqual((p99?.upperSeconds ?? 0) * 1.2);
      }
    expect(report.facts?.nodes.map(({ name, roles }) => [name, roles])).toEqual([
      ['c1', ['client']],
      ['t1', ['target']],
      ['t2', ['target']],
    ]);
  });

  it('cancels: no step goes on, fio has ended at the client, and what was measured is kept', async () => {
    const attachment = await attachedVolume();
    const body = { ...own, runSeconds: 1, repeats: 20, volumes: [{ attachmentId: attachment.id }] };
    const { benchmark: started, job } = await server.adminClient.call(endpoints.createBenchmark, { body });
    await until(async () => expect((await benchmark(started.id)).stepIndex).toBeGreaterThan(1));
    const cancelled = await server.adminClient.call(endpoints.cancelJob, { params: { id: job.id } });
    expect(cancelled).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
    const after = await benchmark(started.id);
    expect(after).toMatchObject({ state: 'cancelled', cancelRequested: true });
    await vi.waitFor(
      async () =>
        expect(await server.adminClient.call(endpoints.getAttachment, { params: { id: attachment.id } })).toMatchObject({ openBy: [] }),
      { timeout: 20_000, interval: 100 },
    );
    const report = await server.adminClient.call(endpoints.benchmarkReport, { params: { id: started.id } });
    expect(report.results[0]?.runs.length).toBeGreaterThan(0);
    expect(await server.adminClient.call(endpoints.cancelBenchmark, { params: { id: started.id } })).toMatchObject({ state: 'cancelled' });
  });

  it('refuses a volume whose data would be lost, until its name is repeated', async () => {
    const attachment = await attachedVolume();
    const volumes = [{ attachmentId: attachment.id }];
    const first = await server.adminClient.call(endpoints.createBenchmark, { body: { ...own, repeats: 1, volumes } });
    expect(await ended(first.benchmark.id)).toMatchObject({ state: 'done' });
    // The first benchmark has written to it.
    const second = await server.adminClient.call(endpoints.createBenchmark, { body: { ...own, repeats: 1, volumes } });
    expect(await ended(second.benchmark.id)).toMatchObject({ state: 'failed', error: { code: 'benchmark-volume-holds-data' } });
    const wrong = [{ attachmentId: attachment.id, confirmName: 'other' }];
    expect(await server.adminClient.refused(endpoints.createBenchmark, { body: { ...own, volumes: wrong } })).toMatchObject({
      code: 'not-possible',
      detail: expect.stringContaining(attachment.volume.name),
    });
    const right = [{ attachmentId: attachment.id, confirmName: attachment.volume.name }];
    const third = await server.adminClient.call(endpoints.createBenchmark, { body: { ...own, repeats: 1, volumes: right } });
    expect(await ended(third.benchmark.id)).toMatchObject({ state: 'done' });
  });

  it('makes scratch volumes at each client, sums their figures, and removes them', async () => {
    const scratch = {
      nodeIds: [await nodeId('c1'), await nodeId('c2')],
      sizeBytes: 64 * MiB,
      driveClassId: cluster.driveClassId,
      protection: 'raid1' as const,
    };
    const { benchmark: started } = await server.adminClient.call(endpoints.createBenchmark, { body: { ...own, scratch } });
    const busy = await server.adminClient.refused(endpoints.createBenchmark, { body: { ...own, scratch } });
    expect(busy).toMatchObject({ code: 'wrong-state', detail: expect.stringContaining(started.id) });
    expect(await ended(started.id)).toMatchObject({ state: 'done', error: null });
    const { results } = await server.adminClient.call(endpoints.benchmarkReport, { params: { id: started.id } });
    const [result] = results;
    expect(result?.iopsByClient.map(({ node }) => node.name)).toEqual(['c1', 'c2']);
    const sum = result?.iopsByClient.reduce((total, { iops }) => total + iops, 0) ?? 0;
    expect(result?.figures.iops).toBeCloseTo(sum, 3);
    const left = await server.adminClient.call(endpoints.listVolumes, { query: { search: 'bench-' } });
    expect(left.items).toEqual([]);
    const skews = result?.runs.map(({ startSkewSeconds }) => startSkewSeconds) ?? [];
    console.log(`fio started at two clients within ${skews.map((skew) => `${((skew ?? 0) * 1000).toFixed(1)} ms`).join(', ')}`);
    expect(skews).toHaveLength(2);
    for (const skew of skews) {
      expect(skew).not.toBeNull();
      expect(skew).toBeLessThan(0.5);
    }
  });

  it('measures each load with and without statistics, turns them on again, and shows the difference', async () => {
    const attachment = await attachedVolume();
    const body = { ...own, compareCollection: true, volumes: [{ attachmentId: attachment.id }] };
    const { benchmark: started } = await server.adminClient.call(endpoints.createBenchmark, { body });
    expect(await ended(started.id)).toMatchObject({ state: 'done', error: null, stepIndex: 5 });
    const { results, collectionCosts } = await server.adminClient.call(endpoints.benchmarkReport, { params: { id: started.id } });
    expect(results.map(({ withoutCollection, runs }) => [withoutCollection, runs.length])).toEqual([
      [false, 2],
      [true, 2],
    ]);
    const [on, off] = results;
    for (const { kernel } of on?.runs ?? []) expect(kernel?.ios).toBeGreaterThan(0);
    for (const { kernel } of off?.runs ?? []) expect(kernel).toBeNull();
    expect(collectionCosts).toMatchObject([{ point: { readPercent: 70 }, first: on?.figures, second: off?.figures }]);
    expect(cluster.hasStatistics('c1')).toBe(true);
  });

  it('exports the last finished benchmark of each profile as metrics', async () => {
    const [last] = (await server.adminClient.call(endpoints.listBenchmarks, { query: { profile: 'own', state: 'done' } })).items;
    const { results } = await server.adminClient.call(endpoints.benchmarkReport, { params: { id: last?.id ?? '' } });
    const text = await server.app.get(Metrics).registry.metrics();
    const value = (series: string) => Number(new RegExp(`^${series.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]);
    const usual = results.find(({ withoutCollection }) => !withoutCollection);
    const own = 'profile="own"';
    expect(value(`weft_server_benchmark_iops{${own},direction="read"}`)).toBeCloseTo(usual?.figures.readIops ?? 0, 3);
    expect(value(`weft_server_benchmark_bytes_per_second{${own},direction="write"}`)).toBeCloseTo(
      (usual?.figures.writeIops ?? 0) * 4096,
      0,
    );
    expect(value(`weft_server_benchmark_latency_seconds{${own},fraction="0.99",direction="read"}`)).toBeCloseTo(
      usual?.figures.latencyP99Seconds ?? 0,
      9,
    );
    expect(value(`weft_server_benchmark_end_timestamp_seconds{${own}}`)).toBeCloseTo(Date.parse(last?.finishedAt ?? '') / 1000, 2);
    expect(value('weft_server_benchmarks{state="done"}')).toBeGreaterThan(0);
    expect(value('weft_server_benchmarks{state="running"}')).toBe(0);
  });

  it('searches the depth at which the latency exceeds the bound', async () => {
    const attachment = await attachedVolume();
    const latencyBound = { limitMs: 0.2, share: 0.05, windowSeconds: 1 };
    const body = { profile: 'latency-bound' as const, latencyBound, precondition: false, volumes: [{ attachmentId: attachment.id }] };
    const { benchmark: started } = await server.adminClient.call(endpoints.createBenchmark, { body });
    expect(await ended(started.id)).toMatchObject({ state: 'done' });
    const { results } = await server.adminClient.call(endpoints.benchmarkReport, { params: { id: started.id } });
    const depths = results.map(({ point: { depth } }) => depth);
    expect(depths).toEqual(depths.map((_, at) => 2 ** at));
    expect(results.slice(0, -1).every(({ withinLatencyBound }) => withinLatencyBound)).toBe(true);
  });

  it('fails when the client dies, and keeps what was measured', async () => {
    const attachment = await attachedVolume('c2');
    const body = { ...own, runSeconds: 2, repeats: 10, volumes: [{ attachmentId: attachment.id }] };
    const { benchmark: started } = await server.adminClient.call(endpoints.createBenchmark, { body });
    await until(async () => expect((await benchmark(started.id)).stepIndex).toBeGreaterThan(1));
    cluster.fault({ fault: 'kill-node', node: 'c2' });
    cluster.fault({ fault: 'boot-node', node: 'c2' });
    const failed = await ended(started.id);
    expect(failed.state).toBe('failed');
    expect(['benchmark-client-restarted', 'benchmark-volume-gone', 'command-failed', 'identity-changed', 'internal']).toContain(
      failed.error?.code,
    );
    const { results } = await server.adminClient.call(endpoints.benchmarkReport, { params: { id: started.id } });
    expect(results[0]?.runs.length).toBeGreaterThan(0);
  });

  it('gives the table, the output of fio and a comparison of two benchmarks; an operator deletes it', async () => {
    const attachment = await attachedVolume();
    const volumes = [{ attachmentId: attachment.id, confirmName: attachment.volume.name }];
    const run = async () => {
      const { benchmark: started } = await server.adminClient.call(endpoints.createBenchmark, { body: { ...own, volumes } });
      return ended(started.id);
    };
    const [first, second] = [await run(), await run()];
    const comparison = await server.adminClient.call(endpoints.compareBenchmarks, { params: { id: first.id }, query: { with: second.id } });
    expect(comparison).toMatchObject({ differences: [], onlyFirst: [], onlySecond: [], points: [{ point: { readPercent: 70 } }] });
    expect(await server.adminClient.refused(endpoints.cancelBenchmark, { params: { id: first.id } })).toMatchObject({
      code: 'wrong-state',
    });
    const { results } = await server.adminClient.call(endpoints.benchmarkReport, { params: { id: first.id } });
    const orderId = results[0]?.runs[0]?.clients[0]?.orderId ?? '';
    const output = await server.adminClient.try(endpoints.benchmarkOutput, { params: { id: first.id, orderId } });
    expect(JSON.parse(output.body as string)).toMatchObject({ jobs: [{ jobname: attachment.volume.name }] });
    const answer = await server.adminClient.try(endpoints.benchmarkTable, { params: { id: first.id } });
    const table = (answer.body as string).trim().split('\r\n');
    // A header, and for each of two repeats a line for all clients and one for the client.
    expect(table).toHaveLength(5);
    await server.adminClient.call(endpoints.deleteBenchmark, { params: { id: first.id }, ifMatch: first.version });
    expect(await server.adminClient.refused(endpoints.getBenchmark, { params: { id: first.id } })).toMatchObject({ code: 'not-found' });
  });
});
