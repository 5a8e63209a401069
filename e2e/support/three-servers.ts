import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { MongoClient } from 'mongodb';
import { type FollowedOptions, FollowedServers } from './followed-servers.js';
import type { OlderTree } from './older-tree.js';
import { ServerProcess } from './server-process.js';
import { type SimulatedNode, SimulationProcess } from './simulation-process.js';
import { takeDrives } from './take-drives.js';

const TARGETS = 4;
const DRIVES = 3;
const CLIENTS = 8;
const AGENTS = TARGETS + CLIENTS;
const DRIVE_BYTES = 100 * GiB;

const nics = (host: number) =>
  [1, 2].map((network) => ({ name: `eth${network}`, address: `10.10.${network}.${host}/24`, storageNetwork: `storage-${network}` }));
const nodes: SimulatedNode[] = [
  ...Array.from({ length: TARGETS }, (_, at) => ({
    name: `target-${at}`,
    nics: nics(at + 1),
    drives: Array.from({ length: DRIVES }, (_, drive) => ({ serial: `S-${at}-${drive}`, model: 'Simulated NVMe', sizeBytes: DRIVE_BYTES })),
  })),
  ...Array.from({ length: CLIENTS }, (_, at) => ({ name: `client-${at}`, nics: nics(at + 101), drives: [] })),
];

const STARTS = 5;

/** Starts a server as systemd does (`Restart=always`): one that meets an election at its start ends, and is started again. */
export async function restarted<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (
        attempt === STARTS ||
        !(error instanceof Error && /not primary|no primary|has a primary|operation was interrupted/.test(error.message))
      )
        throw error;
    }
  }
}

/** Three server processes on three MongoDB members, and the agents of simulated machines, each of which knows all servers. */
export class ThreeServers extends FollowedServers {
  private constructor(
    /** Of its processes, and of files of a test. */
    readonly directory: string,
    readonly mongo: MongoReplicaSet,
    client: MongoClient,
    readonly servers: readonly ServerProcess[],
    readonly simulation: SimulationProcess,
    options: FollowedOptions,
  ) {
    super(client, options);
  }

  /**
   * @param options mongoFolder: data of the members, by default a new folder in memory; programs: of an older tree, by default those of this checkout
   */
  static async start({ mongoFolder, programs }: { mongoFolder?: string; programs?: OlderTree } = {}): Promise<ThreeServers> {
    const directory = await mkdtemp(join(tmpdir(), 'weft-three-'));
    const mongo = await startMongo({ members: 3, ...(mongoFolder === undefined ? {} : { dir: mongoFolder }) });
    const client = await MongoClient.connect(mongo.uri);
    const begin = (name: string) =>
      restarted(() =>
        ServerProcess.start({
          directory: join(directory, name),
          mongoUri: mongo.uri,
          ...(programs && { program: programs.server }),
          environment: { WEFT_LOG_LEVEL: 'warn', WEFT_SHUTDOWN_DELAY_SECONDS: '3' },
        }),
      );
    const servers = [await begin('one'), ...(await Promise.all([begin('two'), begin('three')]))];
    const admin = await (servers[0] as ServerProcess).administrator();
    const apis = servers.map(({ url }) => admin.at(url));
    const { version } = await admin.call(endpoints.getSettings);
    const storageNetworks = [1, 2].map((network) => ({ name: `storage-${network}`, cidrs: [`10.10.${network}.0/24`] }));
    await admin.call(endpoints.updateSettings, { body: { storageNetworks, nodeLostAfterSeconds: 5 }, ifMatch: version });
    const urls = servers.map(({ url }) => url);
    const simulation = await SimulationProcess.enroll(admin, join(directory, 'simulation'), nodes, { servers: urls }, programs?.simulation);
    await simulation.start();
    await takeDrives(admin, TARGETS * DRIVES, 60);
    const members = { by: 'selector' as const, selector: { models: ['Simulated NVMe'] } };
    const { id } = await admin.call(endpoints.createDriveClass, { body: { name: 'all', members } });
    return new ThreeServers(directory, mongo, client, servers, simulation, {
      ...{ apis, driveClassId: id, agentCount: AGENTS, addresses: servers.map(({ port }) => `127.0.0.1:${port}`) },
      ...{ volumeBytes: GiB / 4, jobSeconds: 60, movedWithinSeconds: 15 },
    });
  }

  async stop(): Promise<void> {
    await this.simulation.stop();
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.client.close();
    await this.mongo.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  server(at: number): ServerProcess {
    const server = this.servers[at];
    if (!server) throw new Error(`there is no server ${at}`);
    return server;
  }

  lose(at: number): Promise<unknown> {
    return this.server(at).kill();
  }
  restore(at: number): Promise<void> {
    return this.startServer(at);
  }
  async pause(at: number): Promise<void> {
    process.kill(this.server(at).pid, 'SIGSTOP');
  }
  async resume(at: number): Promise<void> {
    process.kill(this.server(at).pid, 'SIGCONT');
  }

  /** Starts a killed server again. */
  startServer(at: number): Promise<void> {
    return restarted(() => this.server(at).start());
  }

  async stepDown(): Promise<void> {
    await this.client.db('admin').command({ replSetStepDown: 5, secondaryCatchUpPeriodSecs: 3 });
  }
}
