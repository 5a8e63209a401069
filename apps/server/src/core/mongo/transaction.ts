import { DomainError } from '@weft/shared/errors/domain-error';
import { retryDelayMs } from '@weft/shared/load/retry';
import { type ClientSession, type MongoClient, MongoError, MongoErrorLabel } from 'mongodb';
import { retries } from '../load/retries.js';

export interface TransactionOptions {
  /** Total time of all attempts in milliseconds. Default 30 s. Write conflicts may take longer, see `MIN_CONFLICTS`. */
  limitMs?: number;
}

/**
 * A write conflict means that another change succeeded first: the database works. On a busy machine an attempt takes seconds, so the time limit alone would
 * refuse a request after a few lost races. A request is refused only after this many, or after `CONFLICT_LIMITS` times its time limit.
 */
const MIN_CONFLICTS = 20;
const CONFLICT_LIMITS = 4;
/** Error code of MongoDB. */
const WRITE_CONFLICT = 112;

const hasLabel = (error: unknown, label: string): error is MongoError => error instanceof MongoError && error.hasErrorLabel(label);

/** One attempt, up to and including the commit. The commit is repeated while its result is unknown (MongoDB manual, "Transactions API"). */
async function attemptOnce<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>, deadline: number): Promise<T> {
  session.startTransaction({
    readConcern: { level: 'snapshot' },
    writeConcern: { w: 'majority', wtimeoutMS: 10_000 },
    maxCommitTimeMS: 10_000,
  });
  let result: T;
  try {
    result = await work(session);
  } catch (error) {
    if (session.inTransaction()) await session.abortTransaction();
    throw error;
  }
  for (let attempts = 1; ; attempts++) {
    try {
      await session.commitTransaction();
      return result;
    } catch (error) {
      if (!hasLabel(error, MongoErrorLabel.UnknownTransactionCommitResult)) throw error;
      const pause = retryDelayMs(retries.commit, attempts);
      if (Date.now() + pause > deadline) throw new DomainError('change-unconfirmed', {}, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** See `Mongo.transaction`. */
export async function runTransaction<T>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<T>,
  { limitMs = 30_000 }: TransactionOptions = {},
): Promise<T> {
  const startedAt = Date.now();
  const deadline = startedAt + limitMs;
  return client.withSession(async (session) => {
    for (let attempts = 1; ; attempts++) {
      try {
        return await attemptOnce(session, work, deadline);
      } catch (error) {
        if (!hasLabel(error, MongoErrorLabel.TransientTransactionError)) throw error;
        const pause = retryDelayMs(retries.transaction, attempts);
        const limits = error.code === WRITE_CONFLICT && attempts < MIN_CONFLICTS ? CONFLICT_LIMITS : 1;
        if (Date.now() + pause > startedAt + limits * limitMs)
          throw new DomainError(
            'change-conflicts',
            { elapsedSeconds: Math.round((Date.now() - startedAt) / 1000), tries: attempts, explanation: error.message },
            { cause: error },
          );
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  });
}

/** Reads at once; in a transaction one after the other, because a session carries one operation at a time (ClientSession in the driver's documentation). */
export async function together<T extends unknown[]>(
  reads: [...{ [At in keyof T]: () => Promise<T[At]> }],
  session: ClientSession | undefined,
): Promise<T> {
  if (!session) return (await Promise.all(reads.map((read) => read()))) as T;
  const found: unknown[] = [];
  for (const read of reads) found.push(await read());
  return found as T;
}
