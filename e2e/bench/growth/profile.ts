/** CPU profiles of a running server: which functions its processor time goes to. */
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../support/api-client.js';

const MOST_FUNCTIONS = 15;
const hook = fileURLToPath(new URL('../../../scripts/bench/profile.cjs', import.meta.url));
const written = (folder: string): string => join(folder, 'server.cpuprofile');

/** Environment of a server that can be profiled. */
export const profiling = (folder: string): Record<string, string> => ({
  NODE_OPTIONS: `--require ${hook}`,
  WEFT_BENCH_PROFILE: written(folder),
});

export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

/** One function of a profile. */
export interface ProfiledFunction {
  name: string;
  /** Seconds of the clock in it, without those in the functions that it calls. */
  seconds: number;
  /** Of all seconds in which the process did not wait for events. Those in which it waited for a processor count: profile on a machine that is idle. */
  ratio: number;
}

/** The functions with the most time of their own. */
export function topFunctions({ nodes, samples, timeDeltas }: CpuProfile): ProfiledFunction[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const where = url === '' ? '' : ` (${basename(url)}:${lineNumber + 1})`;
      return [id, `${functionName || 'anonymous'}${where}`];
    }),
  );
  const micros = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const name = names.get(id) ?? '';
    if (name !== '(idle)') micros.set(name, (micros.get(name) ?? 0) + (timeDeltas[at] ?? 0));
  }
  const all = [...micros.values()].reduce((sum, each) => sum + each, 0);
  return [...micros]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_FUNCTIONS)
    .map(([name, each]) => ({ name, seconds: each / 1e6, ratio: each / all }));
}

/** Profiles a server that was started with `profiling` while the work runs. The profile stays in the folder, for Chromium's tools. */
export async function profiled<T>(pid: number, folder: string, name: string, work: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGUSR2');
  const result = await work();
  process.kill(pid, 'SIGUSR2');
  await until(`profile of ${name}`, 120, async () => (existsSync(written(folder)) ? true : undefined));
  const file = join(folder, `${name}.cpuprofile`);
  await rename(written(folder), file);
  console.log(`bench: profile ${file}`);
  for (const { name: each, seconds, ratio } of topFunctions(JSON.parse(await readFile(file, 'utf8')) as CpuProfile))
    console.log(`  ${seconds.toFixed(2).padStart(7)} s ${(ratio * 100).toFixed(1).padStart(5)} %  ${each}`);
  return result;
}
