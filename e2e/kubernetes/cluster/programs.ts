import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Folder of the programs that `setUp('kubernetes')` builds. */
const folder = fileURLToPath(new URL('../../../.cache/go/bin/kubernetes', import.meta.url));
export const programPath = (name: string): string => join(folder, name);

/** Pause before a restart. The kubelet's own back-off begins with 10 s. */
const RESTART_MS = 1000;

export interface ProgramOptions {
  /** Folder of its log. */
  directory: string;
  env?: Record<string, string>;
  /** Starts it again whenever it ends, as the kubelet does with a container. */
  restart?: boolean;
}

/** A program of Kubernetes as a process. It dies with the process that started it. */
export class Program {
  /** Starts after the first one. */
  restarts = 0;
  private child: ChildProcess | undefined;
  private stopped = false;

  constructor(
    readonly name: string,
    private readonly words: readonly string[],
    private readonly options: ProgramOptions,
  ) {}

  get logFile(): string {
    return join(this.options.directory, `${this.name}.log`);
  }

  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  start(): void {
    const log = openSync(this.logFile, 'a');
    const line = ['--pdeathsig', 'KILL', programPath(this.name), ...this.words];
    const child = spawn('setpriv', line, { stdio: ['ignore', log, log], env: { PATH: process.env.PATH, ...this.options.env } });
    closeSync(log);
    this.child = child;
    if (this.options.restart) child.once('exit', () => void this.restart());
  }

  private async restart(): Promise<void> {
    await sleep(RESTART_MS);
    if (this.stopped) return;
    this.restarts += 1;
    this.start();
  }

  /** @throws Error with the end of its log when it has ended */
  checkRunning(): void {
    const { exitCode, signalCode } = this.child ?? {};
    if (exitCode === null && signalCode === null) return;
    throw new Error(`${this.name} ended (${exitCode ?? signalCode}); its log ends with:\n${this.log.slice(-3000)}`);
  }

  /** Resident memory in MiB (proc(5), VmRSS). */
  get memoryMiB(): number {
    const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.child?.pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kB) / 1024);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
}
