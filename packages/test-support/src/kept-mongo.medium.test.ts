import { mkdtemp, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { startKeptMongo } from './kept-mongo.js';
import { Mongod } from './mongod.js';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('finds kept data when it starts on another port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-kept-mongo-'));
  try {
    for (const expected of [0, 1]) {
      const mongo = await startKeptMongo({ folder, port: await freePort() });
      const client = new MongoClient(mongo.uri);
      const things = client.db('weft_test').collection('things');
      expect(await things.countDocuments()).toBe(expected);
      await things.insertOne({ kept: true });
      await client.close();
      await mongo.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

const anonymous = async (port: number): Promise<unknown> => {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    return await client.db('weft').collection('things').countDocuments();
  } finally {
    await client.close();
  }
};

test('enables access control on data that was kept without it, and keeps the data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-kept-mongo-'));
  const port = await freePort();
  try {
    const former = new Mongod(port, folder, 'weft');
    await former.start();
    const open = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
    await open.db('admin').command({ replSetInitiate: { _id: 'weft', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
    await open.close();
    const writer = new MongoClient(`mongodb://127.0.0.1:${port}/?replicaSet=weft`);
    await writer.db('weft').collection('things').insertOne({ kept: true });
    await writer.close();
    await former.end('SIGTERM');

    const mongo = await startKeptMongo({ folder, port });
    const client = new MongoClient(mongo.uri);
    expect(await client.db('weft').collection('things').countDocuments()).toBe(1);
    await expect(client.db('admin').command({ shutdown: 1 })).rejects.toThrow(/not authorized/);
    await client.close();
    await expect(anonymous(port)).rejects.toThrow(/requires authentication/);
    await mongo.stop();
    for (const file of ['key', 'access.json']) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('keeps no user that somebody made before access control began', async () => {
  const nameIn = { admin: 'constructor', weft: 'weft-server' };
  const folder = await mkdtemp(join(tmpdir(), 'weft-kept-mongo-'));
  const port = await freePort();
  try {
    const unprotected = new Mongod(port, folder, 'weft');
    await unprotected.start();
    const stranger = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
    await stranger.db('admin').command({ replSetInitiate: { _id: 'weft', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
    await stranger.close();
    const primary = new MongoClient(`mongodb://127.0.0.1:${port}/?replicaSet=weft`);
    for (const of of ['admin', 'weft'] as const)
      await primary.db(of).command({ createUser: nameIn[of], pwd: 'x', roles: [{ role: 'root', db: 'admin' }] });
    await primary.close();
    await unprotected.end('SIGTERM');

    const mongo = await startKeptMongo({ folder, port });
    for (const of of ['admin', 'weft'] as const) {
      const client = new MongoClient(`mongodb://${nameIn[of]}:x@127.0.0.1:${port}/?directConnection=true&authSource=${of}`);
      await expect(client.db('weft').collection('things').countDocuments()).rejects.toThrow(/Authentication failed/);
      await client.close();
    }
    await mongo.stop();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('fails with the end of the log when the port is in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-kept-mongo-'));
  const taken = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  await expect(startKeptMongo({ folder, port })).rejects.toThrow(/ended.*Address already in use/s);
  await new Promise((resolve) => taken.close(resolve));
  await rm(folder, { recursive: true });
});
