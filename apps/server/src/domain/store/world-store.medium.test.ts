import { expect, it, vi } from 'vitest';
import { openTestMongo } from '../../../test-support/database.js';
import { volume } from '../world/worlds.fixture.js';
import type { AssignmentsService } from './assignments.service.js';
import { WorldStore } from './world-store.service.js';

it('takes the time of a world from the database, not from the clock of the server (S3)', async () => {
  const { mongo, close } = await openTestMongo();
  try {
    const started = Date.now();
    const [first] = volume().legs;
    await mongo.db.collection<{ _id: string }>('nodes').insertOne({ _id: first?.nodeId ?? '' });
    vi.useFakeTimers({ toFake: ['Date'], now: started + 3_600_000 });
    const assignments = {
      protection: () => Promise.resolve({}),
    } as unknown as AssignmentsService;
    const { now } = await new WorldStore(mongo, assignments).around(volume());
    vi.useRealTimers();
    expect(now.getTime() - started).toBeLessThan(600_000);
  } finally {
    vi.useRealTimers();
    await close();
  }
}, 60_000);
