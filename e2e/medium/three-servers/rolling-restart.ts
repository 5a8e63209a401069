import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { expect, onTestFinished, test } from 'vitest';
import { type ApiClient, until } from '../../support/api-client.js';
import { LoadBalancer } from '../../support/load-balancer.js';
import type { ThreeServers } from '../../support/three-servers.js';

const READERS = 6;
const WRITERS = 2;
/** Keeps one session below its limit of requests a second. */
const PAUSE_MS = 50;

/** People and programs that use the API through the load balancer, each one request after the other. */
class Load {
  private readonly loops: Promise<void>[];
  private stopped = false;
  requests = 0;
  volumes = 0;
  readonly failures: string[] = [];
  /** Nodes that were seen in another state. */
  readonly notOnline = new Set<string>();

  constructor(
    private readonly api: ApiClient,
    private readonly driveClassId: string,
  ) {
    this.loops = [
      ...Array.from({ length: READERS }, () => this.repeat(() => this.read())),
      ...Array.from({ length: WRITERS }, (_, writer) => this.repeat(() => this.write(writer))),
    ];
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  private async repeat(step: () => Promise<void>): Promise<void> {
    while (!this.stopped) {
      await step();
      await sleep(PAUSE_MS);
    }
  }

  private async request<T>(send: () => Promise<T>): Promise<T | undefined> {
    this.requests += 1;
    try {
      return await send();
    } catch (error) {
      this.failures.push(`${new Date().toISOString()} ${String(error)}`);
      return undefined;
    }
  }

  private async read(): Promise<void> {
    await this.request(() => this.api.call(endpoints.overview));
    await this.request(() => this.api.call(endpoints.listVolumes, { query: { limit: 50 } }));
    const nodes = await this.request(() => this.api.call(endpoints.listNodes, { query: { limit: 50 } }));
    for (const { name, connection } of nodes?.items ?? []) if (connection.state !== 'online') this.notOnline.add(name);
  }

  private async write(writer: number): Promise<void> {
    const name = `rolling-${writer}-${this.requests}`;
    const body = { name, sizeBytes: GiB, protection: 'raid1' as const, driveClassId: this.driveClassId };
    const created = await this.request(() => this.api.call(endpoints.createVolume, { body }));
    if (!created) return;
    await this.request(() => this.api.done(created.job.id, 60));
    const { id } = created.volume;
    const current = await this.request(() => this.api.call(endpoints.getVolume, { params: { id } }));
    if (!current) return;
    const deleted = await this.request(() => this.api.call(endpoints.deleteVolume, { params: { id }, ifMatch: current.version }));
    if (deleted) await this.request(() => this.api.done(deleted.job.id, 60));
    this.volumes += 1;
  }
}

/** Restarts the servers one after the other under load. @param restart stops a server and starts it again */
export async function withoutFailedRequest(three: ThreeServers, restart: (at: number) => Promise<void>): Promise<Load> {
  const ports = three.servers.map(({ port }) => port);
  const balancer = await LoadBalancer.of(ports);
  onTestFinished(() => balancer.close());
  const everyServer = () =>
    until('all servers ready at the load balancer', 60, async () => (balancer.readyPorts.length === ports.length ? true : undefined));
  await everyServer();
  const load = new Load(three.api(0).at(balancer.url), three.driveClassId);
  try {
    for (const at of ports.keys()) {
      await restart(at);
      await everyServer();
    }
  } finally {
    await load.stop();
  }
  return load;
}

export function rollingRestart(cluster: () => ThreeServers): void {
  test('restarts servers one after the other without a failed request, and their nodes stay online', {
    timeout: 240_000,
  }, async () => {
    const three = cluster();
    const load = await withoutFailedRequest(three, async (at) => {
      expect(await three.server(at).stop()).toBe(0);
      await three.startServer(at);
    });
    console.log(`rolling restart: ${load.requests} requests, ${load.volumes} volumes made and deleted, ${load.failures.length} failed`);
    expect(load.failures).toEqual([]);
    expect([...load.notOnline]).toEqual([]);
    expect(load.requests).toBeGreaterThan(100);
    expect(load.volumes).toBeGreaterThan(2);
    await three.allAgentsAt([0, 1, 2], 60);
  });
}
