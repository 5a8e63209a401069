import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestMongo } from '../../../test-support/database.js';
import { migrations } from '../../core/mongo/migrations/all.js';
import type { Mongo } from '../../core/mongo/mongo.js';
import { newStored } from '../../core/mongo/objects.js';
import type { JobDocument } from '../../domain/documents/job.document.js';
import { JobsRepository } from '../../jobs/jobs.repository.js';
import { SearchRepository } from './search.repository.js';

const JOBS = 2000;
let mongo: Mongo;
let close: () => Promise<void>;

const job = (n: number): JobDocument => ({
  ...newStored(),
  createdAt: new Date(Date.UTC(2026, 0, 1) + n * 1000),
  kind: 'volume.grow',
  subject: { kind: 'volume', id: `v${n}`, name: n === 7 ? 'the-one' : `volume-${n}` },
  state: 'done',
  steps: [],
  waitingFor: [],
  error: null,
  requestedBy: 'admin',
  finishedAt: new Date(),
});

/** Keys and documents that the database examined for the test's command, by its own profiler. */
async function looked(act: () => Promise<unknown>): Promise<{ keys: number; documents: number; sorted: boolean }[]> {
  await mongo.db.command({ profile: 2 });
  await act();
  await mongo.db.command({ profile: 0 });
  const profile = mongo.db.collection('system.profile');
  const found = await profile
    .find({ ns: `${mongo.db.databaseName}.jobs`, op: 'query' })
    .sort({ ts: 1 })
    .toArray();
  await profile.drop();
  return found.map(({ keysExamined, docsExamined, hasSortStage }) => ({
    keys: keysExamined,
    documents: docsExamined,
    sorted: hasSortStage === true,
  }));
}

beforeAll(async () => {
  ({ mongo, close } = await openTestMongo());
  for (const { run } of migrations) await run(mongo.db);
  await mongo.collection<JobDocument>('jobs').insertMany(Array.from({ length: JOBS }, (_, n) => job(n)));
});
afterAll(() => close());

test('searches jobs by key, and reads only the matching document', async () => {
  const search = new SearchRepository(mongo);
  let found: string[] = [];
  const commands = await looked(async () => {
    found = (await search.jobs('HE-ON')).map(({ subject }) => subject.name);
  });
  expect(found).toEqual(['the-one']);
  expect(commands).toHaveLength(1);
  for (const { keys, sorted } of commands) {
    expect(keys).toBeLessThanOrEqual(JOBS + 1);
    expect(sorted).toBe(false);
  }
  expect(commands.reduce((sum, { documents }) => sum + documents, 0)).toBe(1);
});

test('examines a bounded number of keys for a frequent text, and finds the newest matches', async () => {
  const search = new SearchRepository(mongo);
  let found: string[] = [];
  const commands = await looked(async () => {
    found = (await search.jobs('volume')).map(({ subject }) => subject.name);
  });
  expect(found[0]).toBe(`volume-${JOBS - 1}`);
  const [any, beginning] = [64, found.length].map((count) => ({ keys: count, documents: count, sorted: false }));
  expect(commands).toEqual([any, beginning]);
});

test('pages the default job list from the same index without sorting', async () => {
  const jobs = new JobsRepository(mongo);
  const commands = await looked(() => jobs.page({ sort: '-createdAt', limit: 50 }));
  expect(commands).toEqual([{ keys: 51, documents: 51, sorted: false }]);
});
