import { DomainError } from '@weft/shared/errors/errors';
import { type ClientSession, type MongoClient, MongoError, MongoErrorLabel } from 'mongodb';

export interface TransactionOptions {
  /** Total time of all attempts in milliseconds. Default 30 s. */
  limitMs?: number;
}

const SHORTEST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 400;

const hasLabel = (error: unknown, label: string): error is MongoError => error instanceof MongoError && error.hasErrorLabel(label);

/** Full jitter: many writers of one document must not retry at the same time. */
const pauseBefore = (attempt: number): number => Math.random() * Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** attempt);

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
  for (;;) {
    try {
      await session.commitTransaction();
      return result;
    } catch (error) {
      if (!hasLabel(error, MongoErrorLabel.UnknownTransactionCommitResult)) throw error;
      if (Date.now() > deadline)
        throw new DomainError(
          'unavailable',
          'The database did not confirm the change in time: it may or may not have been made. Read the object again before repeating.',
          { cause: error },
        );
    }
  }
}

/** See `Mongo.transaction`. */
export async function runTransaction<T>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<T>,
  { limitMs = 30_000 }: TransactionOptions = {},
): Promise<T> {
  const deadline = Date.now() + limitMs;
  return client.withSession(async (session) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await attemptOnce(session, work, deadline);
      } catch (error) {
        if (!hasLabel(error, MongoErrorLabel.TransientTransactionError)) throw error;
        const pause = pauseBefore(attempt);
        if (Date.now() + pause > deadline)
          throw new DomainError(
            'unavailable',
            `The change met conflicting changes or a database without a primary for ${limitMs / 1000} s (${attempt + 1} tries, last: ${error.message}). Nothing was changed: repeat the request.`,
            { cause: error },
          );
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  });
}
