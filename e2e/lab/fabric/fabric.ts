/**
 * A Weft cluster on the lab's machines: MongoDB and a server on this host, and an agent in every machine, enrolled as a person does it.
 *   startFabric({directory, …}): Promise<Fabric>       fabric.close()
 */
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { LAB_SCRAPE_TOKEN } from '../../support/agent-scrape-token.js';
import type { ApiClient } from '../../support/api-client.js';
import { ServerProcess } from '../../support/server-process.js';
import { type Cluster, hostAddress, startCluster } from '../machines/cluster.js';
import { agentBundle, filesOf, ManagedCluster, slowMachines, storageNetworks } from './managed-cluster.js';

export interface FabricOptions {
  /** Directory of disks, sockets, logs and the database. */
  directory: string;
  targets?: number;
  clients?: number;
  drivesPerTarget?: number;
  /** Size of each drive, whose file is sparse. Default: 1 GiB. */
  driveBytes?: number;
  port?: number;
  /** Environment of the server, in addition to the variables that it needs to run. */
  environment?: Record<string, string>;
  /** Programs of another tree to begin with; default: those of this one. */
  programs?: { server: string; agent: string };
  /** Override those of `slowMachines`. */
  settings?: SettingsUpdate;
  /** Prints progress. */
  say?(line: string): void;
}

export class Fabric extends ManagedCluster {
  constructor(
    cluster: Cluster,
    readonly mongo: MongoReplicaSet,
    readonly server: ServerProcess,
    readonly api: ApiClient,
  ) {
    super(cluster);
  }

  get guestUrl(): string {
    return `http://${hostAddress}:${this.server.port}`;
  }

  async close(): Promise<void> {
    await this.server.stop();
    await this.cluster.close();
    await this.mongo.stop();
  }
}

async function startServer({
  directory,
  port,
  environment,
  programs,
}: FabricOptions): Promise<{ mongo: MongoReplicaSet; server: ServerProcess }> {
  const mongo = await startMongo({ members: 1, dir: join(directory, 'mongodb') });
  const server = await ServerProcess.start({
    directory: join(directory, 'server'),
    mongoUri: mongo.uri,
    ...(port === undefined ? {} : { port }),
    ...(programs ? { program: programs.server } : {}),
    environment: { WEFT_SCRAPE_TOKEN: LAB_SCRAPE_TOKEN, ...environment },
  });
  return { mongo, server };
}

export async function startFabric(options: FabricOptions): Promise<Fabric> {
  const say = options.say ?? (() => undefined);
  const { directory, targets = 3, clients = 2, drivesPerTarget = 2, driveBytes, programs } = options;
  say('Starting MongoDB, the server and the machines');
  const [{ mongo, server }, cluster] = await Promise.all([
    startServer(options),
    startCluster({
      workDirectory: join(directory, 'machines'),
      targets,
      clients,
      drivesPerTarget,
      ...(driveBytes === undefined ? {} : { driveBytes }),
      files: filesOf(programs?.agent ?? agentBundle),
    }),
  ]);
  const api = await server.administrator();
  const fabric = new Fabric(cluster, mongo, server, api);
  const settings = await api.call(endpoints.getSettings);
  await api.call(endpoints.updateSettings, {
    body: { storageNetworks: storageNetworks(cluster), ...slowMachines, ...options.settings },
    ifMatch: settings.version,
  });
  say('Enrolling the machines');
  await Promise.all(cluster.machines.map((machine) => fabric.join(machine)));
  await Promise.all(cluster.machines.map((machine) => fabric.online(machine.name)));
  return fabric;
}
