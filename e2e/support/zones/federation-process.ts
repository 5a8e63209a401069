import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Response as Answer, Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { freePort } from '@weft/test-support/free-ports';
import { until } from '../api-client.js';
import { builtServer } from '../server-process.js';

interface ZoneAt {
  name: string;
  url: string;
  token: string;
}

const env = { PATH: process.env.PATH, HOME: process.env.HOME };

/** A built `weft-server federate` as a separate process, on loopback without TLS. */
export class FederationProcess {
  private constructor(
    readonly url: string,
    readonly token: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(directory: string, zones: readonly ZoneAt[], more: Record<string, unknown> = {}): Promise<FederationProcess> {
    await mkdir(directory, { recursive: true });
    const { token, entry } = await newToken();
    const readersFile = join(directory, 'readers.json');
    await writeFile(readersFile, JSON.stringify({ readers: [entry] }));
    for (const { name, token: ofZone } of zones) await writeFile(join(directory, `${name}.token`), ofZone, { mode: 0o600 });
    const listenPort = await freePort();
    const listed = zones.map(({ name, url }) => ({ name, urls: [url], tokenFile: join(directory, `${name}.token`) }));
    const config = {
      listenPort,
      insecureHttp: true,
      dataDir: join(directory, 'data'),
      requestsPerSecond: 10_000,
      readersFile,
      zones: listed,
    };
    const file = join(directory, 'zones.json');
    await writeFile(file, JSON.stringify({ ...config, ...more }, null, 2));
    const log = openSync(join(directory, 'federation.log'), 'a');
    const child = spawn(process.execPath, [builtServer, 'federate', '--config', file], { stdio: ['ignore', log, log], env });
    closeSync(log);
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    const url = `http://127.0.0.1:${listenPort}`;
    await until('the federation serves', 60, async () => {
      if (child.exitCode !== null) throw new Error(`the federation ended: ${await readFile(join(directory, 'federation.log'), 'utf8')}`);
      return (await fetch(`${url}/healthz`).catch(() => null))?.ok ? true : undefined;
    });
    return new FederationProcess(url, token, child);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async call<const E extends Endpoint>(endpoint: E, name = '', query: Record<string, string> = {}): Promise<Answer<E>> {
    const path = endpoint.path.replace(':name', encodeURIComponent(name));
    const answer = await fetch(`${this.url}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${this.token}` },
      signal: AbortSignal.timeout(30_000),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer<E>;
  }

  async stop(): Promise<number | null> {
    if (this.child.exitCode === null) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exit;
    }
    return this.child.exitCode;
  }
}

/** By the command that an operator uses. */
async function newToken(): Promise<{ token: string; entry: unknown }> {
  const child = spawn(process.execPath, [builtServer, 'federate-token', '--name', 'bench', '--days', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const output = await text(child.stdout);
  const [, token] = /alone: (\S+)/.exec(output) ?? [];
  const [, entry] = /readersFile: (\{.*\})/.exec(output) ?? [];
  if (!token || !entry) throw new Error(`federate-token printed: ${output}`);
  return { token, entry: JSON.parse(entry) };
}
