import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response as Answer, Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { parseFederationConfig } from '../../src/federation/config/federation-config.js';
import { newReader, startFederation } from '../../src/federation/federation.service.js';
import type { TestServer } from '../app.js';

export interface TestZone {
  name: string;
  urls: string[];
  token: string;
  caFile?: string;
  caFingerprint?: string;
  clusterId?: string;
}

/** An API token of a viewer. */
export const viewerToken = async ({ adminClient }: TestServer): Promise<string> =>
  (
    await adminClient.call(endpoints.createApiToken, {
      body: { name: `zones-${Math.random().toString(36).slice(2, 8)}`, role: 'viewer', expiresInDays: 1 },
    })
  ).token;

export interface TestFederation {
  url: string;
  folder: string;
  token: string;
  tokenFile: (zone: string) => string;
  /** Adds a reader that sees only these zones. @returns its token */
  addReader(name: string, zones: string[]): Promise<string>;
  /** Calls an endpoint of the federation; its answer is checked against the contract. */
  call<const E extends Endpoint>(
    endpoint: E,
    options?: { params?: Record<string, string>; query?: Record<string, string> },
  ): Promise<Answer<E>>;
  request(method: string, path: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

/** Long limits: a busy machine is no dead zone. Tests of a hanging zone set short ones. */
const SECONDS = { pollSeconds: 1, topologySeconds: 5, requestSeconds: 10, searchMilliseconds: 5000 };

/** A federation in this process, on a free port without TLS. */
export async function startTestFederation(zones: readonly TestZone[], more: Record<string, unknown> = {}): Promise<TestFederation> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-federation-'));
  const tokenFile = (zone: string) => join(folder, `${zone}.token`);
  for (const { name, token } of zones) await writeFile(tokenFile(name), `${token}\n`, { mode: 0o600 });
  const { token, reader } = newReader('tests', 1);
  const readersFile = join(folder, 'readers.json');
  const readers = [reader];
  const writeReaders = () => writeFile(readersFile, JSON.stringify({ readers }));
  await writeReaders();
  const listed = zones.map(({ token: _token, ...zone }) => ({ ...zone, tokenFile: tokenFile(zone.name) }));
  const config = parseFederationConfig(
    { ...SECONDS, listenPort: 0, insecureHttp: true, dataDir: join(folder, 'data'), readersFile, zones: listed, ...more },
    'test',
  );
  const federation = await startFederation(config);
  let stopped: Promise<void> | undefined;
  const request = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(federation.url + path, { method, headers: { authorization: `Bearer ${token}`, ...headers } });
  return {
    ...{ url: federation.url, folder, token, tokenFile, request },
    async addReader(name, seen) {
      const added = newReader(name, 1, seen);
      readers.push(added.reader);
      await writeReaders();
      return added.token;
    },
    async call(endpoint, { params = {}, query = {} } = {}) {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const answer = await request('GET', `${path}?${new URLSearchParams(query)}`);
      const body: unknown = await answer.json();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
      return (endpoint as Endpoint).response?.parse(body) as never;
    },
    stop() {
      // A test may stop it before its end.
      stopped ??= federation.stop().then(() => rm(folder, { recursive: true, force: true }));
      return stopped;
    },
  };
}
