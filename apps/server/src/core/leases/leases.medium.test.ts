import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestMongo } from '../../../test-support/database.js';
import type { Mongo } from '../mongo/mongo.js';
import { ServerIdentity } from '../process/server-identity.js';
import { HeldLease } from './held-lease.js';
import { type LeaseDocument, LeaseDocuments } from './lease-documents.js';
import { type Lease, LeaseLost, Leases } from './leases.js';

const DURATION_MS = 900;

class ShortLeases extends Leases {
  protected override durationMs = DURATION_MS;
}

/** Long enough for a busy machine to renew it in time. */
const LONGER_MS = 5 * DURATION_MS;

class LongerLeases extends Leases {
  protected override durationMs = LONGER_MS;
}

let mongo: Mongo;
let close: () => Promise<void>;
let all: Leases[] = [];

const server = (kind: new (...args: ConstructorParameters<typeof Leases>) => Leases = ShortLeases): Leases => {
  const leases = new kind(mongo, new ServerIdentity());
  all.push(leases);
  return leases;
};
const untilAborted = (lease: Lease) => new Promise<void>((resolve) => lease.signal.addEventListener('abort', () => resolve()));
const write = (lease: Lease, by: string) =>
  lease.transaction((session) =>
    mongo
      .collection('jobs')
      .updateOne({ _id: 'work' }, { $set: { by } }, { upsert: true, session })
      .then(() => undefined),
  );
const writtenBy = async () => ((await mongo.collection('jobs').findOne({ _id: 'work' })) as unknown as { by: string } | null)?.by;

/** Holds a lease and does nothing more for it, like a paused process (SIGSTOP, a long pause of its virtual machine). */
async function pausedLeader(name: string): Promise<Lease> {
  const documents = new LeaseDocuments(mongo.collection<LeaseDocument>('leases'), 'paused', DURATION_MS);
  const term = await documents.acquire(name);
  if (term === null) throw new Error('not acquired');
  // It assumes for an hour that it holds the lease: only the database can refuse it.
  return new HeldLease(name, term, mongo, documents, 3_600_000, performance.now());
}

beforeEach(async () => {
  ({ mongo, close } = await openTestMongo());
  await mongo.db.createCollection('jobs');
  all = [];
});
afterEach(async () => {
  await Promise.all(all.map((leases) => leases.onApplicationShutdown()));
  await close();
});

test('runs the work on one server at a time, and moves it when that server stops', async () => {
  const holders: string[] = [];
  const work = (who: string) => async (lease: Lease) => {
    holders.push(`${who}${lease.term}`);
    await untilAborted(lease);
  };
  const first = server().run('x', work('a'));
  await expect.poll(() => holders).toEqual(['a1']);
  server().run('x', work('b'));
  await first.stop();
  await expect.poll(() => holders).toEqual(['a1', 'b2']);
});

test('refuses a write of a paused leader after another server took over', async () => {
  const paused = await pausedLeader('x');
  await write(paused, 'paused');
  let next: Lease | undefined;
  server().run('x', async (lease) => {
    next = lease;
    await write(lease, 'next');
    await untilAborted(lease);
  });
  await expect.poll(() => next?.term).toBe(2);
  await expect.poll(writtenBy).toBe('next');
  await expect(write(paused, 'paused')).rejects.toBeInstanceOf(LeaseLost);
  expect(paused.signal.aborted).toBe(true);
  expect(await writtenBy()).toBe('next');
});

test('refuses a write of an expired leader even without a successor', async () => {
  const paused = await pausedLeader('x');
  await expect
    .poll(
      () =>
        write(paused, 'paused').then(
          () => 'written',
          (error: Error) => error.name,
        ),
      { timeout: 5000, interval: DURATION_MS + 100 },
    )
    .toBe('LeaseLost');
});

test('commits a transaction started in time before another server acquires the lease', async () => {
  const paused = await pausedLeader('x');
  let next = 0;
  const committed = paused.transaction(async (session) => {
    await mongo.collection('jobs').updateOne({ _id: 'work' }, { $set: { by: 'paused' } }, { upsert: true, session });
    await new Promise((resolve) => setTimeout(resolve, DURATION_MS + 200)); // for other servers, the term ends here
    server().run('x', async (lease) => {
      next = lease.term;
      await untilAborted(lease);
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(next).toBe(0); // the open transaction locks the lease's document
  });
  await committed;
  expect(await writtenBy()).toBe('paused');
  await expect.poll(() => next).toBe(2);
});

test('runs many transactions alongside the renewals of one leader', async () => {
  let done = 0;
  let terms = 0;
  let lanesEnded = false;
  const until = Date.now() + LONGER_MS * 1.3;
  server(LongerLeases).run('x', async (lease) => {
    terms++;
    const lane = async () => {
      while (Date.now() < until) {
        await lease.transaction((session) =>
          mongo
            .collection('jobs')
            .updateOne({ _id: 'work' }, { $inc: { count: 1 } } as object, { upsert: true, session })
            .then(() => undefined),
        );
        done++;
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    lanesEnded = true;
    await untilAborted(lease);
  });
  await expect.poll(() => lanesEnded).toBe(true);
  expect(done).toBeGreaterThan(50);
  // Transactions renew the lease too; this part tests the leader's own renewals.
  const ends = async () => Number((await mongo.collection<LeaseDocument>('leases').findOne({ _id: 'x' }))?.expiresAt);
  const last = await ends();
  await expect.poll(ends).toBeGreaterThan(last);
  expect(terms).toBe(1);
});

test('runs failed work again', async () => {
  let calls = 0;
  server().run('x', async (lease) => {
    calls++;
    if (calls === 1) throw new Error('at first');
    await untilAborted(lease);
  });
  await expect.poll(() => calls).toBe(2);
});

test('stops at any moment while it acquires a lease, with no work left running', async () => {
  for (let delay = 0; delay < 20; delay += 2) {
    let working = false;
    const running = server().run(`x${delay}`, async (lease) => {
      working = true;
      await untilAborted(lease);
      working = false;
    });
    await new Promise((resolve) => setTimeout(resolve, delay));
    await running.stop();
    expect(working).toBe(false);
  }
});
