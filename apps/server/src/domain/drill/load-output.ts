import { z } from 'zod';
import { UnusableOutput } from '../benchmark/fio-output.js';
import type { DrillLoadResult } from '../documents/drill.document.js';

const directionSchema = z.object({ total_ios: z.number().min(0), clat_ns: z.object({ max: z.number().min(0) }) });
const outputSchema = z.object({
  jobs: z.array(z.object({ error: z.int(), total_err: z.int().min(0).optional(), read: directionSchema, write: directionSchema })).min(1),
});

/** fio's output (json+) of a verifying load. @throws UnusableOutput with what is wrong */
export function parseLoad(output: string): DrillLoadResult {
  let json: unknown;
  try {
    // fio prints notes before its JSON.
    json = JSON.parse(output.slice(Math.max(0, output.indexOf('{'))));
  } catch (cause) {
    throw new UnusableOutput('it is not JSON', { cause });
  }
  const { success, data, error } = outputSchema.safeParse(json);
  if (!success) throw new UnusableOutput(z.prettifyError(error).slice(0, 300));
  const directions = data.jobs.flatMap(({ read, write }) => [read, write]);
  return {
    longestSeconds: Math.max(...directions.map(({ clat_ns: { max } }) => max)) / 1e9,
    ios: directions.reduce((sum, { total_ios }) => sum + total_ios, 0),
    errors: data.jobs.reduce((sum, { error: own, total_err = 0 }) => sum + (own === 0 ? 0 : 1) + total_err, 0),
  };
}
