import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-ports.js';

const fetched = fileURLToPath(new URL('../../../.cache/prometheus/usr/bin', import.meta.url));

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** From the folder `WEFT_PROMETHEUS`, else PATH, else Debian's package that `npm run setup -- medium` put under `.cache`. */
function find(program: 'prometheus' | 'promtool'): string {
  const named = process.env.WEFT_PROMETHEUS;
  const folders = named ? [named] : [...(process.env.PATH ?? '').split(':'), fetched];
  const found = folders.map((folder) => join(folder, program)).find(isExecutable);
  if (!found)
    throw new Error(
      named
        ? `WEFT_PROMETHEUS names ${named}, which has no ${program}.`
        : `No ${program} found. Run \`npm run setup -- medium\`, install Prometheus on PATH, or set WEFT_PROMETHEUS to the folder of its programs.`,
    );
  return found;
}

/** Path of the program `prometheus`. */
export const findPrometheus = (): string => find('prometheus');

/**
 * Runs promtool and resolves with what it printed.
 * @throws Error with promtool's output, when it found a problem
 */
export function promtool(args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(find('promtool'), args, (error, stdout, stderr) => {
      if (error) reject(new Error(`promtool ${args.join(' ')}: ${error.message}\n${stdout}\n${stderr}`));
      else resolve(stdout);
    });
    child.stdin?.end(input);
  });
}

export interface PrometheusSeries {
  metric: Record<string, string>;
  /** Unix time, and the value as text: NaN and Inf are values too. */
  value: [number, string];
}

interface PrometheusOptions {
  config: string;
  directory: string;
  port?: number;
  more?: readonly string[];
}

/** One Prometheus process on a loopback port. It dies with the process that started it. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /**
   * Resolves when it answers queries. `config`: path of its configuration; `directory`: for data and log; `port`: default, a free one;
   * `more`: arguments
   */
  static async start({ config, directory, port, more = [] }: PrometheusOptions): Promise<Prometheus> {
    const address = `127.0.0.1:${port ?? (await freePort())}`;
    const logPath = join(directory, 'prometheus.log');
    const log = openSync(logPath, 'a');
    const args = [`--config.file=${config}`, `--storage.tsdb.path=${join(directory, 'data')}`, `--web.listen-address=${address}`, ...more];
    // setpriv(1): the kernel kills it when its parent ends, however that happens (prctl(2), PR_SET_PDEATHSIG).
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', find('prometheus'), ...args], { stdio: ['ignore', log, log] });
    closeSync(log);
    await once(child, 'spawn');
    const prometheus = new Prometheus(child, `http://${address}`);
    for (let tries = 0; !(await prometheus.isReady()); tries++) {
      if (child.exitCode !== null || tries === 300)
        throw new Error(
          `Prometheus ${child.exitCode === null ? 'is not ready' : 'ended'}; its log ends:\n${readFileSync(logPath, 'utf8').slice(-3000)}`,
        );
      await sleep(100);
    }
    return prometheus;
  }

  /**
   * An instant query, now or as of a moment.
   * @param at Unix time in seconds
   * @throws Error with Prometheus' message about a wrong expression
   */
  async query(expr: string, at?: number): Promise<PrometheusSeries[]> {
    const body = new URLSearchParams({ query: expr, ...(at === undefined ? {} : { time: String(at) }) });
    const response = await fetch(`${this.url}/api/v1/query`, { method: 'POST', body });
    const answer = (await response.json()) as { data?: { result: PrometheusSeries[] }; error?: string };
    if (!answer.data) throw new Error(`${expr}: ${answer.error}`);
    return answer.data.result;
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** SIGKILL. Its data stays. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }

  private async isReady(): Promise<boolean> {
    // Nothing listens at first: the caller retries, and reports the log in the end.
    const response = await fetch(`${this.url}/-/ready`).catch(() => undefined);
    return response?.ok === true;
  }
}
