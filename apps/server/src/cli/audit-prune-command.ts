import { randomUUID } from 'node:crypto';
import { connect } from '../app/server.js';
import { RETENTION_LEASE } from '../audit/audit-pruner.service.js';
import { AuditPruning } from '../audit/audit-pruning.service.js';
import type { Config } from '../config/config.schema.js';
import { type LeaseDocument, LeaseDocuments } from '../core/leases/lease-documents.js';
import { mayRemoveAudit } from '../core/mongo/rights/append-only.js';

/** One transaction removes 10,000 entries at most. */
const LEASE_MS = 60_000;

/**
 * `weft-server audit prune`: what servers do once an hour if their database's user may remove audit entries. Servers may run.
 * @returns the exit code: 0 when nothing older than auditKeptDays is left, 1 otherwise
 */
export async function auditPruneCommand(config: Config, print: (line: string) => void): Promise<number> {
  const mongo = await connect(config);
  try {
    if (!(await mayRemoveAudit(mongo.db))) {
      print('The user of mongodbUri may not remove audit entries. Give the URI of the user for maintenance (WEFT_MONGODB_URI).');
      return 1;
    }
    // A running server holds the servers' own lease all the time. This lease keeps two commands apart.
    const leases = new LeaseDocuments(mongo.collection<LeaseDocument>('leases'), randomUUID(), LEASE_MS);
    const name = `${RETENTION_LEASE}-command`;
    const term = await leases.acquire(name);
    if (term === null) {
      print('Another `weft-server audit prune` is running.');
      return 1;
    }
    try {
      let removed = 0;
      const transaction = <T>(work: Parameters<typeof mongo.transaction<T>>[0]) =>
        mongo.transaction<T>(async (session) => {
          if (!(await leases.renew(name, term, session))) throw new Error('It took so long that another one may have begun. Run it again.');
          return work(session);
        });
      const { signal } = new AbortController();
      for await (const { entries } of new AuditPruning(mongo).run({ transaction, signal }, new Date())) removed += entries;
      print(removed === 0 ? 'no entry is older than auditKeptDays' : `removed ${removed} entries`);
      return 0;
    } finally {
      await leases.release(name, term);
    }
  } finally {
    await mongo.close();
  }
}
