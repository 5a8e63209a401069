import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyFault } from '@weft/agent/simulation/fault';
import { type Simulation, startSimulation } from '@weft/agent/simulation/simulation';
import { simulationConfigSchema } from '@weft/agent/simulation/simulation-config';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Job } from '@weft/shared/kinds/job';
import type { SimulationFault } from '@weft/shared/kinds/simulation/simulation';
import { GiB } from '@weft/shared/units';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { expect, vi } from 'vitest';
import type { TestServer } from './app.js';

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

interface BlankNode {
  name: string;
  /** Number of drives of model `Sim 100G`. */
  drives: number;
}

async function enrolled(
  servers: readonly [TestServer, ...TestServer[]],
  described: readonly BlankNode[],
  storageNetworks: readonly string[],
): Promise<{ simulation: Simulation; folder: string }> {
  const [server] = servers;
  const folder = await mkdtemp(join(tmpdir(), 'weft-simulated-'));
  const nodes = [];
  for (const [at, { name, drives: count }] of described.entries()) {
    const issued = { description: '', labels: {}, expiresInSeconds: 600 };
    const { token } = await server.adminClient.call(endpoints.createEnrollmentToken, { body: issued });
    const body = { token, name, hostname: name, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL };
    const { nodeId, clusterId, credential, hostId, hostNqn } = await server.anonymous.call(endpoints.enroll, { body });
    const drives = Array.from({ length: count }, (_, number) => ({
      serial: `${name}-d${number || ''}`,
      model: 'Sim 100G',
      sizeBytes: 100 * GiB,
    }));
    const nics = storageNetworks.map((storageNetwork, network) => ({
      name: `eth${network + 1}`,
      address: `10.79.${network + 1}.${at + 1}/24`,
      storageNetwork,
    }));
    nodes.push({ agentConfig: { nodeId, clusterId, name, credential, hostId, hostNqn }, host: { nics, drives } });
  }
  const config = { servers: servers.map(({ url }) => url), stateDir: folder, nodes, logLevel: 'error', wipeBytesPerSecond: 0 };
  const simulation = await startSimulation(simulationConfigSchema.parse(config));
  await simulation.connected;
  return { simulation, folder };
}

/** Real agents on simulated machines, with one drive on each target and one storage network, or more. */
export class SimulatedCluster {
  private constructor(
    private readonly server: TestServer,
    private readonly simulation: Simulation,
    private readonly folder: string,
    readonly driveClassId: string,
  ) {}

  /** @param servers that the agents connect to; the first one enrolls them */
  static async start(
    servers: readonly [TestServer, ...TestServer[]],
    targets: readonly string[],
    clients: readonly string[],
    { networks = ['left'] }: { networks?: readonly string[] } = {},
  ): Promise<SimulatedCluster> {
    const [server] = servers;
    const { version } = await server.adminClient.call(endpoints.getSettings);
    const storageNetworks = networks.map((name, network) => ({ name, cidrs: [`10.79.${network + 1}.0/24`] }));
    await server.adminClient.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: version });
    const { simulation, folder } = await enrolled(
      servers,
      [...targets, ...clients].map((name) => ({ name, drives: targets.includes(name) ? 1 : 0 })),
      networks,
    );
    const taken = await until(async () => {
      const { items } = await server.adminClient.call(endpoints.listDrives, { query: { state: 'available' } });
      expect(items).toHaveLength(targets.length);
      return items;
    });
    const jobs = [];
    for (const { id, version } of taken)
      jobs.push((await server.adminClient.call(endpoints.takeDrive, { params: { id }, ifMatch: version })).job);
    for (const job of jobs) await done(server, job);
    const members = { by: 'selector' as const, selector: { models: ['Sim 100G'] } };
    const { id } = await server.adminClient.call(endpoints.createDriveClass, { body: { name: 'all', members } });
    return new SimulatedCluster(server, simulation, folder, id);
  }

  get fabric(): Simulation['fabric'] {
    return this.simulation.fabric;
  }

  /** Enrolled nodes with blank drives, on the subnet 10.79.1.0/24; nothing is configured. `driveClassId` is empty. */
  static async blank(server: TestServer, nodes: readonly BlankNode[]): Promise<SimulatedCluster> {
    const { simulation, folder } = await enrolled([server], nodes, ['fabric']);
    const count = nodes.reduce((sum, { drives }) => sum + drives, 0);
    await until(async () => {
      const { total } = await server.adminClient.call(endpoints.listDrives, { query: { state: 'available' } });
      expect(total).toBe(count);
    });
    return new SimulatedCluster(server, simulation, folder, '');
  }

  fault(fault: SimulationFault): void {
    applyFault(this.simulation.fabric, fault);
  }

  /** SIGKILL; its service manager starts it again. */
  killAgent(name: string): void {
    this.simulation.fabric.host(name).onAgentKilled?.();
  }

  /** Whether every dm device of the machine has its statistics. */
  hasStatistics(name: string): boolean {
    return this.simulation.fabric.host(name).mappings.list.every(({ stats }) => stats !== null);
  }

  done(job: Job): Promise<void> {
    return done(this.server, job);
  }

  async stop(): Promise<void> {
    await this.simulation.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

const done = async (server: TestServer, job: Job): Promise<void> => {
  await until(async () => expect((await server.adminClient.call(endpoints.getJob, { params: { id: job.id } })).state).toBe('done'));
};
