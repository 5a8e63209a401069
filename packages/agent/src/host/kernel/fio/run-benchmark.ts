import { type ChildProcess, spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import type { BenchmarkTask, VerifyTask } from '@weft/shared/messages/benchmark-orders';
import { type BenchmarkRun, type BenchmarkVolume, HostError } from '../../host.js';
import type { HostContext } from '../lookup/host-context.js';
import { claim } from './claim.js';
import { fioArguments, longestSeconds } from './fio-arguments.js';

const MAX_OUTPUT_BYTES = 32 * 2 ** 20;
const MAX_STDERR_BYTES = 8000;
/** Descriptors 0 to 2 are standard. */
const FIRST_FD = 3;
/** A killed process that waits in the kernel for its I/O. */
const ENDS_WITHIN_MS = 30_000;
/** Niceness of the agent while fio runs: the measurement comes first. */
const BESIDE_FIO = 10;

interface Request {
  volumes: readonly BenchmarkVolume[];
  task: BenchmarkTask | VerifyTask;
  writtenBytes: (name: string) => Promise<number>;
}

/** See `Host.runBenchmark`. */
export async function runBenchmark(
  { volumes, task, writtenBytes }: Request,
  context: HostContext,
  { signal, ready }: BenchmarkRun = {},
): Promise<string | null> {
  const files: FileHandle[] = [];
  try {
    for (const volume of volumes) {
      mustGoOn(signal);
      files.push(await claim(volume, context, writtenBytes));
    }
    await mustHaveFio(context);
    if (task.kind === 'check') return null;
    mustGoOn(signal);
    const argv = fioArguments(
      task,
      volumes.map(({ label }, at) => ({ label, fd: FIRST_FD + at })),
    );
    await ready?.();
    mustGoOn(signal);
    return await runFio(argv, {
      files,
      seconds: longestSeconds(
        task,
        volumes.map(({ sizeBytes }) => sizeBytes),
      ),
      signal,
    });
  } finally {
    for (const file of files) await file.close();
  }
}

/** A benchmark that has ended claims no further volume. */
function mustGoOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new HostError('fio was not started: the benchmark has ended', ['fio'], null, '');
}

async function mustHaveFio({ run }: HostContext): Promise<void> {
  await run(['fio', '--version'], { seconds: 10 }).catch((cause: unknown) => {
    if (!(cause instanceof HostError)) throw cause;
    const message = `fio cannot be started here (${cause.message}): install the package fio`;
    throw new HostError(message, cause.command, cause.exitCode, cause.stderr, { cause, code: 'fio-missing' });
  });
}

interface Run {
  files: readonly FileHandle[];
  seconds: number;
  signal: AbortSignal | undefined;
}

/** fio leads a process group of its own: one signal ends all of it. */
function runFio(argv: string[], { files, seconds, signal }: Run): Promise<string> {
  const [program = '', ...rest] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...files.map(({ fd }) => fd)],
      env: { ...process.env, LC_ALL: 'C' },
    });
    const restore = stepBack();
    // From here on only fio holds the claims: they end with it, and a detach that is refused names it.
    child.once('spawn', () => {
      for (const file of files) void file.close();
    });
    const output: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    let ended: string | null = null;
    const timers: NodeJS.Timeout[] = [];
    const finish = (act: () => void) => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      restore();
      act();
    };
    const fail = (message: string, exitCode: number | null, cause?: unknown) =>
      finish(() => reject(new HostError(message, argv, exitCode, stderr, { cause })));
    const end = (reason: string) => {
      if (ended !== null) return;
      ended = reason;
      kill(child);
      timers.push(setTimeout(() => fail(`fio ${reason} and does not end: it waits in the kernel for its I/O`, null), ENDS_WITHIN_MS));
    };
    const onAbort = () => end('was ended with its benchmark');
    signal?.addEventListener('abort', onAbort, { once: true });
    timers.push(setTimeout(() => end(`did not end within ${Math.round(seconds)} s`), seconds * 1000));
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) end(`printed more than ${MAX_OUTPUT_BYTES} bytes`);
      else output.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR_BYTES);
    });
    child.on('error', (error) => fail(`cannot start ${program} (${error.message}): install the package util-linux`, null, error));
    child.on('close', (code, killedBy) => {
      if (ended !== null) return fail(`fio ${ended}`, code);
      if (code === null) return fail(`fio was ended by ${killedBy}`, null);
      if (code !== 0) return fail(`fio failed with exit code ${code}: ${stderr.trim().split('\n').at(-1) || 'it printed no error'}`, code);
      finish(() => resolve(Buffer.concat(output).toString('utf8')));
    });
  });
}

/** The group, so that no child of fio stays. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Lowers the agent's own priority, after fio has started with the usual one. @returns a function that restores it. Needs root to restore. */
function stepBack(): () => void {
  const before = getPriority();
  if (process.getuid?.() !== 0 || before >= BESIDE_FIO) return () => undefined;
  setPriority(BESIDE_FIO);
  return () => setPriority(before);
}
