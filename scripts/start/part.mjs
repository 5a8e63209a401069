import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Keeps the log of the previous start and no older ones. */
function openLog(file) {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

const lastLines = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-10).join('\n');

/** One process in its own process group: a terminal's Ctrl-C reaches only `npm start`, which ends its parts in order. */
export class Part {
  /** @param {{name: string, args: string[], env?: Record<string, string>, log: string, stopSeconds: number}} what */
  constructor({ name, args, env, log, stopSeconds }) {
    this.name = name;
    this.log = log;
    this.stopSeconds = stopSeconds;
    const out = openLog(log);
    // setpriv(1): if this process is killed, the kernel kills its parts too (prctl(2), PR_SET_PDEATHSIG); all of them tolerate that.
    this.child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, ...args], {
      stdio: ['ignore', out, out],
      env: { ...process.env, ...env },
      detached: true,
    });
    closeSync(out);
    /** Rejects when the process ends without `stop`; never resolves. */
    this.failure = new Promise((_, reject) => {
      this.child.once('error', (error) => reject(new Error(`cannot start ${name}: ${error.message}`, { cause: error })));
      this.child.once('exit', (code, signal) =>
        reject(new Error(`${name} ended (${code ?? signal}). Its log, ${log}, ends:\n${lastLines(log)}`)),
      );
    });
    // Callers race against it; until they do, it must not be an unhandled rejection.
    this.failure.catch(() => undefined);
  }

  /** Asks the process to end and waits; kills it after `stopSeconds`, with a message. */
  async stop() {
    const { child } = this;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    const timer = setTimeout(() => {
      console.error(`start: killed ${this.name}, which did not end within ${this.stopSeconds} s; see ${this.log}`);
      child.kill('SIGKILL');
    }, this.stopSeconds * 1000);
    child.kill('SIGTERM');
    await gone;
    clearTimeout(timer);
  }
}
