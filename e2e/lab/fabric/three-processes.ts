/**
 * Three servers and three members of MongoDB as processes of this host: they can run a program of another tree.
 *   startThreeProcesses({directory, programs}): Promise<ThreeProcesses>      fabric.close()
 */
import { join } from 'node:path';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { MongoClient } from 'mongodb';
import { ServerProcess } from '../../support/server-process.js';
import { restarted } from '../../support/three-servers.js';
import { type Cluster, hostAddress, startCluster } from '../machines/cluster.js';
import { filesOf } from './managed-cluster.js';
import { type Places, ThreeServerFabric } from './three-servers.js';

const PLACES = [0, 1, 2] as const;

export class ThreeProcesses extends ThreeServerFabric {
  constructor(
    cluster: Cluster,
    places: Places,
    private readonly mongo: MongoReplicaSet,
    readonly servers: readonly ServerProcess[],
  ) {
    super(cluster, places);
  }

  server(place: number): ServerProcess {
    const server = this.servers[place];
    if (!server) throw new Error(`there is no server ${place}`);
    return server;
  }
  primary(): Promise<number> {
    return this.mongo.primary();
  }

  async lose(place: number): Promise<void> {
    await Promise.all([this.server(place).kill(), this.mongo.kill(place)]);
  }

  /** Members first: the unit of the server starts after that of MongoDB. */
  async restore(...places: number[]): Promise<void> {
    await Promise.all(places.map((place) => this.mongo.restart(place)));
    await Promise.all(places.map((place) => restarted(() => this.server(place).start())));
  }

  async pause(place: number): Promise<void> {
    process.kill(this.server(place).pid, 'SIGSTOP');
  }
  async resume(place: number): Promise<void> {
    process.kill(this.server(place).pid, 'SIGCONT');
  }

  command(place: number, words: string[]): Promise<{ code: number | null; output: string }> {
    return this.server(place).command(words);
  }

  async close(): Promise<void> {
    await this.places.client.close();
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.cluster.close();
    await this.mongo.stop();
  }
}

export async function startThreeProcesses({
  directory,
  programs,
}: {
  directory: string;
  programs: { server: string; agent: string };
}): Promise<ThreeProcesses> {
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
  const places = {
    urls: servers.map(({ url }) => url),
    guestUrls: servers.map(({ port }) => `http://${hostAddress}:${port}`),
    addresses: servers.map(({ port }) => `127.0.0.1:${port}`),
    client: await MongoClient.connect(mongo.uri),
    admin: await (servers[0] as ServerProcess).administrator(),
  };
  const fabric = new ThreeProcesses(cluster, places, mongo, servers);
  await fabric.begin();
  return fabric;
}
