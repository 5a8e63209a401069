import type { Document, MongoClient } from 'mongodb';

interface OpenTransaction extends Document {
  lsid: { id: unknown };
}

/**
 * Aborts the open transactions of all connections that call themselves `appName`. MongoDB keeps those of a client that is gone, and what they have locked, until
 * `transactionLifetimeLimitSeconds` (60 s by default) after their begin. Who is alive after all finds its transaction aborted, and runs it again.
 *
 * With access control it sees and ends those of its own database user: no privilege is needed for that (MongoDB manual, "$currentOp" and "killSessions").
 * @returns how many there were.
 */
export async function endTransactionsOf(client: MongoClient, appName: string): Promise<number> {
  const open = await client
    .db('admin')
    .aggregate<OpenTransaction>(
      [
        // Between two of its operations a transaction is an idle session.
        { $currentOp: { idleSessions: true } },
        { $match: { appName, transaction: { $exists: true } } },
        { $project: { lsid: 1 } },
      ],
      { readConcern: { level: 'local' } }, // `$currentOp` takes no other
    )
    .toArray();
  if (open.length > 0) await client.db('admin').command({ killSessions: open.map(({ lsid }) => ({ id: lsid.id })) });
  return open.length;
}
