/**
 * Three servers and three members of MongoDB on this host, and the machines that they manage: each place (`places[0]` and on) stands for one machine of the
 * management, with one server and one member, which end and start together.
 *   startThreeServers({directory, programs}): Promise<ThreeServerFabric>      fabric.close()
 * They are no virtual machines: without KVM the three servers and members alone take 2.2 of 2 processors (docs/decisions/lab-in-user-mode.md).
 */
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import type { ApiClient } from '../../support/api-client.js';
import { ServerProcess } from '../../support/server-process.js';
import { restarted } from '../../support/three-servers.js';
import { type Cluster, hostAddress, startCluster } from '../machines/cluster.js';
import { filesOf, ManagedCluster, slowMachines, storageNetworks } from './managed-cluster.js';

const PLACES = [0, 1, 2] as const;

export class ThreeServerFabric extends ManagedCluster {
  /** Index of the server that `api` asks. */
  asked = 0;

  constructor(
    cluster: Cluster,
    readonly mongo: MongoReplicaSet,
    readonly servers: readonly ServerProcess[],
    private readonly apis: readonly ApiClient[],
  ) {
    super(cluster);
  }

  get api(): ApiClient {
    return this.apiOf(this.asked);
  }
  get guestUrl(): string {
    return guestUrl(this.server(this.asked));
  }
  server(place: number): ServerProcess {
    const server = this.servers[place];
    if (!server) throw new Error(`there is no server ${place}`);
    return server;
  }
  apiOf(place: number): ApiClient {
    const api = this.apis[place];
    if (!api) throw new Error(`there is no server ${place}`);
    return api;
  }

  /** Power loss of one machine of the management: its server and its member end at once. */
  async lose(place: number): Promise<void> {
    await Promise.all([this.server(place).kill(), this.mongo.kill(place)]);
  }

  /** Members first: the unit of the server starts after that of MongoDB. */
  async restore(...places: number[]): Promise<void> {
    await Promise.all(places.map((place) => this.mongo.restart(place)));
    await Promise.all(places.map((place) => restarted(() => this.server(place).start())));
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.cluster.close();
    await this.mongo.stop();
  }
}

const guestUrl = ({ port }: ServerProcess): string => `http://${hostAddress}:${port}`;

export async function startThreeServers({
  directory,
  programs,
}: {
  directory: string;
  programs: { server: string; agent: string };
}): Promise<ThreeServerFabric> {
  const [mongo, cluster] = await Promise.all([
    startMongo({ members: 3, dir: join(directory, 'mongodb') }),
    startCluster({
      ...{ workDirectory: join(directory, 'machines'), targets: 2, clients: 2, drivesPerTarget: 1 },
      files: filesOf(programs.agent),
    }),
  ]);
  const servers: ServerProcess[] = [];
  for (const place of PLACES)
    servers.push(
      await ServerProcess.start({
        ...{ directory: join(directory, `server-${place}`), mongoUri: mongo.uri, program: programs.server },
        environment: { WEFT_SHUTDOWN_DELAY_SECONDS: '3' },
      }),
    );
  const admin = await (servers[0] as ServerProcess).administrator();
  const fabric = new ThreeServerFabric(
    cluster,
    mongo,
    servers,
    servers.map(({ url }) => admin.at(url)),
  );
  const { version } = await admin.call(endpoints.getSettings);
  await admin.call(endpoints.updateSettings, {
    body: { storageNetworks: storageNetworks(cluster), ...slowMachines, agentServers: servers.map(guestUrl) },
    ifMatch: version,
  });
  await Promise.all(cluster.machines.map((machine) => fabric.join(machine)));
  await Promise.all(cluster.machines.map(({ name }) => fabric.online(name)));
  return fabric;
}
