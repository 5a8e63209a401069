import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** The log of the start before is kept, those before it are not. */
function openLog(file) {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

const lastLines = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-10).join('\n');

/** One process of ours, in a group of its own: a terminal's Ctrl-C reaches only `npm start`, which ends its parts in their order. */
export class Part {
  /** @param {{name: string, args: string[], env?: Record<string, string>, log: string, stopSeconds: number}} what */
  constructor({ name, args, env, log, stopSeconds }) {
    this.name = name;
    this.log = log;
    this.stopSeconds = stopSeconds;
    const out = openLog(log);
    // setpriv(1): should this process be killed, the kernel ends its parts with it (prctl(2), PR_SET_PDEATHSIG), which all of them bear.
    this.child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, ...args], {
      stdio: ['ignore', out, out],
      env: { ...process.env, ...env },
      detached: true,
    });
    closeSync(out);
    /** Rejects when it ends without being asked to; never resolves. */
    this.failure = new Promise((_, reject) => {
      this.child.once('error', (error) => reject(new Error(`${name} cannot be started: ${error.message}`, { cause: error })));
      this.child.once('exit', (code, signal) =>
        reject(new Error(`${name} ended (${code ?? signal}). Its log, ${log}, ends:\n${lastLines(log)}`)),
      );
    });
    // Somebody races against it; until then it is no unhandled rejection.
    this.failure.catch(() => undefined);
  }

  /** Asks it to end and waits; after `stopSeconds` it is killed, which is said. */
  async stop() {
    const { child } = this;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    const timer = setTimeout(() => {
      console.error(`start: ${this.name} did not end within ${this.stopSeconds} s and is killed; see ${this.log}`);
      child.kill('SIGKILL');
    }, this.stopSeconds * 1000);
    child.kill('SIGTERM');
    await gone;
    clearTimeout(timer);
  }
}
