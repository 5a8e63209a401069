import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { until } from '../api-client.js';

const dist = fileURLToPath(new URL('../../../packages/csi/dist/', import.meta.url));
export const builtDriver = join(dist, 'weft-csi.mjs');
const simulatedDriver = join(dist, 'weft-csi-simulated.mjs');

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Programs that `setUp('csi')` builds. */
export const csiSanity = join(root, '.cache/go/bin/csi-sanity');
export const helmTemplate = join(root, '.cache/go/bin/helm-template');
/** Folder of Python packages. */
export const kubernetesValidate = join(root, '.cache/kubernetes-validate');

export interface DriverOptions {
  /** Folder of the socket and the state. */
  directory: string;
  server: string;
  token: string;
  node: string;
  env?: Record<string, string>;
  /** More options of the driver. */
  words?: string[];
  /** Default: that of a simulated cluster. */
  program?: string;
}

/** Answer of a call: its message, or the code and sentence of the refusal. */
export type Called = { ok: Record<string, unknown> } | { code: string; message: string };

/** The built driver as a process, on a client of a simulated cluster. */
export class CsiDriver {
  log = '';
  private child: ChildProcess | undefined;

  constructor(private readonly options: DriverOptions) {}

  get socket(): string {
    return join(this.options.directory, 'csi.sock');
  }

  get endpoint(): string {
    return `unix://${this.socket}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get stateFile(): string {
    return join(this.options.directory, 'simulated-host.json');
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const { directory, server, token, node, env = {}, words: more = [], program = simulatedDriver } = this.options;
    const words = [
      '--endpoint',
      this.endpoint,
      '--server',
      server,
      '--node',
      node,
      '--state-dir',
      directory,
      '--log-level',
      'debug',
      ...more,
    ];
    const child = spawn(process.execPath, [program, ...words], { env: { PATH: process.env.PATH, WEFT_TOKEN: token, ...env } });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (this.log += chunk.toString('utf8')));
    this.child = child;
    await until('the CSI driver', 30, async () => {
      if (child.exitCode !== null) throw new Error(`the CSI driver ended with ${child.exitCode}:\n${this.log}`);
      return existsSync(this.socket) && 'ok' in (await this.call('Identity/Probe')) ? true : undefined;
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  /** Sends a call with the driver's own `call`. */
  async call(name: string, request: object = {}): Promise<Called> {
    const words = [builtDriver, 'call', '--endpoint', this.endpoint, name, JSON.stringify(request)];
    const child = execFile(process.execPath, words);
    const closed = once(child, 'close') as Promise<[number | null]>;
    const [out, err] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
    if ((await closed)[0] === 0) return { ok: JSON.parse(out) as Record<string, unknown> };
    const [, code = '', message = ''] = /^(\w+): (.*)/s.exec(err) ?? [];
    return { code, message: message.trim() };
  }

  async ok<T>(name: string, request: object = {}): Promise<T> {
    const called = await this.call(name, request);
    if ('ok' in called) return called.ok as T;
    throw new Error(`${name}: ${called.code}: ${called.message}\n${this.log.slice(-2000)}`);
  }
}
