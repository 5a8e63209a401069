import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestMongo } from '../../../../test-support/database.js';
import type { Mongo } from '../mongo.js';
import { migrate, schemaState } from './migrate.js';
import type { Migration } from './schema/migration.js';

let mongo: Mongo;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ mongo, close } = await openTestMongo());
});
afterEach(() => close());

test('runs each migration once when servers start at the same time', async () => {
  let runs = 0;
  const counting: Migration = { version: 1, name: 'counting', run: async () => void runs++ };
  const done = await Promise.all([migrate(mongo, [counting]), migrate(mongo, [counting]), migrate(mongo, [counting])]);
  expect(done.flat()).toEqual([1]);
  expect(runs).toBe(1);
});

test('resumes after a failed migration', async () => {
  let broken = true;
  const first: Migration = { version: 1, name: 'first', run: async () => undefined };
  const second: Migration = {
    version: 2,
    name: 'second',
    run: async () => {
      if (broken) throw new Error('disk full');
    },
  };
  await expect(migrate(mongo, [first, second])).rejects.toThrow('disk full');
  expect((await schemaState(mongo, [first, second])).found).toBe(1);
  broken = false;
  expect(await migrate(mongo, [first, second])).toEqual([2]);
});

test('refuses a database with a newer schema, and names both schema versions', async () => {
  const migrations: Migration[] = [1, 2].map((version) => ({ version, name: `m${version}`, run: async () => undefined }));
  await migrate(mongo, migrations);
  await expect(migrate(mongo, migrations.slice(0, 1))).rejects.toThrow(/schema 2.*knows schemas up to 1/s);
});

test('keeps servers that know an older schema after steps that allow it, and refuses them after any other (rollback)', async () => {
  const step = (version: number, keeps: boolean): Migration => ({
    ...{ version, name: `m${version}`, run: async () => undefined },
    ...(keeps ? { keepsOlderServers: true as const } : {}),
  });
  const steps = [step(1, false), step(2, true), step(3, true), step(4, false), step(5, true)];
  const known = (version: number) => steps.slice(0, version);
  await migrate(mongo, known(1));
  await migrate(mongo, known(3));
  expect(await schemaState(mongo, known(1))).toEqual({ found: 3, known: 1 });
  expect(await migrate(mongo, known(2))).toEqual([]);
  await migrate(mongo, known(5));
  expect(await schemaState(mongo, known(4))).toEqual({ found: 5, known: 4 });
  await expect(schemaState(mongo, known(3))).rejects.toThrow(/schema 5.*knows schemas up to 3/s);
});
