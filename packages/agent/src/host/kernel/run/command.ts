import { spawn } from 'node:child_process';
import { HostError } from '../../host.js';

const MAX_STDOUT_BYTES = 32 * 2 ** 20;
const MAX_STDERR_BYTES = 8000;
/** After SIGTERM a command gets this long before SIGKILL, and as long again before the agent stops waiting for it. */
const GRACE_MS = 5000;

/** What a helper does in place of a command. */
export interface HelperRequest {
  words: readonly string[];
  /** What the command prints before the kernel's error; null: a look, which the command repeats if the helper could not do it. */
  complaint: string | null;
}

export interface CommandOptions {
  seconds: number;
  input?: string;
  signal?: AbortSignal;
  /** Of the output; `latin1` keeps every byte. Missing: utf8. */
  encoding?: 'utf8' | 'latin1';
  /** Exit codes that are an answer, not a failure. */
  accept?: readonly number[];
  /** What a helper does instead, if there is one (helped-run.ts). */
  helper?: HelperRequest;
  /** Called when the process has ended, possibly long after the agent stopped waiting for it. */
  onEnd?: () => void;
}
export interface CommandResult {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** Locale C: output is parsed. PATH gets the sbin directories, which a user's shell may lack. */
export const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${process.env['PATH'] ?? '/usr/bin:/bin'}:/usr/sbin:/sbin`,
  LC_ALL: 'C',
  LVM_SUPPRESS_FD_WARNINGS: '1',
});

export type RunCommand = (argv: readonly string[], options: CommandOptions) => Promise<CommandResult>;

/**
 * Runs a command without a shell or a terminal, limited in time and output.
 * A process that is blocked in the kernel cannot be killed: after the grace period the agent leaves it alone and reports it as still waiting.
 * @throws HostError with the command, exit code and the end of stderr.
 */
export const runCommand: RunCommand = (argv, { seconds, input, encoding = 'utf8', signal, accept = [], onEnd }) =>
  new Promise((resolve, reject) => {
    const [program = '', ...rest] = argv;
    if (signal?.aborted) {
      onEnd?.();
      return reject(new HostError(`${program} was not started: the agent is stopping`, [...argv], null, ''));
    }
    const child = spawn(program, rest, { stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], env: environment() });
    const stdout: Buffer[] = [];
    let stdoutBytes = 0;
    let stderr = '';
    let ended: string | null = null;
    let timers: NodeJS.Timeout[] = [];

    const finish = (act: () => void) => {
      for (const timer of timers) clearTimeout(timer);
      timers = [];
      signal?.removeEventListener('abort', onAbort);
      act();
    };
    const fail = (message: string, exitCode: number | null, cause?: unknown) =>
      finish(() => reject(new HostError(message, [...argv], exitCode, stderr, { cause })));
    const end = (reason: string) => {
      if (ended !== null) return;
      ended = reason;
      child.kill('SIGTERM');
      timers.push(setTimeout(() => child.kill('SIGKILL'), GRACE_MS));
      timers.push(
        setTimeout(() => {
          child.unref();
          fail(`${program} ${reason} and does not end: it waits in the kernel (see /proc/${child.pid}/stack)`, null);
        }, 2 * GRACE_MS),
      );
    };
    const onAbort = () => end('was stopped with the agent');
    signal?.addEventListener('abort', onAbort, { once: true });
    timers.push(setTimeout(() => end(`did not end within ${seconds} s`), seconds * 1000));

    child.stdout?.on('data', (chunk: Buffer) => {
      stdoutBytes += chunk.length;
      if (stdoutBytes > MAX_STDOUT_BYTES) end(`printed more than ${MAX_STDOUT_BYTES} bytes`);
      else stdout.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR_BYTES);
    });
    // A command may end without reading its input; its exit code tells the result.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('error', (error: NodeJS.ErrnoException) => {
      const hint = error.code === 'ENOENT' ? `: install the package that brings ${program}` : '';
      onEnd?.();
      fail(`cannot start ${program} (${error.code ?? error.message})${hint}`, null, error);
    });
    child.on('close', (code, killedBy) => {
      onEnd?.();
      if (ended !== null) return fail(`${program} ${ended}`, code);
      if (code === null) return fail(`${program} was ended by ${killedBy}`, null);
      const result = { stdout: Buffer.concat(stdout).toString(encoding), stderr, exitCode: code };
      if (code === 0 || accept.includes(code)) return finish(() => resolve(result));
      return fail(`${program} failed with exit code ${code}: ${lastLine(stderr) || 'it printed no error'}`, code);
    });
  });

/** Without a full stop: longer sentences contain it. `stderr` stays whole. */
const lastLine = (text: string): string => (text.trim().split('\n').at(-1)?.trim() ?? '').replace(/\.+$/, '');
