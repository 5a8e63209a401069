/**
 * Benchmarks on real kernels: their figures are fio's own, the kernel's percentiles agree with fio's, nothing is left after a cancel or the death of the
 * agent, volumes in use or with data are refused, and the statistics of volumes are there again after a step without.
 */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { dmName } from '@weft/shared/identity';
import { type Benchmark, benchmarkEnded } from '@weft/shared/kinds/benchmarks/benchmark';
import type { BenchmarkReport } from '@weft/shared/kinds/benchmarks/report';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { ProblemError, until } from '../../support/api-client.js';
import { faultLab } from '../faults/fault-lab.js';
import type { Mirror } from '../faults/mirror.js';
import type { Machine } from '../machines/machine.js';

const lab = faultLab({ targets: 2, clients: 1 });

const SECONDS = 20;
/** A histogram bucket is this much wider than the one below. */
const BUCKET = 2 ** 0.25;
const one = (readPercent: number) => ({ access: 'random' as const, readPercent, blockBytes: 4096, jobs: 1, depth: 1 });
const api = () => lab.now.fabric.api;
const get = (id: string): Promise<Benchmark> => api().call(endpoints.getBenchmark, { params: { id } });
const ended = (id: string, seconds = 600): Promise<Benchmark> =>
  until(`the end of benchmark ${id}`, seconds, async () => {
    const found = await get(id);
    return benchmarkEnded.includes(found.state) ? found : undefined;
  });
const report = (id: string): Promise<BenchmarkReport> => api().call(endpoints.benchmarkReport, { params: { id } });
const on = ({ attachment, volume }: Mirror, confirmed = false) => [
  { attachmentId: attachment.id, ...(confirmed ? { confirmName: volume.name } : {}) },
];
/** fio's own output, as the API serves it. */
async function outputOf(id: string, orderId: string): Promise<string> {
  const { url, sessionCookie = '' } = api();
  const answer = await fetch(`${url}/api/v1/benchmarks/${id}/outputs/${orderId}`, { headers: { cookie: sessionCookie } });
  if (!answer.ok) throw new Error(`the output ${orderId} was not served: ${answer.status} ${await answer.text()}`);
  return answer.text();
}
interface FioDirection {
  iops: number;
  total_ios: number;
  bw_bytes: number;
  slat_ns: { mean: number };
}
async function fioDirections(id: string, orderId: string): Promise<FioDirection[]> {
  const output = await outputOf(id, orderId);
  const { jobs } = JSON.parse(output.slice(output.indexOf('{'))) as { jobs: Record<'read' | 'write', FioDirection>[] };
  return jobs.flatMap(({ read, write }) => [read, write]);
}
/** Number of processes of fio on the machine. */
const fios = async (machine: Machine): Promise<number> => Number(await machine.run('pgrep -c -x fio || true'));

async function start(
  mirror: Mirror,
  more: { readPercent?: number; runSeconds?: number; repeats?: number; confirmed?: boolean } = {},
): Promise<Benchmark> {
  const body = {
    profile: 'own' as const,
    points: [one(more.readPercent ?? 50)],
    runSeconds: more.runSeconds ?? 300,
    repeats: more.repeats ?? 1,
    precondition: false,
    volumes: on(mirror, more.confirmed ?? true),
  };
  return (await api().call(endpoints.createBenchmark, { body })).benchmark;
}

describe.sequential('a benchmark on real kernels', () => {
  test('row: a whole run with scratch volumes has the figures of fio, and dm-stats has the same percentiles', async () => {
    const { now } = lab;
    const [client] = (await api().call(endpoints.listNodes, { query: { name: 'c1' } })).items;
    const scratch = { nodeIds: [client?.id ?? ''], sizeBytes: 64 * MiB, driveClassId: now.driveClass.id, protection: 'raid1' as const };
    // Reads first: they show fio's own share of an I/O, which is large on an emulated machine.
    const body = { profile: 'own' as const, points: [one(100), one(0)], runSeconds: SECONDS, repeats: 1, precondition: true, scratch };
    const { benchmark } = await api().call(endpoints.createBenchmark, { body });
    expect(await ended(benchmark.id)).toMatchObject({ state: 'done', error: null });
    const { results, facts } = await report(benchmark.id);
    expect(results).toHaveLength(2);
    for (const { runs } of results)
      for (const { figures, clients, kernel } of runs) {
        const [{ orderId = '' } = {}] = clients;
        const directions = await fioDirections(benchmark.id, orderId);
        const sum = (pick: (direction: FioDirection) => number) => directions.reduce((total, each) => total + pick(each), 0);
        expect(Math.abs(figures.iops / sum(({ iops }) => iops) - 1), 'IOPS').toBeLessThan(0.02);
        expect(Math.abs(figures.bytesPerSecond / sum(({ bw_bytes }) => bw_bytes) - 1), 'bytes').toBeLessThan(0.02);
        expect(Math.abs((kernel?.ios ?? 0) / sum(({ total_ios }) => total_ios) - 1), 'I/Os that the kernel counted').toBeLessThan(0.02);
      }
    const [reads, writes] = results.map(({ runs }) => runs[0]);
    const submitted = await fioDirections(benchmark.id, writes?.clients[0]?.orderId ?? '');
    const submission = Math.max(...submitted.map(({ slat_ns }) => slat_ns.mean)) / 1e9;
    const overhead = (reads?.figures.latencyAverageSeconds ?? 0) - (reads?.kernel?.averageSeconds ?? 0);
    console.log(
      `fio's own share of each I/O, by reads: ${(overhead * 1e6).toFixed(0)} µs of ${((reads?.figures.latencyAverageSeconds ?? 0) * 1e6).toFixed(0)} µs; submission of a write: ${(submission * 1e6).toFixed(0)} µs`,
    );
    for (const [fraction, ours] of [
      [0.5, writes?.figures.latencyP50Seconds],
      [0.9, writes?.figures.latencyP90Seconds],
      [0.95, writes?.figures.latencyP95Seconds],
      [0.99, writes?.figures.latencyP99Seconds],
    ] as const) {
      const found = writes?.kernel?.percentiles.find((each) => each.fraction === fraction);
      console.log(
        `p${fraction * 100}: fio ${((ours ?? 0) * 1e3).toFixed(2)} ms, kernel ${((found?.lowerSeconds ?? 0) * 1e3).toFixed(2)} to ${((found?.upperSeconds ?? 0) * 1e3).toFixed(2)} ms`,
      );
      // The kernel counts from within the submission, which fio's percentiles (clat) leave out; these contain fio's own share, which the kernel does not see.
      expect((ours ?? Number.NaN) + submission, `p${fraction * 100}`).toBeGreaterThan((found?.lowerSeconds ?? 0) / BUCKET);
      expect((ours ?? Number.NaN) - overhead, `p${fraction * 100}`).toBeLessThan((found?.upperSeconds ?? 0) * BUCKET);
    }
    expect(facts?.nodes.map(({ name }) => name)).toEqual(['c1', 't1', 't2']);
    expect((await api().call(endpoints.listVolumes, { query: { search: 'bench-' } })).items).toEqual([]);
    expect(await fios(now.fabric.machine('c1'))).toBe(0);
  });

  test('row: a cancel ends fio within 2 s and leaves nothing; so does the death of the agent', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const { client } = mirror;
    const first = await start(mirror);
    await until('fio on c1', 120, async () => (await fios(client)) > 0 || undefined);
    await api().call(endpoints.cancelBenchmark, { params: { id: first.id } });
    const left = Number(
      await client.run('for i in $(seq 0 100); do pgrep -x fio > /dev/null || { echo $i; exit 0; }; sleep 0.1; done; echo 101'),
    );
    console.log(`fio ended ${left / 10} s after the answer to the cancel`);
    expect(left).toBeLessThanOrEqual(20);
    expect(await get(first.id)).toMatchObject({ state: 'cancelled' });

    const second = await start(mirror);
    await until('fio on c1', 120, async () => (await fios(client)) > 0 || undefined);
    await now.fabric.killAgent(client);
    expect(
      Number(await client.run('for i in $(seq 0 100); do pgrep -x fio > /dev/null || { echo $i; exit 0; }; sleep 0.1; done; echo 101')),
    ).toBeLessThanOrEqual(20);
    await now.fabric.startAgent(client);
    expect(await ended(second.id, 180)).toMatchObject({ state: 'failed', error: { code: 'benchmark-client-restarted' } });
    await until('no fio on c1', 60, async () => (await fios(client)) === 0 || undefined);
    await now.discard(mirror);
  });

  test('row: refuses a volume that is open and one with a file system, unless its name is repeated', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const { client, device } = mirror;
    await client.run(`mkfs.ext4 -q ${device}`);
    const holds = await start(mirror, { confirmed: false, runSeconds: 2 });
    expect(await ended(holds.id)).toMatchObject({
      state: 'failed',
      error: { code: 'benchmark-volume-holds-data', message: expect.stringContaining('ext4') },
    });
    await client.run(`mkdir -p /mnt/b && mount ${device} /mnt/b`);
    const refused = await start(mirror, { runSeconds: 2 }).catch((error: unknown) => error);
    // The server knows by the last report that the volume is open; if the report is older, the agent refuses it.
    if (refused instanceof ProblemError)
      expect(refused.problem).toMatchObject({ code: 'wrong-state', detail: expect.stringContaining('in use') });
    else expect(await ended((refused as Benchmark).id)).toMatchObject({ state: 'failed', error: { code: 'benchmark-volume-open' } });
    await client.run('umount /mnt/b');
    await until('the volume is closed', 60, async () => ((await now.attachment(mirror)).openBy.length === 0 ? true : undefined));
    const confirmed = await start(mirror, { runSeconds: 2 });
    expect(await ended(confirmed.id)).toMatchObject({ state: 'done' });
    await now.discard(mirror);
  });

  test('row: a step without statistics has none at its client; they come back after it, and after the death of the agent', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const { client, volume } = mirror;
    const regions = async () =>
      (await client.run(['dmsetup', 'message', dmName(volume.id), '0', '@stats_list weft'])).trim().split('\n').filter(Boolean).length;
    const body = {
      profile: 'own' as const,
      points: [one(50)],
      runSeconds: SECONDS,
      repeats: 2,
      precondition: false,
      compareCollection: true,
      volumes: on(mirror, true),
    };
    const run = async () => (await api().call(endpoints.createBenchmark, { body })).benchmark.id;
    const without = (id: string) =>
      until('a step without statistics', 180, async () => {
        const { steps, stepIndex, stepProgressRatio } = await get(id);
        return steps[stepIndex]?.withoutCollection && stepProgressRatio > 0 ? true : undefined;
      });
    expect(await regions()).toBe(1);
    const first = await run();
    await without(first);
    expect(await regions()).toBe(0);
    expect(await ended(first)).toMatchObject({ state: 'done', error: null });
    expect(await regions()).toBe(1);
    const { collectionCosts } = await report(first);
    for (const { first: usual, second: bare } of collectionCosts)
      console.log(
        `with statistics ${usual.iops.toFixed(0)} IOPS, average ${((usual.latencyAverageSeconds ?? 0) * 1e3).toFixed(2)} ms; without ${bare.iops.toFixed(0)} IOPS, ${((bare.latencyAverageSeconds ?? 0) * 1e3).toFixed(2)} ms`,
      );
    expect(collectionCosts).toHaveLength(1);

    const second = await run();
    await without(second);
    await now.fabric.killAgent(client);
    expect(await regions()).toBe(0);
    await now.fabric.startAgent(client);
    await until('statistics again', 120, async () => ((await regions()) === 1 ? true : undefined));
    expect(await ended(second, 180)).toMatchObject({ state: 'failed', error: { code: 'benchmark-client-restarted' } });
    await now.discard(mirror);
  });
});
