import type { Document, MongoClient } from 'mongodb';

interface OpenTransaction extends Document {
  lsid: { id: unknown };
}

/**
 * Aborts the open transactions of all connections with the application name `appName`. MongoDB keeps the transactions and locks of a disconnected client
 * until `transactionLifetimeLimitSeconds` (60 s by default) after their start. A client that is still alive finds its transaction aborted and retries it.
 *
 * With access control it sees and ends only those of its own database user; that needs no privilege (MongoDB manual, "$currentOp" and "killSessions").
 * @returns the number of transactions.
 */
export async function endTransactionsOf(client: MongoClient, appName: string): Promise<number> {
  const open = await client
    .db('admin')
    .aggregate<OpenTransaction>(
      [
        // Between two of its operations a transaction is an idle session.
        { $currentOp: { idleSessions: true } },
        // A retryable write of its own, such as a heartbeat that waits, has a transaction number too. Ending those would keep a slow server silent for ever.
        { $match: { appName, 'transaction.parameters.autocommit': false } },
        { $project: { lsid: 1 } },
      ],
      { readConcern: { level: 'local' } }, // `$currentOp` supports no other
    )
    .toArray();
  if (open.length > 0) await client.db('admin').command({ killSessions: open.map(({ lsid }) => ({ id: lsid.id })) });
  return open.length;
}
