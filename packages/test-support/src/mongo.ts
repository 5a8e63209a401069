import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, MongoClient } from 'mongodb';
import { newDataFolder } from './data-folder.js';
import { freePorts } from './free-ports.js';
import { Mongod, type MongodSizes } from './mongod.js';

const replicaSet = 'weft-test';

/** How long a start, an election or a restart may take before it counts as failed, in milliseconds. */
const patience = 60_000;

export interface MongoReplicaSet {
  /** Connection string that names every member and the replica set. */
  uri: string;
  /** Index of the current primary. */
  primary(): Promise<number>;
  /** SIGKILL to one member. */
  kill(member: number): Promise<void>;
  /** A frozen member answers nothing, and ends no connection: as a machine without power. */
  freeze(member: number): void;
  thaw(member: number): void;
  /** Starts a killed member again on its port and data; resolves when it is primary or secondary. */
  restart(member: number): Promise<void>;
  /** Ends every member; removes the data unless `dir` was given. */
  stop(): Promise<void>;
}

/** Runs an admin command; the driver waits for the server (or, without `direct`, for a primary), at most `patience`. */
async function admin(uri: string, command: Document): Promise<Document> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: patience, heartbeatFrequencyMS: 500, minHeartbeatFrequencyMS: 50 });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}

const direct = (member: Mongod) => `mongodb://${member.address}/?directConnection=true`;

async function waitUntilMember(member: Mongod): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    const hello = await Promise.race([admin(direct(member), { hello: 1 }), member.failure()]);
    if (hello.isWritablePrimary || hello.secondary) return;
    if (Date.now() > deadline)
      throw new Error(`mongod at ${member.address} is neither primary nor secondary after ${patience} ms; see ${member.log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The shared key of the members of one set; mongod accepts it only when nobody else can read it. */
async function writeKeyFile(folder: string): Promise<string> {
  const path = join(folder, 'key');
  await mkdir(folder, { recursive: true });
  await writeFile(path, randomBytes(48).toString('base64'), { mode: 0o400 });
  return path;
}

export interface MongoOptions {
  members: 1 | 3;
  /** Data folder; by default a new one (`newDataFolder`). */
  dir?: string;
  /** With access control; the caller makes the first user, which mongod allows over loopback while there is none. */
  accessControl?: boolean;
  /** Of each member. */
  sizes?: MongodSizes;
}

/** Starts a replica set on free loopback ports and waits for its primary. */
export async function startMongo(options: MongoOptions): Promise<MongoReplicaSet> {
  const folder = options.dir ?? (await newDataFolder());
  const ports = await freePorts(options.members);
  const keyFile = options.accessControl ? await writeKeyFile(folder) : undefined;
  const members = ports.map((port, index) => new Mongod(port, join(folder, `member${index}`), replicaSet, keyFile, options.sizes));
  const uri = `mongodb://${members.map((member) => member.address).join(',')}/?replicaSet=${replicaSet}`;
  const at = (index: number): Mongod => {
    const member = members[index];
    if (!member) throw new Error(`no member ${index} in a replica set of ${members.length}`);
    return member;
  };
  const stop = async () => {
    await Promise.all(members.map((member) => member.end(options.dir ? 'SIGTERM' : 'SIGKILL')));
    if (!options.dir) await rm(folder, { recursive: true });
  };
  try {
    await Promise.all(members.map((member) => member.start()));
    const config = {
      _id: replicaSet,
      members: members.map((member, index) => ({ _id: index, host: member.address })),
      settings: { electionTimeoutMillis: 1000, heartbeatIntervalMillis: 400 },
    };
    const ready = async () => {
      await Promise.all(members.map((member) => admin(direct(member), { ping: 1 })));
      await admin(direct(at(0)), { replSetInitiate: config });
      await admin(uri, { ping: 1 });
    };
    await Promise.race([ready(), ...members.map((member) => member.failure())]);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return {
    uri,
    async primary() {
      const { primary } = await admin(uri, { hello: 1 });
      return members.findIndex((member) => member.address === primary);
    },
    kill: (index) => at(index).end('SIGKILL'),
    freeze: (index) => at(index).freeze(),
    thaw: (index) => at(index).thaw(),
    async restart(index) {
      await at(index).start();
      await waitUntilMember(at(index));
    },
    stop,
  };
}

/** Starts a mongod that is no replica set, for tests of code that must refuse one. */
export async function startStandalone(): Promise<{ uri: string; stop(): Promise<void> }> {
  const folder = await newDataFolder();
  const [port] = (await freePorts(1)) as [number];
  const mongod = new Mongod(port, folder);
  const stop = async () => {
    await mongod.end('SIGKILL');
    await rm(folder, { recursive: true });
  };
  try {
    await mongod.start();
    await Promise.race([admin(direct(mongod), { ping: 1 }), mongod.failure()]);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { uri: `mongodb://${mongod.address}/`, stop };
}
