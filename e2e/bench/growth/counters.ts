/** Counters of processes and of MongoDB. They say what work costs whatever else the machine does meanwhile. */
import { readFile } from 'node:fs/promises';
import type { Db } from 'mongodb';
import { cpuSeconds } from '../measure/settled.js';

export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

interface ServerStatus {
  pid: unknown;
  opcounters: Record<'insert' | 'query' | 'update' | 'delete' | 'getmore' | 'command', unknown>;
  metrics: { queryExecutor: { scanned: unknown; scannedObjects: unknown }; document: { returned: unknown } };
}

/** What MongoDB has done since its start. */
export interface MongoWork {
  /** Documents that queries examined, also those that did not match. */
  examined: number;
  keys: number;
  returned: number;
  /** Requests of its clients, `getMore` of change streams included. */
  commands: number;
}
const statusOf = async (db: Db): Promise<ServerStatus> => (await db.admin().command({ serverStatus: 1 })) as unknown as ServerStatus;

export const mongoPid = async (db: Db): Promise<number> => Number((await statusOf(db)).pid);

async function mongoWork(db: Db): Promise<MongoWork> {
  const { metrics, opcounters } = await statusOf(db);
  const { queryExecutor, document } = metrics;
  const commands = Object.values(opcounters).reduce<number>((sum, count) => sum + Number(count), 0);
  return {
    examined: Number(queryExecutor.scannedObjects),
    keys: Number(queryExecutor.scanned),
    returned: Number(document.returned),
    commands,
  };
}

/** The costs of some work. */
export interface Costs {
  seconds: number;
  /** Processor seconds. */
  server: number;
  mongo: number;
  /** Documents that MongoDB examined. */
  examined: number;
  /** Requests to MongoDB. */
  commands: number;
}

/** @param servers process ids, whose processor times are added */
export async function costsOf(db: Db, servers: readonly number[], work: () => Promise<unknown>): Promise<Costs> {
  const mongo = await mongoPid(db);
  const sum = async () => (await Promise.all(servers.map(cpuSeconds))).reduce((all, each) => all + each, 0);
  const [began, ownBefore, mongoBefore, before] = [performance.now(), await sum(), await cpuSeconds(mongo), await mongoWork(db)];
  await work();
  const after = await mongoWork(db);
  return {
    seconds: (performance.now() - began) / 1000,
    server: (await sum()) - ownBefore,
    mongo: (await cpuSeconds(mongo)) - mongoBefore,
    examined: after.examined - before.examined,
    commands: after.commands - before.commands,
  };
}

/** Bytes of data and indexes of a database, as MongoDB counts them before compression. */
export async function storedBytes(db: Db): Promise<{ data: number; indexes: number }> {
  const { dataSize, indexSize } = (await db.stats()) as unknown as { dataSize: number; indexSize: number };
  return { data: dataSize, indexes: indexSize };
}

/** Watches a collection while the work runs. @returns milliseconds from each commit (`wallTime` of the event) to its arrival here */
export async function changeLags(db: Db, collection: string, work: () => Promise<unknown>): Promise<number[]> {
  const stream = db.collection(collection).watch([{ $project: { wallTime: 1 } }]);
  const lags: number[] = [];
  stream.on('change', (event) => {
    lags.push(Date.now() - (event as unknown as { wallTime: Date }).wallTime.getTime());
  });
  try {
    await work();
  } finally {
    await stream.close();
  }
  return lags;
}
