/** `weft-server mongodb check` of real replica sets, whole and with members killed, with and without access control. */
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { MongoClient } from 'mongodb';
import { afterEach, expect, test } from 'vitest';
import { mongodbCheck } from '../../support/mongodb-check.js';

let mongo: MongoReplicaSet | undefined;
afterEach(() => mongo?.stop());

async function check(uri: string): Promise<{ code: number; codes: string[] }> {
  const { code, findings } = await mongodbCheck(uri);
  return { code, codes: findings.map(({ severity, reason }) => `${severity} ${reason}`) };
}

test('says how many members may still fail, and answers without a majority', { timeout: 120_000 }, async () => {
  mongo = await startMongo({ members: 3 });
  // The members of tests have no access control, on loopback.
  const open = 'warns mongodb-without-access-control';
  const { uri } = mongo;
  // A new member is not a secondary at once.
  await expect.poll(() => check(uri)).toEqual({ code: 0, codes: [open] });
  await mongo.kill(0);
  expect(await check(mongo.uri)).toEqual({ code: 0, codes: ['warns mongodb-no-loss-tolerated', 'warns mongodb-members-down', open] });
  await mongo.kill(1);
  const began = Date.now();
  expect(await check(mongo.uri)).toEqual({ code: 1, codes: ['stops mongodb-without-majority', 'warns mongodb-members-down', open] });
  expect(Date.now() - began).toBeLessThan(30_000);
  await mongo.kill(2);
  expect(await check(mongo.uri)).toEqual({ code: 1, codes: ['stops mongodb-unreachable'] });
});

test('names what its user may not read, and finds nothing wrong with the role clusterMonitor', { timeout: 120_000 }, async () => {
  mongo = await startMongo({ members: 1, accessControl: true });
  const first = new MongoClient(mongo.uri);
  const createUser = (client: MongoClient, user: string, ...roles: object[]) =>
    client.db('admin').command({ createUser: user, pwd: 'secret', roles });
  await createUser(first, 'root', { role: 'root', db: 'admin' });
  await first.close();
  const as = (user: string) => `${mongo?.uri.replace('mongodb://', `mongodb://${user}:secret@`)}&authSource=admin`;
  const root = new MongoClient(as('root'));
  const weft = { role: 'readWrite', db: 'weft' };
  await createUser(root, 'plain', weft);
  await createUser(root, 'monitor', weft, { role: 'clusterMonitor', db: 'admin' });
  await root.close();

  const plain = await check(as('plain'));
  expect(plain.code).toBe(0);
  expect(new Set(plain.codes)).toEqual(new Set(['warns mongodb-no-loss-tolerated', 'warns mongodb-unknown']));
  expect(await check(as('monitor'))).toEqual({ code: 0, codes: ['warns mongodb-no-loss-tolerated'] });
  expect(await check(as('nobody'))).toEqual({ code: 1, codes: ['stops mongodb-unreachable'] });
});
