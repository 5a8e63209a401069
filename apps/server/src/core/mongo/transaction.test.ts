import { type ClientSession, type MongoClient, MongoError, MongoErrorLabel, MongoServerError } from 'mongodb';
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

const unknownResult = (): MongoError => {
  const error = new MongoError('connection closed');
  error.addErrorLabel(MongoErrorLabel.UnknownTransactionCommitResult);
  return error;
};

/** A client whose commits fail `failures` times with an unknown result. `commits` has the time of each. */
function commitsOf(failures: number) {
  const commits: number[] = [];
  const session = {
    startTransaction: () => {},
    commitTransaction: async () => {
      commits.push(Date.now());
      if (commits.length <= failures) throw unknownResult();
    },
  };
  const client = { withSession: (work: (session: unknown) => unknown) => work(session) };
  return { client: client as unknown as MongoClient, commits };
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

  it('repeats a commit whose result is unknown, with back-off, and runs the work once', async () => {
    const { client, commits } = commitsOf(40);
    const work = vi.fn(async () => 'stored');
    const result = runTransaction(client, work);
    await vi.runAllTimersAsync();
    expect(await result).toBe('stored');
    expect(work).toHaveBeenCalledTimes(1);
    expect(commits).toHaveLength(41);
    expect((commits.at(-1) ?? 0) - (commits[0] ?? 0)).toBeGreaterThan(1000);
  });

  it('reports change-unconfirmed when the result stays unknown for the whole time limit', async () => {
    const { client, commits } = commitsOf(Number.POSITIVE_INFINITY);
    const result = expect(runTransaction(client, async () => 'stored', { limitMs: 2000 })).rejects.toMatchObject({
      reason: { code: 'change-unconfirmed' },
    });
    await vi.runAllTimersAsync();
    await result;
    expect((commits.at(-1) ?? 0) - (commits[0] ?? 0)).toBeLessThanOrEqual(2000);
    expect(commits.length).toBeLessThan(100);
  });
});
