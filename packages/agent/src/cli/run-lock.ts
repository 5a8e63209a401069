import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../config.js';

/** Two agents at once would plan against each other. The process's start time tells a reused pid from the same process (proc(5), field 22). */
export async function claimRun(stateDir: string): Promise<() => Promise<void>> {
  const path = join(stateDir, 'agent.pid');
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  const running = await runningAgent(stateDir);
  if (running !== undefined)
    throw new UsageError(`an agent is running already (pid ${running}); stop it first with "systemctl stop weft-agent"`);
  await writeFile(path, `${process.pid} ${(await startTime(process.pid)) ?? ''}\n`, { mode: 0o600 });
  return () => rm(path, { force: true });
}

/** Pid of the agent that runs on this state folder; undefined when none does. */
export async function runningAgent(stateDir: string): Promise<number | undefined> {
  const text = await readFile(join(stateDir, 'agent.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [pid, started] = text.trim().split(' ');
  if (!pid || !started || Number(pid) === process.pid) return undefined;
  return (await startTime(Number(pid))) === started ? Number(pid) : undefined;
}

async function startTime(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command's name, in parentheses, may hold spaces: fields are counted after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
