import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@weft/test-support/free-ports';
import { portProblem, processListens } from '../../scripts/local/ports.mjs';
import { ApiClient, until } from './api-client.js';

/** Program of the server as this checkout has built it. */
export const builtServer = fileURLToPath(new URL('../../apps/server/bin/weft-server.js', import.meta.url));

/** A built `weft-server run` as a separate process. It can be killed and started again on the same port and database. */
export class ServerProcess {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly environment: Record<string, string>,
    /** What `start` runs next. */
    public program: string,
  ) {}

  static async start(options: {
    directory: string;
    mongoUri: string;
    port?: number;
    database?: string;
    environment?: Record<string, string>;
    /** Default: the build of this checkout. */
    program?: string;
  }): Promise<ServerProcess> {
    await mkdir(options.directory, { recursive: true });
    const port = options.port ?? (await freePort());
    const environment = {
      WEFT_LISTEN_PORT: String(port),
      WEFT_DATA_DIR: options.directory,
      WEFT_MONGODB_URI: options.mongoUri,
      WEFT_MONGODB_DATABASE: options.database ?? 'weft',
      WEFT_CHECK_RESPONSES: 'true',
      WEFT_SHUTDOWN_DELAY_SECONDS: '0',
      // Each test of TLS turns it on.
      WEFT_INSECURE_HTTP: 'true',
      // As docs/operating.md has it: with it, nodes authenticate each other.
      WEFT_SECRETS_KEY: '5a'.repeat(32),
      ...options.environment,
    };
    const server = new ServerProcess(port, options.directory, environment, options.program ?? builtServer);
    await server.start();
    return server;
  }

  get url(): string {
    const { WEFT_TLS_CERTIFICATE: given, WEFT_INSECURE_HTTP: insecure } = this.environment;
    return `http${given || insecure !== 'true' ? 's' : ''}://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    if (this.child?.pid === undefined) throw new Error('the server was not started');
    return this.child.pid;
  }

  /** How the process ended; null: it runs. */
  get ended(): string | null {
    const { exitCode = null, signalCode = null } = this.child ?? {};
    if (signalCode !== null) return `was ended by ${signalCode}`;
    return exitCode === null ? null : `ended with exit code ${exitCode}`;
  }

  get log(): string {
    return join(this.directory, 'server.log');
  }

  /** Resolves when the server reports that it is ready. @throws Error naming the process that has its port */
  async start(): Promise<void> {
    const problem = await portProblem(this.port, 'the port of a new server');
    if (problem) throw new Error(problem);
    const log = openSync(this.log, 'a');
    const child = spawn(process.execPath, [this.program, 'run'], {
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...this.environment },
    });
    closeSync(log);
    this.child = child;
    // A test run that ends early must not leave a server behind.
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    await until(`readiness of the server (see ${this.log})`, 180, async () => {
      if (child.exitCode !== null)
        throw new Error(`the server ended with exit code ${child.exitCode}:\n${(await readFile(this.log, 'utf8')).slice(-3000)}`);
      const response = await fetch(`${this.url}/readyz`).catch((error: Error) => error);
      const answered = response instanceof Response && response.ok;
      // Another server may have taken the port in the meantime: its answer does not count.
      return answered && child.pid !== undefined && processListens(child.pid, this.port) ? true : undefined;
    });
  }

  /** Runs another command of the program with the server's settings, such as `backup`. @param input what a person types; environment: other settings */
  async command(
    words: string[],
    { input = '', environment = {} }: { input?: string; environment?: Record<string, string> } = {},
  ): Promise<{ code: number | null; output: string }> {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...this.environment, ...environment };
    const child = spawn(process.execPath, [this.program, ...words], { env, timeout: 120_000, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(input);
    const closed = once(child, 'close') as Promise<[number | null]>;
    const output = await text(child.stdout);
    return { code: (await closed)[0], output };
  }

  /** File with the password of `admin`, from the first `administrator()` on. */
  get passwordFile(): string {
    return join(this.directory, 'admin-password');
  }

  /** Logs in as the first administrator. The first call changes the password that the server made, as a person has to. */
  async administrator(): Promise<ApiClient> {
    const api = new ApiClient(this.url);
    if (existsSync(this.passwordFile)) {
      await api.login('admin', (await readFile(this.passwordFile, 'utf8')).trim());
      return api;
    }
    const currentPassword = (await readFile(join(this.directory, 'initial-admin-password'), 'utf8')).trim();
    await writeFile(this.passwordFile, `${await api.firstLogin(currentPassword)}\n`, { mode: 0o600 });
    return api;
  }

  /** @returns its exit code; null when the signal ended it or it was not running. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  }

  stop(): Promise<number | null> {
    return this.kill('SIGTERM');
  }
}
