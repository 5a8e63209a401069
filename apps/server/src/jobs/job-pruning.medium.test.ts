import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestMongo } from '../../test-support/database.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { Leases } from '../core/leases/leases.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { newStored } from '../core/mongo/objects.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { JobPruning } from './job-pruning.js';
import { JobsRepository } from './jobs.repository.js';

let mongo: Mongo;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ mongo, close } = await openTestMongo());
});
afterAll(() => close?.());

const DAY_MS = 86_400_000;
const job = (id: string, kind: JobDocument['kind'], subjectId: string, endedDaysAgo: number | null): JobDocument => ({
  ...newStored(),
  _id: id,
  kind,
  subject: { kind: 'volume', id: subjectId, name: subjectId },
  state: endedDaysAgo === null ? 'waiting' : 'done',
  steps: [],
  waitingFor: [],
  error: null,
  requestedBy: 'admin',
  finishedAt: endedDaysAgo === null ? null : new Date(Date.now() - endedDaysAgo * DAY_MS),
});

test('prunes jobs that ended long ago, except the first job of an existing object', async () => {
  const there = storedVolume('there', []);
  await mongo.db.collection<VolumeDocument>('volumes').insertOne(there);
  await mongo
    .collection<JobDocument>('jobs')
    .insertMany([
      job('old-grow', 'volume.grow', there._id, 91),
      job('old-create-of-a-volume-that-is-there', 'volume.create', there._id, 400),
      job('old-create-of-one-that-is-gone', 'volume.create', 'gone', 400),
      job('recent', 'volume.grow', there._id, 89),
      job('open', 'volume.repair', there._id, null),
    ]);
  const lease = { signal: new AbortController().signal, transaction: mongo.transaction.bind(mongo) };

  const removed = await new JobPruning({} as Leases, new JobsRepository(mongo)).prune(lease);

  const left = await mongo.collection<JobDocument>('jobs').distinct('_id');
  expect([removed, left.sort()]).toEqual([2, ['old-create-of-a-volume-that-is-there', 'open', 'recent']]);
});
