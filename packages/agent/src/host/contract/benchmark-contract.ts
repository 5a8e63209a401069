import type { BenchmarkTask, VerifyTask } from '@weft/shared/messages/benchmark-orders';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import { type BenchmarkVolume, READINGS_WITHOUT_STATISTICS } from '../host.js';
import { type Statement, until } from './contract-fabric.js';
import { type Scene, scene } from './scene.js';

const SIZE = 16 * MiB;
const CHECK: BenchmarkTask = { kind: 'check' };
const MEASURE: BenchmarkTask = { kind: 'measure', access: 'random', readPercent: 70, blockBytes: 4096, jobs: 2, depth: 4, seconds: 2 };

/** A mapping with statistics over one leg, as a benchmark gets it. */
async function mapped(own: Scene): Promise<BenchmarkVolume> {
  const { devices } = await own.connectedLegs(1);
  const mapping = own.mapping();
  const segments = [{ startBytes: 0, lengthBytes: SIZE, device: devices[0] ?? '', offsetBytes: 0 }];
  await own.onClient({ op: 'create-linear', ...mapping, segments, readOnly: false });
  await own.onClient({ op: 'create-stats', name: mapping.name });
  return { ...mapping, label: 'v', sizeBytes: SIZE, mayHoldData: false, isFirst: true };
}

/** The simulated clock moves only in `pause`. */
async function ran(own: Scene, volumes: readonly BenchmarkVolume[], task: BenchmarkTask | VerifyTask): Promise<string | null> {
  const { client } = own.fabric;
  let ended: { output: string | null } | { error: unknown } | undefined;
  client.host.runBenchmark(volumes, task).then(
    (output) => {
      ended = { output };
    },
    (error: unknown) => {
      ended = { error };
    },
  );
  const end = await until(own.fabric, 'the end of fio', 120, async () => ended);
  if ('error' in end) throw end.error;
  return end.output;
}

const VERIFY: VerifyTask = { kind: 'verify', seconds: 3, bytes: SIZE };

/** fio on volumes of this client. */
export const benchmarkContract: Statement[] = [
  {
    statement: 'fio measures a volume, dm-stats counts the same I/O, and nothing holds the volume afterwards',
    holds: scene(async (own) => {
      const { host } = own.fabric.client;
      const volume = await mapped(own);
      const read = async () => (await host.readCounters({ volumes: [volume.name], legs: [] })).io[volume.name];
      const before = await read();
      const output = JSON.parse((await ran(own, [volume], MEASURE)) ?? '{}') as {
        jobs: { jobname: string; read: { total_ios: number }; write: { total_ios: number } }[];
      };
      const after = await read();
      const [job] = output.jobs;
      expect(output.jobs.map(({ jobname }) => jobname)).toEqual(['v']);
      expect(job?.read.total_ios).toBeGreaterThan(0);
      expect(job?.write.total_ios).toBeGreaterThan(0);
      const counted = (after?.reads ?? 0) + (after?.writes ?? 0) - (before?.reads ?? 0) - (before?.writes ?? 0);
      const measured = (job?.read.total_ios ?? 0) + (job?.write.total_ios ?? 0);
      // Whoever reads the partition table or a signature counts too.
      expect(Math.abs(counted - measured)).toBeLessThan(0.02 * measured + 20);
      expect(await host.holders(`/dev/mapper/${volume.name}`)).toEqual([]);
    }),
  },
  {
    statement: 'the load of a drill writes, reads back and compares, and reports its longest completion',
    holds: scene(async (own) => {
      const volume = await mapped(own);
      const output = JSON.parse((await ran(own, [volume], VERIFY)) ?? '{}') as {
        jobs: { error: number; read: { total_ios: number }; write: { total_ios: number; clat_ns: { max: number } } }[];
      };
      const [job] = output.jobs;
      expect(job?.error).toBe(0);
      expect(job?.read.total_ios).toBeGreaterThan(0);
      expect(job?.write.total_ios).toBeGreaterThan(0);
      expect(job?.write.clat_ns.max).toBeGreaterThan(0);
    }),
  },
  {
    statement: 'a benchmark refuses an open volume, and names the process; nothing is written',
    holds: scene(async (own) => {
      const volume = await mapped(own);
      const close = await own.fabric.client.open(`/dev/mapper/${volume.name}`);
      try {
        await expect(ran(own, [{ ...volume, mayHoldData: true }], MEASURE)).rejects.toThrow(/v is in use by .*sleep/);
      } finally {
        await close();
      }
    }),
  },
  {
    statement: 'a benchmark refuses a volume that holds data, unless that is confirmed',
    holds: scene(async (own) => {
      const volume = await mapped(own);
      await own.fabric.client.write(`/dev/mapper/${volume.name}`, 0, 'somebody needs this');
      await expect(ran(own, [volume], CHECK)).rejects.toThrow(/v holds data/);
      expect(await ran(own, [{ ...volume, mayHoldData: true }], CHECK)).toBeNull();
      expect(await own.fabric.client.read(`/dev/mapper/${volume.name}`, 0)).toBe('somebody needs this');
    }),
  },
  {
    statement: 'a benchmark refuses a device that is not the expected volume',
    holds: scene(async (own) => {
      const volume = await mapped(own);
      await expect(ran(own, [{ ...volume, uuid: 'WEFT-another' }], CHECK)).rejects.toThrow(/nothing was measured/);
      await expect(ran(own, [{ ...volume, sizeBytes: 2 * SIZE }], CHECK)).rejects.toThrow(/nothing was measured/);
      await expect(ran(own, [{ ...volume, name: 'weft-none' }], CHECK)).rejects.toThrow(/nothing was measured/);
    }),
  },
  {
    statement: 'with its statistics off, a volume is not counted while fio runs; on again, it is',
    holds: scene(async (own) => {
      const { host } = own.fabric.client;
      const volume = { ...(await mapped(own)), mayHoldData: true };
      const read = async () => (await host.readCounters({ volumes: [volume.name], legs: [] })).io[volume.name];
      await host.setStatistics([volume.name], false);
      expect(await ran(own, [volume], MEASURE)).toContain('"jobs"');
      for (let reading = 0; reading < READINGS_WITHOUT_STATISTICS + 1; reading++) expect(await read()).toBeUndefined();
      await host.setStatistics([volume.name], true);
      const counted = await read();
      await own.fabric.client.write(`/dev/mapper/${volume.name}`, 0, 'counted again');
      expect(((await read())?.writes ?? 0) - (counted?.writes ?? 0)).toBe(1);
      await host.setStatistics([volume.name], true);
      expect((await read())?.origin).toBe(counted?.origin);
    }),
  },
];
