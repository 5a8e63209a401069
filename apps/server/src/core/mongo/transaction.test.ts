import { type ClientSession, type MongoClient, MongoErrorLabel, MongoServerError } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runTransaction } from './transaction.js';

const session = {
  startTransaction: () => undefined,
  inTransaction: () => false,
  commitTransaction: async () => undefined,
} as unknown as ClientSession;
const client = { withSession: <T>(work: (session: ClientSession) => Promise<T>) => work(session) } as unknown as MongoClient;

const transient = (code: number, message: string) =>
  new MongoServerError({ code, message, errorLabels: [MongoErrorLabel.TransientTransactionError] });
const conflict = () => transient(112, 'WriteConflict error');
const noPrimary = () => transient(189, 'PrimarySteppedDown');

/** Each attempt takes `seconds`; the first `failures` attempts fail. @returns the outcome and its time in seconds. */
async function outcome(failures: number, seconds: number, failure: () => Error) {
  const startedAt = Date.now();
  let attempts = 0;
  const ended = runTransaction(client, async () => {
    attempts++;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (attempts <= failures) throw failure();
    return 'stored';
  }).then(
    (result) => ({ result, attempts, seconds: (Date.now() - startedAt) / 1000 }),
    (error: Error) => ({ result: error.message, attempts, seconds: (Date.now() - startedAt) / 1000 }),
  );
  await vi.advanceTimersByTimeAsync(600_000);
  return ended;
}

describe('runTransaction', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('repeats slow attempts that lose to other changes beyond the time limit', async () => {
    const { result, attempts } = await outcome(10, 5, conflict);
    expect({ result, attempts }).toEqual({ result: 'stored', attempts: 11 });
  });

  it('refuses after 30 s of conflicts once there were 20 of them', async () => {
    const { result, attempts, seconds } = await outcome(1000, 1.9, conflict);
    expect(result).toMatch(/conflicting changes/);
    expect(attempts).toBe(20);
    expect(seconds).toBeLessThan(60);
  });

  it('ends after two minutes of conflicts, however few there were', async () => {
    const { result, seconds } = await outcome(1000, 15, conflict);
    expect(result).toMatch(/conflicting changes/);
    expect(seconds).toBeLessThan(135);
  });

  it('refuses after 30 s without a primary', async () => {
    const { result, seconds } = await outcome(1000, 5, noPrimary);
    expect(result).toMatch(/without a primary/);
    expect(seconds).toBeLessThan(36);
  });
});
