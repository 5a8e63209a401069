/** `weft-server mongodb init`: real members start from exactly the files that it writes, and a real server uses them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { freePort } from '@weft/test-support/free-ports';
import { findMongod } from '@weft/test-support/mongod';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mongodbCheck } from '../../support/mongodb-check.js';
import { builtServer, ServerProcess } from '../../support/server-process.js';

const run = promisify(execFile);

let directory: string;
let out: string;
let ports: number[];
const members: ChildProcess[] = [];

const init = (...args: string[]) => run(process.execPath, [builtServer, 'mongodb', 'init', ...args]);
const folder = (at: number) => join(out, `localhost-${ports[at]}`);

/** Only the paths that belong to a machine of its own are changed. */
async function startMember(at: number): Promise<void> {
  const own = join(directory, `member-${at}`);
  await mkdir(join(own, 'data'), { recursive: true });
  const conf = await readFile(join(folder(at), 'mongod.conf'), 'utf8');
  const here = conf
    .replace('/var/lib/mongodb', join(own, 'data'))
    .replace('/var/log/mongodb/mongod.log', join(own, 'mongod.log'))
    .replaceAll('/etc/mongodb-weft', folder(at));
  await writeFile(join(own, 'mongod.conf'), here);
  const child = spawn(findMongod(), ['--config', join(own, 'mongod.conf')], { stdio: 'ignore' });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  members[at] = child;
}

async function kill(at: number): Promise<void> {
  const child = members[at];
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

const mongosh = fileURLToPath(new URL('../../support/mongosh.mjs', import.meta.url));
const initiate = () => run(process.execPath, [mongosh, join(folder(0), 'initiate.js'), String(ports[0]), join(folder(0), 'ca.pem')]);

const uri = async (of: 'server' | 'maintenance' = 'server') =>
  (await readFile(join(out, of, 'mongodb-uri'), 'utf8'))
    .trim()
    .replace(encodeURIComponent('/etc/weft-server/mongodb-ca.pem'), encodeURIComponent(join(out, 'server', 'mongodb-ca.pem')));

async function check(): Promise<{ code: number; codes: string[] }> {
  const { code, findings } = await mongodbCheck(await uri());
  return { code, codes: findings.map(({ reason }) => reason) };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-mongodb-init-'));
  out = join(directory, 'set');
  ports = [await freePort(), await freePort(), await freePort()];
  await init('--members', ports.map((port) => `localhost:${port}`).join(','), '--out', out);
  await Promise.all([0, 1, 2].map(startMember));
  await initiate();
}, 120_000);

/** A command of the server with this user's URI. @returns its exit code, and all that it printed */
async function command(of: 'server' | 'maintenance', ...args: string[]): Promise<{ code: number; text: string }> {
  const env = { PATH: process.env.PATH, WEFT_MONGODB_URI: await uri(of) };
  return run(process.execPath, [builtServer, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  );
}

afterAll(async () => {
  await Promise.all([0, 1, 2].map(kill));
  await rm(directory, { recursive: true, force: true });
});

test('writes secrets that only their owner reads, and never into a folder that exists', async () => {
  for (const file of ['keyfile', 'member.pem', 'initiate.js']) expect((await stat(join(folder(0), file))).mode & 0o777, file).toBe(0o400);
  expect((await stat(join(out, 'ca', 'ca.key'))).mode & 0o777).toBe(0o400);
  expect((await stat(out)).mode & 0o777).toBe(0o700);
  const before = await readdir(out);
  await expect(init('--members', 't1,t2,t3', '--out', out)).rejects.toThrow(/exists\. Name a folder that does not/);
  expect(await readdir(out)).toEqual(before);
  const unwritable = join(directory, 'unwritable');
  await mkdir(unwritable);
  await chmod(unwritable, 0o500);
  await expect(init('--members', 't1,t2', '--out', join(unwritable, 'set'))).rejects.toThrow(/Name three members/);
});

test('the user of the servers cannot migrate, and says who can', { timeout: 120_000 }, async () => {
  // A new member is not a secondary at once.
  await expect.poll(check).toEqual({ code: 0, codes: [] });
  const refused = await command('server', 'migrate');
  expect(refused.code).not.toBe(0);
  expect(refused.text).toMatch(/user of mongodbUri may not change stored audit entries.*weft-server migrate.*user for maintenance/);
  // The check before an upgrade names it too: this database has no schema yet.
  const preflight = await command('server', 'preflight-upgrade');
  expect(preflight.code).toBe(1);
  expect(preflight.text).toMatch(/STOPS .*role weftServer.*\n.*weft-server migrate.*weft-maintenance/);
  // As a version before with a collection less has made it.
  const admin = new MongoClient(await uri('maintenance'));
  const privileges = [{ resource: { db: 'weft', collection: 'notes' }, actions: ['update', 'remove'] }];
  await admin.db('weft').command({ revokePrivilegesFromRole: 'weftServer', privileges });
  const migrated = await command('maintenance', 'migrate');
  expect(migrated.text).toMatch(/^migrated to schema \d+\nthe role weftServer has the collections of this version\n$/);
  expect((await command('server', 'preflight-upgrade')).text).not.toContain('STOPS');
  const { roles } = await admin.db('weft').command({ rolesInfo: 'weftServer', showPrivileges: true });
  await admin.close();
  const ofNotes = roles[0].privileges.find(({ resource }: { resource: { collection: string } }) => resource.collection === 'notes');
  expect(ofNotes.actions).toEqual(expect.arrayContaining(['update', 'remove']));
});

describe('a server on the set', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start({ directory: join(directory, 'server'), mongoUri: await uri() });
  }, 120_000);
  afterAll(() => server?.stop());

  test('works, and mongodb check finds nothing wrong', async () => {
    const admin = await server.administrator();
    const members = { by: 'selector' as const, selector: {} };
    const made = await admin.call(endpoints.createDriveClass, { body: { name: 'all', members } });
    expect((await admin.call(endpoints.listDriveClasses)).items.map(({ name }) => name)).toEqual(['all']);
    await admin.call(endpoints.deleteDriveClass, { params: { id: made.id }, ifMatch: made.version });
    expect(await check()).toEqual({ code: 0, codes: [] });
  });

  test('its user can add audit entries and links, and change or remove none', { timeout: 60_000 }, async () => {
    const client = new MongoClient(await uri());
    try {
      const db = client.db('weft');
      await expect.poll(() => db.collection('auditChain').countDocuments(), { timeout: 30_000 }).toBeGreaterThan(0);
      for (const name of ['audit', 'auditChain']) {
        const stored = db.collection(name);
        const before = await stored.find().toArray();
        await expect(stored.deleteOne({}), name).rejects.toMatchObject({ codeName: 'Unauthorized' });
        await expect(stored.updateOne({}, { $set: { by: 'eve' } }), name).rejects.toMatchObject({ codeName: 'Unauthorized' });
        await expect(stored.replaceOne({}, {}), name).rejects.toMatchObject({ codeName: 'Unauthorized' });
        await expect(stored.drop(), name).rejects.toMatchObject({ codeName: 'Unauthorized' });
        await expect(stored.rename('elsewhere'), name).rejects.toMatchObject({ codeName: 'Unauthorized' });
        await expect(stored.createIndex({ at: 1 }, { name: 'ttl', expireAfterSeconds: 1 }), name).rejects.toMatchObject({
          codeName: 'Unauthorized',
        });
        await expect(db.command({ collMod: name, validator: {} }), name).rejects.toMatchObject({ codeName: 'Unauthorized' });
        await expect(
          db
            .collection('nodes')
            .aggregate([{ $out: name }])
            .toArray(),
          name,
        ).rejects.toMatchObject({ codeName: 'Unauthorized' });
        expect((await stored.find().toArray()).slice(0, before.length), name).toEqual(before);
      }
      await expect(db.dropDatabase()).rejects.toMatchObject({ codeName: 'Unauthorized' });
      await expect(db.command({ grantRolesToRole: 'weftServer', roles: ['dbOwner'] })).rejects.toMatchObject({ codeName: 'Unauthorized' });
    } finally {
      await client.close();
    }
  });

  test('old entries are removed by the user for maintenance alone', { timeout: 60_000 }, async () => {
    const admin = await server.administrator();
    const { version } = await admin.call(endpoints.getSettings);
    await admin.call(endpoints.updateSettings, { ifMatch: version, body: { auditKeptDays: 1 } });
    const client = new MongoClient(await uri('maintenance'));
    const links = client.db('weft').collection('auditChain');
    try {
      await expect.poll(() => links.countDocuments(), { timeout: 30_000 }).toBeGreaterThan(1);
      expect(await command('server', 'audit', 'prune')).toMatchObject({ code: 1, text: expect.stringMatching(/user for maintenance/) });
      expect(await command('maintenance', 'audit', 'prune')).toEqual({ code: 0, text: 'no entry is older than auditKeptDays\n' });
      const before = await links.countDocuments();
      await links.updateMany({}, { $set: { at: new Date(Date.now() - 3 * 86_400_000) } });
      expect((await command('maintenance', 'audit', 'prune')).text).toMatch(/^removed [1-9]\d* entries\n$/);
      expect(await links.countDocuments()).toBeLessThan(before);
    } finally {
      await client.close();
    }
  });
});

test('refuses connections without TLS or without the password', { timeout: 60_000 }, async () => {
  const times = { serverSelectionTimeoutMS: 3000 };
  const refused = async (of: string) => {
    const client = new MongoClient(of, times);
    await expect(client.db('weft').collection('nodes').findOne({})).rejects.toThrow();
    await client.close();
  };
  await refused((await uri()).replace(/&tls=true&tlsCAFile=[^&]*/, ''));
  await refused((await uri()).replace(/weft:[0-9a-f]+@/, ''));
  await refused((await uri()).replace(/weft:[0-9a-f]+@/, 'weft:wrong@'));
});

test('mongodb check says how many members may still fail, and when no majority is left', { timeout: 60_000 }, async () => {
  await kill(2);
  expect(await check()).toEqual({ code: 0, codes: ['mongodb-no-loss-tolerated', 'mongodb-members-down'] });
  await kill(1);
  expect(await check()).toEqual({ code: 1, codes: ['mongodb-without-majority', 'mongodb-members-down'] });
});
