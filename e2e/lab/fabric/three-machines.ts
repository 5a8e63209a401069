/**
 * Three server machines (servers/server-machines.ts) with the machines of QEMU that they manage, and some simulated clients: with a dozen agents it shows how
 * these spread over the servers.
 *   startThreeMachines({directory}): Promise<ThreeMachines>      as root; fabric.close()
 */
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { ApiClient, until } from '../../support/api-client.js';
import { SimulationProcess } from '../../support/simulation-process.js';
import { type Cluster, startCluster } from '../machines/cluster.js';
import type { ServerMachine } from '../servers/server-machine.js';
import { SERVER_PORT, type ServerMachines, startServerMachines } from '../servers/server-machines.js';
import { agentBundle, filesOf } from './managed-cluster.js';
import { type Places, ThreeServerFabric } from './three-servers.js';

const SIMULATED_CLIENTS = 8;

export class ThreeMachines extends ThreeServerFabric {
  override readonly simulatedAgents = SIMULATED_CLIENTS;
  private simulation: SimulationProcess | undefined;

  constructor(
    cluster: Cluster,
    places: Places,
    private readonly servers: ServerMachines,
    private readonly directory: string,
  ) {
    super(cluster, places);
  }

  serverMachine(place: number): ServerMachine {
    return this.servers.machine(place);
  }

  async primary(): Promise<number> {
    const { primary } = await this.places.client.db('admin').command({ hello: 1 });
    return this.servers.machines.findIndex(({ name }) => primary === `${name}:27017`);
  }

  /** Makes the member of a place the primary. */
  async stepUp(place: number): Promise<void> {
    await until(`the member of place ${place} as primary`, 60, async () => {
      if ((await this.primary()) === place) return true;
      const member = mongoClient(this.servers, `${this.serverMachine(place).name}`, { directConnection: true });
      // Refused while it lags behind: it is asked again.
      await member
        .db('admin')
        .command({ replSetStepUp: 1 })
        .catch(() => undefined)
        .finally(() => member.close());
      return undefined;
    });
  }

  lose(place: number): Promise<void> {
    return this.serverMachine(place).powerOff();
  }

  /** A machine only has to boot: its units do the rest. */
  async restore(...places: number[]): Promise<void> {
    await Promise.all(places.map((place) => this.serverMachine(place).start()));
    await Promise.all(places.map((place) => isReady(this.places.urls[place] as string)));
  }

  pause(place: number): Promise<void> {
    return this.serverMachine(place).pause();
  }
  resume(place: number): Promise<void> {
    return this.serverMachine(place).resume();
  }

  async command(place: number, words: string[]): Promise<{ code: number; output: string }> {
    const script = `code=0; weft-server ${words.join(' ')} || code=$?; echo; echo $code`;
    const lines = (await this.serverMachine(place).run(script, { timeoutSeconds: 120 })).trimEnd().split('\n');
    return { code: Number(lines.at(-1)), output: lines.slice(0, -1).join('\n') };
  }

  override async begin(): Promise<void> {
    await super.begin();
    const nodes = Array.from({ length: SIMULATED_CLIENTS }, (_, at) => ({
      name: `simulated-${at + 1}`,
      nics: [1, 2].map((network) => ({
        ...{ name: `eth${network}`, address: `10.10.${network}.${at + 151}/24`, storageNetwork: `storage-${network}` },
      })),
      drives: [],
    }));
    this.simulation = await SimulationProcess.enroll(this.places.admin, join(this.directory, 'simulation'), nodes, {
      servers: this.places.urls,
    });
    await this.simulation.start();
  }

  async close(): Promise<void> {
    await this.simulation?.stop('SIGKILL');
    await this.places.client.close();
    await this.cluster.close();
    await this.servers.close();
  }
}

const isReady = (url: string) =>
  until(`${url} ready`, 120, async () => ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok ? true : undefined));

/** As MongoDB's user `admin`. The machines' names are known to the machines only. */
function mongoClient({ machines, mongodb }: ServerMachines, hosts: string, more: object = {}): MongoClient {
  const lookup: LookupFunction = (hostname, { all }, answer) => {
    const address = machines.find(({ name }) => name === hostname)?.address ?? hostname;
    if (all) answer(null, [{ address, family: 4 }]);
    else answer(null, address, 4);
  };
  return new MongoClient(`mongodb://${hosts}/`, {
    auth: { username: 'admin', password: mongodb.adminPassword },
    ...{ tls: true, tlsCAFile: mongodb.caFile, lookup },
    // A machine without power answers nothing, and ends no connection.
    ...{ heartbeatFrequencyMS: 1000, connectTimeoutMS: 4000, socketTimeoutMS: 15_000, serverSelectionTimeoutMS: 60_000 },
    ...more,
  });
}

async function placesOf(servers: ServerMachines): Promise<Places> {
  const urls = servers.machines.map(({ address }) => `http://${address}:${SERVER_PORT}`);
  const admin = new ApiClient(urls[0] as string);
  await admin.firstLogin((await servers.machine(0).run('cat /var/lib/weft-server/initial-admin-password')).trim());
  const names = servers.machines.map(({ name }) => name);
  return {
    ...{ urls, guestUrls: urls, admin, addresses: names.map((name) => `${name}:${SERVER_PORT}`) },
    client: await mongoClient(servers, names.join(','), { replicaSet: 'weft' }).connect(),
  };
}

export async function startThreeMachines({ directory }: { directory: string }): Promise<ThreeMachines> {
  const servers = await startServerMachines(join(directory, 'servers'));
  let cluster: Cluster | undefined;
  try {
    cluster = await startCluster({
      ...{ workDirectory: join(directory, 'machines'), targets: 2, clients: 2, drivesPerTarget: 1, driveBytes: 4 * 2 ** 30 },
      files: filesOf(agentBundle),
    });
    const fabric = new ThreeMachines(cluster, await placesOf(servers), servers, directory);
    await fabric.begin();
    return fabric;
  } catch (error) {
    await cluster?.close();
    await servers.close();
    throw error;
  }
}
