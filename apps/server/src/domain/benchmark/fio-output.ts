import { z } from 'zod';
import type { FioDirection, FioFigures } from '../documents/benchmark.document.js';

/*
 * fio's output in the form json+ (fio(1), "JSON+ output"). `clat_ns.bins` counts the completion latencies by the middle of their bucket, which is at most
 * 1.6 % wide, so that the counts of several jobs and clients can be added; percentiles come from the sum.
 */
const latencySchema = z.object({ mean: z.number().min(0), bins: z.record(z.string().regex(/^\d+$/), z.int().min(0)).optional() });
const directionSchema = z.object({
  total_ios: z.number().min(0),
  io_bytes: z.number().min(0),
  iops: z.number().min(0),
  bw_bytes: z.number().min(0),
  lat_ns: latencySchema,
  clat_ns: latencySchema,
});
const outputSchema = z.object({
  jobs: z
    .array(
      z.object({
        jobname: z.string(),
        error: z.int(),
        total_err: z.int().optional(),
        read: directionSchema,
        write: directionSchema,
      }),
    )
    .min(1),
});

export class UnusableOutput extends Error {
  override readonly name = 'UnusableOutput';
}

/** The sum over all volumes of a client. @throws UnusableOutput with what is wrong */
export function parseFio(output: string): FioFigures {
  // fio prints notes before its JSON.
  const start = output.indexOf('{');
  let json: unknown;
  try {
    json = JSON.parse(output.slice(Math.max(0, start)));
  } catch (cause) {
    throw new UnusableOutput('it is not JSON', { cause });
  }
  const { success, data, error } = outputSchema.safeParse(json);
  if (!success) throw new UnusableOutput(z.prettifyError(error).slice(0, 300));
  const broken = data.jobs.find((job) => job.error !== 0 || (job.total_err ?? 0) !== 0);
  if (broken) throw new UnusableOutput(`fio reported error ${broken.error} for ${broken.jobname}`);
  const bins = new Map<number, number>();
  for (const { read, write } of data.jobs)
    for (const { clat_ns } of [read, write])
      for (const [ns, count] of Object.entries(clat_ns.bins ?? {})) bins.set(Number(ns), (bins.get(Number(ns)) ?? 0) + count);
  return {
    reads: sumOf(data.jobs.map(({ read }) => read)),
    writes: sumOf(data.jobs.map(({ write }) => write)),
    bins: [...bins].filter(([, count]) => count > 0).sort(([one], [other]) => one - other),
  };
}

const sumOf = (directions: readonly z.infer<typeof directionSchema>[]): FioDirection =>
  directions.reduce<FioDirection>(
    (sum, each) => ({
      ios: sum.ios + each.total_ios,
      bytes: sum.bytes + each.io_bytes,
      iops: sum.iops + each.iops,
      bytesPerSecond: sum.bytesPerSecond + each.bw_bytes,
      latencySeconds: sum.latencySeconds + (each.total_ios * each.lat_ns.mean) / 1e9,
    }),
    { ios: 0, bytes: 0, iops: 0, bytesPerSecond: 0, latencySeconds: 0 },
  );
