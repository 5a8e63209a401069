import type { ClientSession } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mongo } from '../mongo/mongo.js';
import { HeldLease, LeaseLost } from './held-lease.js';
import type { LeaseDocuments } from './lease-documents.js';

const DURATION_MS = 1_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A lease with a fake database, which answers after these times; `held` says whether the lease is held there. */
function leased({ acquiredMsAgo = 0, beginsAfterMs = 0, answersAfterMs = 0 } = {}) {
  const session = {} as ClientSession;
  const database = { held: true, asked: [] as string[] };
  const documents = {
    async renew(name: string, term: number, within?: ClientSession) {
      database.asked.push(`renew ${name} ${term}${within === session ? ' in the transaction' : ''}`);
      if (answersAfterMs > 0) await pause(answersAfterMs);
      return database.held;
    },
    async release(name: string, term: number) {
      database.asked.push(`release ${name} ${term}`);
    },
  } as unknown as LeaseDocuments;
  const mongo = {
    async transaction<T>(work: (session: ClientSession) => Promise<T>) {
      if (beginsAfterMs > 0) await pause(beginsAfterMs);
      return work(session);
    },
  } as unknown as Mongo;
  const lease = new HeldLease('x', 3, mongo, documents, DURATION_MS, performance.now() - acquiredMsAgo);
  return { lease, database };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('HeldLease', () => {
  it('ends when it is not renewed for its duration', async () => {
    const { lease } = leased();
    await vi.advanceTimersByTimeAsync(DURATION_MS - 1);
    expect(lease.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(lease.signal.aborted).toBe(true);
    expect(lease.signal.reason).toBeInstanceOf(LeaseLost);
    expect(lease.signal.reason.message).toBe('lease x, term 3: not renewed for 1000 ms');
  });

  it('counts its duration from before the write that acquired it', async () => {
    const { lease } = leased({ acquiredMsAgo: 400 });
    await vi.advanceTimersByTimeAsync(DURATION_MS - 401);
    expect(lease.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(lease.signal.aborted).toBe(true);
  });

  it('lasts its duration from the start of a renewal, not from the response', async () => {
    const { lease, database } = leased({ answersAfterMs: 300 });
    await vi.advanceTimersByTimeAsync(500);
    const renewed = lease.renew();
    await vi.advanceTimersByTimeAsync(300);
    await renewed;
    expect(database.asked).toEqual(['renew x 3']);
    await vi.advanceTimersByTimeAsync(699);
    expect(lease.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(lease.signal.aborted).toBe(true);
  });

  it('lasts its duration from the start of the transaction that renewed it', async () => {
    const { lease, database } = leased({ beginsAfterMs: 200, answersAfterMs: 100 });
    await vi.advanceTimersByTimeAsync(500);
    const written = lease.transaction(async () => 'written');
    await vi.advanceTimersByTimeAsync(300);
    expect(await written).toBe('written');
    expect(database.asked).toEqual(['renew x 3 in the transaction']);
    await vi.advanceTimersByTimeAsync(899);
    expect(lease.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(lease.signal.aborted).toBe(true);
  });

  it('writes nothing in a transaction once another server holds the lease (S3)', async () => {
    const { lease, database } = leased();
    database.held = false;
    const done: string[] = [];
    const work = async () => void done.push('work');
    await expect(lease.transaction(work)).rejects.toBeInstanceOf(LeaseLost);
    expect([lease.signal.aborted, done]).toEqual([true, []]);
    database.held = true;
    await expect(lease.transaction(work)).rejects.toThrow('another server holds it');
    expect([done, database.asked.length]).toEqual([[], 1]);
  });

  it('ends when a renewal is refused, and requests no further one', async () => {
    const { lease, database } = leased();
    database.held = false;
    await lease.renew();
    expect(lease.signal.reason?.message).toContain('another server holds it');
    await lease.renew();
    expect(database.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(DURATION_MS);
    expect(lease.signal.reason?.message).toContain('another server holds it');
  });

  it('releases once, and ends before the database records the release', async () => {
    const { lease, database } = leased();
    const returned = [lease.release(), lease.release()];
    expect(lease.signal.reason?.message).toContain('given back');
    await Promise.all(returned);
    await lease.release();
    expect(database.asked).toEqual(['release x 3']);
  });

  it('sends no release after the lease expired', async () => {
    const { lease, database } = leased();
    await vi.advanceTimersByTimeAsync(DURATION_MS);
    await lease.release();
    expect(database.asked).toEqual([]);
  });

  it('runs transactions, renewals and the release one after another', async () => {
    const { lease, database } = leased();
    let finish: () => void = () => undefined;
    const first = lease.transaction(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = lease.renew();
    await vi.advanceTimersByTimeAsync(10);
    expect(database.asked).toEqual(['renew x 3 in the transaction']);
    finish();
    await Promise.all([first, second, lease.release()]);
    expect(database.asked).toEqual(['renew x 3 in the transaction', 'release x 3']);
  });

  it('stays lost when a pending renewal is confirmed after expiry', async () => {
    const { lease } = leased({ answersAfterMs: 300 });
    await vi.advanceTimersByTimeAsync(900);
    const late = lease.renew();
    await vi.advanceTimersByTimeAsync(300);
    await late;
    expect(lease.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
