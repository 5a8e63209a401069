import { type MongoClient, MongoError, MongoErrorLabel } from 'mongodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runTransaction } from './transaction.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const unknownResult = (): MongoError => {
  const error = new MongoError('connection closed');
  error.addErrorLabel(MongoErrorLabel.UnknownTransactionCommitResult);
  return error;
};

/** A client whose commits fail `failures` times with an unknown result. `commits` has the time of each. */
function clientOf(failures: number) {
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

it('repeats a commit whose result is unknown, with back-off, and runs the work once', async () => {
  const { client, commits } = clientOf(40);
  const work = vi.fn(async () => 'stored');
  const result = runTransaction(client, work);
  await vi.runAllTimersAsync();
  expect(await result).toBe('stored');
  expect(work).toHaveBeenCalledTimes(1);
  expect(commits).toHaveLength(41);
  expect((commits.at(-1) ?? 0) - (commits[0] ?? 0)).toBeGreaterThan(1000);
});

it('reports change-unconfirmed when the result stays unknown for the whole time limit', async () => {
  const { client, commits } = clientOf(Number.POSITIVE_INFINITY);
  const result = expect(runTransaction(client, async () => 'stored', { limitMs: 2000 })).rejects.toMatchObject({
    reason: { code: 'change-unconfirmed' },
  });
  await vi.runAllTimersAsync();
  await result;
  expect((commits.at(-1) ?? 0) - (commits[0] ?? 0)).toBeLessThanOrEqual(2000);
  expect(commits.length).toBeLessThan(100);
});
