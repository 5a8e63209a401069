import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../config/config.js';
import { lockFile } from '../host/kernel/run/file-lock.js';
import { errorText } from '../log/log.js';

/**
 * Two agents at once would plan against each other. The kernel holds the lock (docs/decisions/run-lock.md) until this process ends, however it ends.
 * The lock file stays: a process that had opened a removed file would lock one that no other process sees.
 */
export async function claimRun(stateDir: string): Promise<() => Promise<void>> {
  const path = join(stateDir, 'agent.pid');
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  // A number, not a FileHandle: an unreferenced FileHandle is closed, which would release the lock.
  const fd = openSync(join(stateDir, 'agent.lock'), 'a', 0o600);
  const locked = await lockFile(fd).catch((error: unknown) => {
    closeSync(fd);
    throw new UsageError(errorText(error), { cause: error });
  });
  if (!locked) {
    closeSync(fd);
    const running = await runningAgent(stateDir);
    const pid = running === undefined ? '' : ` (pid ${running})`;
    throw new UsageError(`an agent is already running${pid}; stop it first with "systemctl stop weft-agent"`);
  }
  await writeFile(path, `${process.pid} ${(await startTime(process.pid)) ?? ''}\n`, { mode: 0o600 });
  return async () => {
    await rm(path, { force: true });
    closeSync(fd);
  };
}

/** Pid of the agent that runs on this state folder; undefined: none runs. The start time tells a reused pid from the same process (proc(5), field 22). */
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
    // The command name, in parentheses, may contain spaces: count the fields after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
