import { type Document, MongoClient } from 'mongodb';
import { mayRemoveAudit } from '../../core/mongo/rights/append-only.js';

/** A fact that could not be read, with the reason. */
export interface Unread {
  error: string;
}
export const isUnread = (fact: unknown): fact is Unread => typeof fact === 'object' && fact !== null && 'error' in fact;

export interface SetMember {
  host: string;
  votes: number;
  isArbiter: boolean;
}

/** What a member says about itself. Times in ms, sizes in bytes. */
export interface MemberAnswer {
  /** `hello`: primary, secondary, arbiter, or neither. */
  state: 'primary' | 'secondary' | 'arbiter' | 'other';
  version: string;
  /** Its clock minus this machine's, and half the round trip, which bounds the error of that. */
  clock: { aheadMs: number; errorMs: number };
  storageEngine: string | Unread;
  /** `net.tls.mode`, and whether access control is on (`security` of the command line options). */
  options: { tlsMode: string; hasAccessControl: boolean } | Unread;
  /**
   * How long its reader of another member's oplog waits for a machine without power, beyond half an election, and how often it asks the same one again (server
   * parameters oplogNetworkTimeoutBufferSeconds and oplogFetcherSteadyStateMaxFetcherRestarts). Null: an arbiter.
   */
  oplogReader: { waitMs: number; retries: number } | Unread | null;
  /** Of the newest write that it has. Null: none, or an arbiter. */
  lastWriteAt: Date | null;
  /** The oplog. Null: an arbiter, which has none. */
  oplog: { spanMs: number; isFull: boolean } | Unread | null;
  disk: { freeBytes: number; totalBytes: number } | Unread | null;
}

export interface MongodbFacts {
  /** As the first member that answers has it; unread: no member allows it, and `members` are those of `hello`, each with a vote. */
  config: { journalDefault: boolean; electionMs: number; heartbeatMs: number } | Unread;
  members: readonly (SetMember & { answer: MemberAnswer | Unread })[];
  /** Whether the user may remove audit entries; true without access control. Null: no member answers. */
  mayRemoveAudit: boolean | Unread | null;
}

/** `mongodb://user@a,b/db?x`: the hosts between the credentials and the path. */
const HOSTS = /^(mongodb:\/\/(?:[^@/]*@)?)([^/?]+)/;

/** @throws Error for `mongodb+srv:`, whose hosts only DNS knows */
export function hostsOf(uri: string): string[] {
  const hosts = HOSTS.exec(uri)?.[2];
  if (hosts === undefined) throw new Error('mongodbUri does not begin with mongodb:// and hosts: name the members there to check them.');
  return hosts.split(',').map((host) => (/:\d+$/.test(host) ? host : `${host}:27017`));
}

const uriOf = (uri: string, host: string): string => uri.replace(HOSTS, (_, before: string) => `${before}${host}`);

async function orUnread<T>(read: () => Promise<T>): Promise<T | Unread> {
  try {
    return await read();
  } catch (error) {
    return { error: (error as Error).message };
  }
}

async function optionsOf(client: MongoClient) {
  const { parsed } = (await client.db('admin').command({ getCmdLineOpts: 1 })) as { parsed: Document };
  const security = (parsed['security'] ?? {}) as { keyFile?: string; authorization?: string; clusterAuthMode?: string };
  return {
    tlsMode: ((parsed['net']?.['tls']?.['mode'] ?? parsed['net']?.['ssl']?.['mode']) as string | undefined) ?? 'disabled',
    // A key file or X.509 between members switches access control on (MongoDB manual, security.keyFile).
    hasAccessControl: security.keyFile !== undefined || security.authorization === 'enabled' || security.clusterAuthMode === 'x509',
  };
}

async function oplogOf(client: MongoClient) {
  const local = client.db('local');
  const oplog = local.collection<{ ts: { getHighBits(): number } }>('oplog.rs');
  const [stats, first, last] = await Promise.all([
    local.command({ collStats: 'oplog.rs' }),
    oplog.findOne({}, { sort: { $natural: 1 }, projection: { ts: 1 } }),
    oplog.findOne({}, { sort: { $natural: -1 }, projection: { ts: 1 } }),
  ]);
  const seconds = (entry: typeof first): number => entry?.ts.getHighBits() ?? 0;
  // WiredTiger removes old entries in large pieces: above nine tenths it has begun to.
  return { spanMs: (seconds(last) - seconds(first)) * 1000, isFull: Number(stats['size']) > 0.9 * Number(stats['maxSize']) };
}

async function oplogReaderOf(client: MongoClient) {
  const names = { oplogNetworkTimeoutBufferSeconds: 1, oplogFetcherSteadyStateMaxFetcherRestarts: 1 };
  const parameters = await client.db('admin').command({ getParameter: 1, ...names });
  return {
    waitMs: Number(parameters['oplogNetworkTimeoutBufferSeconds']) * 1000,
    retries: Number(parameters['oplogFetcherSteadyStateMaxFetcherRestarts']),
  };
}

async function diskOf(client: MongoClient) {
  const { fsTotalSize, fsUsedSize } = await client.db('admin').command({ dbStats: 1 });
  return { freeBytes: Number(fsTotalSize) - Number(fsUsedSize), totalBytes: Number(fsTotalSize) };
}

async function answerOf(client: MongoClient): Promise<MemberAnswer> {
  const admin = client.db('admin');
  // The first command opens the connection; the second one's round trip is that of the network.
  await admin.command({ ping: 1 });
  const sentAt = Date.now();
  const hello = await admin.command({ hello: 1 });
  const errorMs = (Date.now() - sentAt) / 2;
  const state = hello['isWritablePrimary'] ? 'primary' : hello['secondary'] ? 'secondary' : hello['arbiterOnly'] ? 'arbiter' : 'other';
  const hasData = state === 'primary' || state === 'secondary';
  return {
    state,
    version: (await admin.command({ buildInfo: 1 }))['version'] as string,
    clock: { aheadMs: (hello['localTime'] as Date).getTime() - sentAt - errorMs, errorMs },
    storageEngine: await orUnread(async () => (await admin.command({ serverStatus: 1 }))['storageEngine'].name as string),
    options: await orUnread(() => optionsOf(client)),
    oplogReader: hasData ? await orUnread(() => oplogReaderOf(client)) : null,
    lastWriteAt: (hello['lastWrite']?.lastWriteDate as Date | undefined) ?? null,
    oplog: hasData ? await orUnread(() => oplogOf(client)) : null,
    disk: hasData ? await orUnread(() => diskOf(client)) : null,
  };
}

interface SetFacts {
  config: MongodbFacts['config'];
  members: SetMember[];
}

async function setOf(client: MongoClient): Promise<SetFacts> {
  const admin = client.db('admin');
  const config = await orUnread(async () => (await admin.command({ replSetGetConfig: 1 }))['config'] as Document);
  if (!isUnread(config))
    return {
      config: {
        journalDefault: config['writeConcernMajorityJournalDefault'] !== false,
        // MongoDB fills in the settings that nobody has set.
        electionMs: Number(config['settings'].electionTimeoutMillis),
        heartbeatMs: Number(config['settings'].heartbeatIntervalMillis),
      },
      members: (config['members'] as { host: string; votes: number; arbiterOnly: boolean }[]).map(({ host, votes, arbiterOnly }) => ({
        ...{ host, votes, isArbiter: arbiterOnly },
      })),
    };
  const hello = await admin.command({ hello: 1 });
  if (hello['setName'] === undefined) throw new Error('a standalone server, and Weft needs a replica set (rs.initiate)');
  const member = (isArbiter: boolean) => (host: string) => ({ host, votes: 1, isArbiter });
  return {
    config,
    members: [
      ...((hello['hosts'] ?? []) as string[]).map(member(false)),
      ...((hello['passives'] ?? []) as string[]).map(member(false)),
      ...((hello['arbiters'] ?? []) as string[]).map(member(true)),
    ],
  };
}

/** Asks every member by itself, so that no majority is needed. Writes nothing; each member has `timeoutMs` to answer. */
export async function mongodbFacts(uri: string, database: string, timeoutMs: number): Promise<MongodbFacts> {
  const directly = async <T>(host: string, read: (client: MongoClient) => Promise<T>): Promise<T | Unread> => {
    const times = { serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs, socketTimeoutMS: timeoutMs };
    const client = new MongoClient(uriOf(uri, host), { directConnection: true, readPreference: 'secondaryPreferred', ...times });
    try {
      return await orUnread(() => read(client));
    } finally {
      await client.close();
    }
  };
  const named = hostsOf(uri);
  const sets = await Promise.all(named.map(async (host) => ({ host, set: await directly(host, setOf) })));
  const set = sets.map((each) => each.set).find((each): each is SetFacts => 'members' in each);
  const members = set?.members ?? named.map((host) => ({ host, votes: 1, isArbiter: false }));
  const answering = sets.find((each) => 'members' in each.set)?.host;
  const failures = new Map(sets.flatMap(({ host, set: each }) => ('members' in each ? [] : [[host, each] as const])));
  return {
    config: set?.config ?? { error: [...failures.values()][0]?.error ?? 'no member answers' },
    mayRemoveAudit: answering === undefined ? null : await directly(answering, (client) => mayRemoveAudit(client.db(database))),
    members: await Promise.all(
      members.map(async (member) => ({
        ...member,
        answer: (set ? undefined : failures.get(member.host)) ?? (await directly(member.host, answerOf)),
      })),
    ),
  };
}
