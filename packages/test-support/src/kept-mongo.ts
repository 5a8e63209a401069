import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { Mongod } from './mongod.js';

const replicaSet = 'weft';

/** How long mongod may take to answer and to become primary: longer only when it has to recover a large database. */
const patience = 120_000;
/** MongoDB's error codes: a member that is not initiated, a user that exists already. */
const notYetInitialized = 94;
const userExists = 51_003;

/** Database users by name: one manages the replica set; the server's user must not. */
const users = { launcher: ['root'], 'weft-server': ['readWriteAnyDatabase', 'dbAdminAnyDatabase'] } as const;
type Passwords = Record<keyof typeof users, string>;

export interface KeptMongo {
  /** Contains the name and password of the server's user. */
  uri: string;
  log: string;
  /** Rejects when mongod ends by itself, with the end of its log; never resolves. */
  failure: Promise<never>;
  /** Asks mongod to end and resolves when it is gone. */
  stop(): Promise<void>;
}

/** Connection options of the user `launcher`; null: of no user, while there is no access control. */
const as = (passwords: Passwords | null) =>
  passwords ? { auth: { username: 'launcher', password: passwords.launcher }, authSource: 'admin' } : {};

async function configOf(client: MongoClient): Promise<Document | undefined> {
  try {
    return (await client.db('admin').command({ replSetGetConfig: 1 })).config as Document;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === notYetInitialized) return undefined;
    throw error;
  }
}

/** Makes a one-member replica set at `address`; a kept one with another port is changed to the new one. */
async function makePrimary(address: string, passwords: Passwords | null): Promise<void> {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`, { serverSelectionTimeoutMS: patience, ...as(passwords) });
  try {
    const config = await configOf(client);
    const members = [{ _id: 0, host: address }];
    if (!config) await client.db('admin').command({ replSetInitiate: { _id: replicaSet, members } });
    else if (config.members[0].host !== address)
      await client.db('admin').command({ replSetReconfig: { ...config, members, version: config.version + 1 }, force: true });
  } finally {
    await client.close();
  }
}

/** Waits for the primary; then makes the users, if given. */
async function waitForPrimary(address: string, made: Passwords | null): Promise<void> {
  const uri = `mongodb://${address}/?replicaSet=${replicaSet}`;
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: patience, heartbeatFrequencyMS: 500, minHeartbeatFrequencyMS: 50 });
  try {
    await client.db('admin').command({ ping: 1 });
    if (made) for (const name of Object.keys(users) as (keyof typeof users)[]) await makeUser(client, name, made[name]);
  } finally {
    await client.close();
  }
}

/** A first start that was interrupted may have made the user already, with another password. */
async function makeUser(client: MongoClient, name: keyof typeof users, pwd: string): Promise<void> {
  const roles = [...users[name]];
  try {
    await client.db('admin').command({ createUser: name, pwd, roles });
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === userExists)) throw error;
    await client.db('admin').command({ updateUser: name, pwd, roles });
  }
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Any process of the machine could make a user while there was no access control. */
async function removeOtherUsers(address: string, passwords: Passwords): Promise<void> {
  const client = new MongoClient(`mongodb://${address}/?replicaSet=${replicaSet}`, as(passwords));
  try {
    const { users: found } = await client.db('admin').command({ usersInfo: { forAllDBs: true } });
    for (const { user, db } of found as { user: string; db: string }[])
      if (db !== 'admin' || !Object.hasOwn(users, user)) await client.db(db).command({ dropUser: user });
  } finally {
    await client.close();
  }
}

/**
 * At the first start in a folder, and at the first one of this version: mongod runs for seconds on loopback without access control, so that its users can be
 * made. The file with their passwords exists once they are, and no others.
 */
async function startProtected(place: Place, { file, keyFile }: Access): Promise<{ mongod: Mongod; passwords: Passwords }> {
  const passwords: Passwords = { launcher: newSecret(), 'weft-server': newSecret() };
  await mkdir(place.folder, { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(passwords)}\n`, { mode: 0o600 });
  await writeFile(keyFile, randomBytes(48).toString('base64'), { mode: 0o600 });
  const open = await startMember(place, null, passwords);
  await open.end('SIGTERM');
  const mongod = await startMember(place, keyFile, passwords);
  try {
    await removeOtherUsers(mongod.address, passwords);
    await rename(`${file}.new`, file);
  } catch (cause) {
    await mongod.end('SIGTERM');
    throw cause;
  }
  return { mongod, passwords };
}

async function startAgain(place: Place, { file, keyFile }: Access): Promise<{ mongod: Mongod; passwords: Passwords }> {
  const passwords = JSON.parse(await readFile(file, 'utf8')) as Passwords;
  return { mongod: await startMember(place, keyFile, passwords), passwords };
}

/** Starts mongod and resolves when it is primary; without `keyFile`, also when the users exist. */
async function startMember({ folder, port }: Place, keyFile: string | null, passwords: Passwords): Promise<Mongod> {
  const mongod = new Mongod(port, folder, replicaSet, keyFile ?? undefined);
  await mongod.start();
  const known = keyFile === null ? null : passwords;
  const ready = makePrimary(mongod.address, known).then(() => waitForPrimary(mongod.address, keyFile === null ? passwords : null));
  try {
    await Promise.race([ready, mongod.failure()]);
  } catch (cause) {
    await mongod.end('SIGTERM');
    throw cause;
  }
  return mongod;
}

interface Place {
  folder: string;
  port: number;
}

/** Passwords and key of a data folder, readable by its owner alone. */
interface Access {
  file: string;
  keyFile: string;
}

/** A replica set of one member whose data outlives it, for `npm start`: new in an empty `folder`, else the one found there. It requires a password. */
export async function startKeptMongo(place: Place): Promise<KeptMongo> {
  const access = { file: join(place.folder, 'access.json'), keyFile: join(place.folder, 'key') };
  const { mongod, passwords } = await (existsSync(access.file) ? startAgain : startProtected)(place, access);
  const failure = mongod.failure();
  // Callers that await it get the error; until one does, it must not count as an unhandled rejection.
  failure.catch(() => undefined);
  const uri = `mongodb://weft-server:${passwords['weft-server']}@${mongod.address}/?replicaSet=${replicaSet}&authSource=admin`;
  return { uri, log: mongod.log, failure, stop: () => mongod.end('SIGTERM') };
}
