import { type Db, type MongoClient, MongoServerError } from 'mongodb';
import { type ApiClient, until } from './api-client.js';

interface StoredServer {
  _id: string;
  address: string | null;
  mongoAppName?: string;
  seenAt: Date;
}

/** What a cluster of three servers is made of, and how fast it is. */
export interface FollowedOptions {
  /** One session, at each server. */
  readonly apis: readonly ApiClient[];
  /** Of each server, as the database has it. */
  readonly addresses: readonly string[];
  readonly agentCount: number;
  readonly driveClassId: string;
  /** Of a volume that a test makes. */
  readonly volumeBytes: number;
  /** Limit for a job. */
  readonly jobSeconds: number;
  /** Limit for agents and browsers to move from a dead server. On an idle machine they need 5 s. */
  readonly movedWithinSeconds: number;
}

/** Three servers, processes or machines, followed through their database: which agents each has, which one leads. */
export abstract class FollowedServers {
  constructor(
    protected readonly client: MongoClient,
    readonly options: FollowedOptions,
  ) {}

  /** Ends the server without a farewell. */
  abstract lose(at: number): Promise<unknown>;
  /** Starts a lost server again. */
  abstract restore(at: number): Promise<void>;
  abstract pause(at: number): Promise<void>;
  abstract resume(at: number): Promise<void>;

  get database(): Db {
    return this.client.db('weft');
  }
  get driveClassId(): string {
    return this.options.driveClassId;
  }
  get urls(): readonly string[] {
    return this.options.apis.map(({ url }) => url);
  }
  api(at: number): ApiClient {
    const api = this.options.apis[at];
    if (!api) throw new Error(`there is no server ${at}`);
    return api;
  }

  /** What the running process of a server has stored about itself. */
  async stored(at: number): Promise<StoredServer> {
    const address = this.options.addresses[at] ?? null;
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
    const ids = await Promise.all(this.options.addresses.map(async (_, at) => (await this.stored(at))._id));
    return ids.map((id) => found.filter(({ status }) => status.connection.serverId === id).length);
  }

  /** Waits until every agent is online at one of these servers. @returns the seconds that it took, and the agents of each server. */
  async allAgentsAt(servers: readonly number[], withinSeconds: number): Promise<{ seconds: number; agents: number[] }> {
    const startedAt = performance.now();
    const agents = await until(`all agents at the servers ${servers.join(' and ')}`, withinSeconds, async () => {
      const counts = await this.agents();
      return servers.reduce((sum, at) => sum + (counts[at] ?? 0), 0) === this.options.agentCount ? counts : undefined;
    });
    return { seconds: (performance.now() - startedAt) / 1000, agents };
  }

  /** Waits until all agents are online and no server has more than its share and one (agents/balance). @returns as `allAgentsAt` */
  async agentsSpread(withinSeconds: number): Promise<{ seconds: number; agents: number[] }> {
    const startedAt = performance.now();
    const { agentCount, addresses } = this.options;
    const agents = await until('agents spread over the servers', withinSeconds, async () => {
      const counts = await this.agents();
      const isWhole = counts.reduce((sum, each) => sum + each, 0) === agentCount;
      return isWhole && Math.max(...counts) <= Math.ceil(agentCount / addresses.length) + 1 ? counts : undefined;
    });
    return { seconds: (performance.now() - startedAt) / 1000, agents };
  }

  /** Holder and term of the reconcilers' lease; `at`: the server that holds it, or -1. */
  async reconciler(): Promise<{ at: number; term: number }> {
    const lease = await this.leases.findOne({ _id: 'reconcile' });
    const ids = await Promise.all(this.options.addresses.map(async (_, at) => (await this.stored(at))._id));
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
