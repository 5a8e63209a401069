import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { type ApiClient, until } from './api-client.js';
import type { OlderTree } from './older-tree.js';
import { ServerProcess } from './server-process.js';
import { type SimulatedNode, SimulationProcess } from './simulation-process.js';
import { takeDrives } from './take-drives.js';

const TARGETS = 4;
const DRIVES = 3;
const CLIENTS = 8;
export const AGENTS = TARGETS + CLIENTS;
const DRIVE_BYTES = 100 * GiB;

interface StoredServer {
  _id: string;
  address: string | null;
  mongoAppName?: string;
  seenAt: Date;
}

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
export class ThreeServers {
  private constructor(
    private readonly directory: string,
    readonly mongo: MongoReplicaSet,
    private readonly client: MongoClient,
    readonly servers: readonly ServerProcess[],
    /** One session, at each server. */
    readonly apis: readonly ApiClient[],
    readonly simulation: SimulationProcess,
    readonly driveClassId: string,
  ) {}

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
    return new ThreeServers(directory, mongo, client, servers, apis, simulation, id);
  }

  async stop(): Promise<void> {
    await this.simulation.stop();
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.client.close();
    await this.mongo.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  get database(): Db {
    return this.client.db('weft');
  }
  server(at: number): ServerProcess {
    const server = this.servers[at];
    if (!server) throw new Error(`there is no server ${at}`);
    return server;
  }
  api(at: number): ApiClient {
    const api = this.apis[at];
    if (!api) throw new Error(`there is no server ${at}`);
    return api;
  }

  /** Starts a killed server again. */
  startServer(at: number): Promise<void> {
    return restarted(() => this.server(at).start());
  }

  /** What the running process of a server has stored about itself. */
  async stored(at: number): Promise<StoredServer> {
    const address = `127.0.0.1:${this.server(at).port}`;
    const [newest] = await this.database.collection<StoredServer>('servers').find({ address }).sort({ startedAt: -1 }).limit(1).toArray();
    if (!newest) throw new Error(`server ${at} is not listed`);
    return newest;
  }

  /** Number of online agents at each server. */
  async agents(): Promise<number[]> {
    const found = await this.database
      .collection<{ _id: string; status: { connection: { state: string; serverId: string | null } } }>('nodes')
      .find({ 'status.connection.state': 'online' })
      .toArray();
    const ids = await Promise.all(this.servers.map(async (_, at) => (await this.stored(at))._id));
    return ids.map((id) => found.filter(({ status }) => status.connection.serverId === id).length);
  }

  /** Waits until every agent is online at one of these servers. @returns the seconds that it took, and the agents of each server. */
  async allAgentsAt(servers: readonly number[], withinSeconds: number): Promise<{ seconds: number; agents: number[] }> {
    const startedAt = performance.now();
    const agents = await until(`all agents at the servers ${servers.join(' and ')}`, withinSeconds, async () => {
      const counts = await this.agents();
      return servers.reduce((sum, at) => sum + (counts[at] ?? 0), 0) === AGENTS ? counts : undefined;
    });
    return { seconds: (performance.now() - startedAt) / 1000, agents };
  }

  async stepDown(): Promise<void> {
    await this.client.db('admin').command({ replSetStepDown: 5, secondaryCatchUpPeriodSecs: 3 });
  }

  /** Holder and term of the reconcilers' lease; `at`: the server that holds it, or -1. */
  async reconciler(): Promise<{ at: number; term: number }> {
    const lease = await this.leases.findOne({ _id: 'reconcile' });
    const ids = await Promise.all(this.servers.map(async (_, at) => (await this.stored(at))._id));
    return { at: ids.indexOf(lease?.holder ?? ''), term: lease?.term ?? 0 };
  }

  /** Whether an open transaction has written the reconcilers' lease: another transaction that writes it fails at once. */
  async leaseIsLocked(): Promise<boolean> {
    return this.client.withSession(async (session) => {
      session.startTransaction();
      try {
        await this.leases.updateOne({ _id: 'reconcile' }, { $inc: { writes: 1 } }, { session });
        return false;
      } catch (error) {
        if (error instanceof MongoServerError && error.codeName === 'WriteConflict') return true;
        throw error;
      } finally {
        await session.abortTransaction();
      }
    });
  }

  private get leases() {
    return this.database.collection<{ _id: string; holder: string | null; term: number; writes: number }>('leases');
  }
}
