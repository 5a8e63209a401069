import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo } from '@weft/test-support/mongo';
import { type Db, MongoClient } from 'mongodb';
import type { ApiClient } from '../../support/api-client.js';
import type { ScriptedAgent } from '../../support/scripted-agent.js';
import { ServerProcess } from '../../support/server-process.js';

/** All agents enroll at once from one address. */
export const benchEnvironment = { WEFT_LOG_LEVEL: 'warn', WEFT_CHECK_RESPONSES: 'false', WEFT_REQUESTS_PER_SECOND: '10000' };

export interface BenchServer {
  server: ServerProcess;
  api: ApiClient;
  db: Db;
  /** Closed at the end. */
  agents: ScriptedAgent[];
  /** Starts another server of the same cluster. It is stopped at the end. */
  another: () => Promise<ServerProcess>;
}

/** As of a machine for a large cluster: by default MongoDB takes half of the memory, and a twentieth of the disk for its log. */
const sizes = { cacheGB: 2, oplogMB: 4096 };
const LOG_CHARACTERS = 5000;
const lastOf = async (server: ServerProcess): Promise<string> =>
  `bench: ${server.url} ${server.ended ?? 'runs'}; the end of its log:\n${(await readFile(server.log, 'utf8')).slice(-LOG_CHARACTERS)}`;

export interface BenchServerOptions {
  /** Of the servers, besides the usual. */
  environment?: Record<string, string>;
  /** Folder of another checkout whose built server runs. */
  tree?: string;
}

/** Runs the work on one server with a MongoDB of its own, and removes both. */
export async function onBenchServer<T>(work: (on: BenchServer) => Promise<T>, { environment, tree }: BenchServerOptions = {}): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'weft-bench-'));
  const mongo = await startMongo({ members: 1, dir: join(directory, 'mongodb'), sizes });
  const database = 'weft';
  const servers: ServerProcess[] = [];
  const another = async () => {
    const started = await ServerProcess.start({
      directory: join(directory, `server-${servers.length}`),
      mongoUri: mongo.uri,
      database,
      environment: { ...benchEnvironment, ...environment },
      ...(tree !== undefined && { program: join(tree, 'apps/server/bin/weft-server.js') }),
    });
    servers.push(started);
    return started;
  };
  const client = new MongoClient(mongo.uri);
  const agents: ScriptedAgent[] = [];
  try {
    const server = await another();
    return await work({ server, api: await server.administrator(), db: client.db(database), agents, another });
  } catch (error) {
    // Their logs go with the directory.
    for (const server of servers) console.error(await lastOf(server));
    throw error;
  } finally {
    await Promise.all(agents.map((agent) => agent.close()));
    await client.close();
    for (const server of servers) await server.stop();
    await mongo.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
