import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './api-client.js';

const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

interface Place {
  data: string;
  port: number;
  mongodbPort: number;
}

export const passwordFile = (data: string, kind: 'real' | 'simulated'): string => join(data, kind, 'initial-admin-password');
export const initialPassword = async (data: string, kind: 'real' | 'simulated'): Promise<string> =>
  (await readFile(passwordFile(data, kind), 'utf8')).trim();

/** `npm start` as a person runs it: a process that gets Ctrl-C. */
export class StartProcess {
  output = '';
  private constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  static run({ data, port, mongodbPort }: Place, ...args: string[]): StartProcess {
    const own = ['--data', data, '--port', String(port), '--mongodb-port', String(mongodbPort)];
    return new StartProcess(spawn(process.execPath, [script, ...own, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  says(text: string, seconds: number): Promise<true> {
    return until(`"${text}" of npm start`, seconds, async () => {
      if (this.output.includes(text)) return true;
      if (this.child.exitCode !== null) throw new Error(`npm start ended (${this.child.exitCode}) before "${text}":\n${this.output}`);
      return undefined;
    });
  }

  /** @returns the exit code */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill(signal);
      await once(this.child, 'exit');
    }
    return this.child.exitCode;
  }
}
