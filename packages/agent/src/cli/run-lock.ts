import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../config/config.js';
import { lockFile } from '../host/kernel/run/file-lock.js';
import { errorText } from '../log/log.js';

/** One agent drives a machine's kernel, whatever its state folder. Removed by a restart of the machine, as every lock is. */
export const MACHINE_LOCK = '/run/weft-agent.lock';

/**
 * Two agents at once would plan against each other. The kernel holds the locks (docs/decisions/run-lock.md) until this process ends, however it ends.
 * A lock file stays: a process that had opened a removed file would lock one that no other process sees.
 * @param machineLock lock file of the machine; null: an agent that drives no kernel.
 */
export async function claimRun(stateDir: string, machineLock: string | null): Promise<() => Promise<void>> {
  const path = join(stateDir, 'agent.pid');
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  const fd = await lockOr(join(stateDir, 'agent.lock'), async () => {
    const running = await runningAgent(stateDir);
    const pid = running === undefined ? '' : ` (pid ${running})`;
    return `an agent is already running${pid}; ${STOP_IT}`;
  });
  const machineFd = machineLock === null ? null : await lockMachine(machineLock, stateDir).catch((error: unknown) => release(error, fd));
  await writeFile(path, `${process.pid} ${(await startTime(process.pid)) ?? ''}\n`, { mode: 0o600 });
  return async () => {
    await rm(path, { force: true });
    if (machineFd !== null) closeSync(machineFd);
    closeSync(fd);
  };
}

const STOP_IT = 'stop it first with "systemctl stop weft-agent"';

/** Locks the machine, and writes pid and state folder of the holder into the lock file. @returns its descriptor. */
async function lockMachine(path: string, stateDir: string): Promise<number> {
  const fd = await lockOr(path, async () => {
    const [pid, ...folder] = (await readFile(path, 'utf8')).trim().split(' ');
    const holder = pid ? ` (pid ${pid}, state folder ${folder.join(' ')})` : '';
    return `another agent already drives this machine${holder}, and two would plan against each other; ${STOP_IT}`;
  });
  ftruncateSync(fd);
  writeSync(fd, `${process.pid} ${resolve(stateDir)}\n`);
  return fd;
}

/** @throws UsageError with the message of `whyNot` when another process holds the lock. */
async function lockOr(path: string, whyNot: () => Promise<string>): Promise<number> {
  // A number, not a FileHandle: an unreferenced FileHandle is closed, which would release the lock.
  const fd = openSync(path, 'a', 0o600);
  const locked = await lockFile(fd).catch((error: unknown) => release(new UsageError(errorText(error), { cause: error }), fd));
  return locked ? fd : release(new UsageError(await whyNot()), fd);
}

function release(error: unknown, fd: number): never {
  closeSync(fd);
  throw error;
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
