import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const builtWeft = fileURLToPath(new URL('../../../packages/cli/dist/weft.mjs', import.meta.url));

export interface Ended {
  code: number | null;
  /** Data. */
  out: string;
  /** Messages. */
  err: string;
}

/** The built command line with a configuration of its own. */
export class WeftCommand {
  private constructor(
    readonly directory: string,
    readonly env: Record<string, string>,
  ) {}

  static async inOwnFolder(env: Record<string, string> = {}): Promise<WeftCommand> {
    const directory = await mkdtemp(join(tmpdir(), 'weft-cli-'));
    return new WeftCommand(directory, { PATH: process.env.PATH ?? '', WEFT_CLI_CONFIG: join(directory, 'config', 'config.json'), ...env });
  }

  get config(): string {
    return join(this.directory, 'config', 'config.json');
  }

  start(words: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [builtWeft, ...words], { env: { ...this.env, ...env }, cwd: this.directory, stdio: 'pipe' });
  }

  /** Runs it in a pipe, until it ends. */
  async run(words: readonly string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}): Promise<Ended> {
    const child = this.start(words, env);
    child.stdin?.end(input);
    const closed = once(child, 'close') as Promise<[number | null]>;
    const [out, err] = await Promise.all([child.stdout, child.stderr].map((stream) => text(stream as NonNullable<typeof stream>)));
    return { code: (await closed)[0], out: out ?? '', err: err ?? '' };
  }

  /** Runs it on a terminal (util-linux script(1)), and types an answer to each question. @returns all that the terminal got */
  async onTerminal(
    words: readonly string[],
    answers: readonly (readonly [question: string, answer: string])[],
  ): Promise<Omit<Ended, 'err'>> {
    const quoted = [process.execPath, builtWeft, ...words].map((word) => `'${word}'`).join(' ');
    const child = spawn('script', ['-qec', quoted, '/dev/null'], {
      env: { ...this.env, TERM: 'xterm', SHELL: '/bin/sh' },
      cwd: this.directory,
      stdio: 'pipe',
    });
    let out = '';
    const open = [...answers];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8');
      const next = open[0];
      if (!next || !out.includes(next[0])) return;
      open.shift();
      child.stdin.write(`${next[1]}\n`);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out };
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}
