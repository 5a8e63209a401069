import type { LeaseDocument } from '../../core/leases/lease-documents.js';
import type { Mongo } from '../../core/mongo/mongo.js';
import { ONLINE, type ServerDocument } from '../../core/servers/servers.js';
import { Mends } from '../../domain/store/mends.service.js';
import type { Mend } from './finding.js';

/** Ends a lease whose holder is not online. The holder's writes carry the lease in their transaction, so it writes nothing with it afterwards (S3). */
async function mendLease(mongo: Mongo, lease: string, holder: string): Promise<boolean> {
  if (await mongo.collection<ServerDocument>('servers').findOne({ _id: holder, ...ONLINE })) return false;
  const { modifiedCount } = await mongo
    .collection<LeaseDocument>('leases')
    .updateOne({ _id: lease, holder }, [{ $set: { holder: null, expiresAt: '$$NOW', writes: { $add: ['$writes', 1] } } }]);
  return modifiedCount === 1;
}

/** @returns false: the finding no longer held, and nothing was changed */
export async function repair(mongo: Mongo, mend: Mend): Promise<boolean> {
  switch (mend.kind) {
    case 'allocated':
      return new Mends(mongo).allocatedBytes(mend.driveId);
    case 'left-of-node':
      return new Mends(mongo).leftOfNode(mend.nodeId);
    case 'lease':
      return mendLease(mongo, mend.lease, mend.holder);
  }
}
