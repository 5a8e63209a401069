import { userInfo } from 'node:os';
import type { AuditEntry } from '@weft/shared/kinds/audit';
import type { ClientSession } from 'mongodb';
import { recordByCommand } from '../../audit/audit.service.js';
import type { LeaseDocument } from '../../core/leases/lease-documents.js';
import type { Mongo } from '../../core/mongo/mongo.js';
import { ONLINE, type ServerDocument } from '../../core/servers/servers.js';
import { Mends } from '../../domain/store/mends.service.js';
import type { SettingsDocument } from '../../settings/settings.service.js';
import type { Mend } from './finding.js';

/** Ends a lease whose holder is not online. The holder's writes carry the lease in their transaction, so it writes nothing with it afterwards (S3). */
async function mendLease(mongo: Mongo, session: ClientSession, lease: string, holder: string): Promise<boolean> {
  if (await mongo.collection<ServerDocument>('servers').findOne({ _id: holder, ...ONLINE }, { session })) return false;
  const { modifiedCount } = await mongo
    .collection<LeaseDocument>('leases')
    .updateOne({ _id: lease, holder }, [{ $set: { holder: null, expiresAt: '$$NOW', writes: { $add: ['$writes', 1] } } }], { session });
  return modifiedCount === 1;
}

function carryOut(mongo: Mongo, session: ClientSession, mend: Mend): Promise<boolean> {
  switch (mend.kind) {
    case 'allocated':
      return new Mends(mongo).allocatedBytes(session, mend.drive.id);
    case 'left-of-node':
      return new Mends(mongo).leftOfNode(session, mend.nodeId);
    case 'lease':
      return mendLease(mongo, session, mend.lease, mend.holder);
  }
}

async function subjectOf(mongo: Mongo, session: ClientSession, mend: Mend): Promise<NonNullable<AuditEntry['subject']>> {
  if (mend.kind === 'allocated') return { kind: 'drive', id: mend.drive.id, name: mend.drive.name };
  if (mend.kind === 'left-of-node') return { kind: 'node', id: mend.nodeId, name: mend.nodeId };
  const settings = await mongo.collection<SettingsDocument>('settings').findOne({ _id: 'cluster' }, { session });
  if (!settings) throw new Error('the database has no settings: start a server once, then run weft-server check again');
  return { kind: 'settings', id: settings.clusterId, name: 'cluster' };
}

/**
 * Carries a mend out, with an audit entry in the same transaction. The entry names the user of the operating system: the command asks for no other.
 * @returns false: the finding no longer held, and nothing was changed
 */
export function repair(mongo: Mongo, mend: Mend): Promise<boolean> {
  const { reason: code, params, message: text } = mend.plan;
  return mongo.transaction(async (session) => {
    if (!(await carryOut(mongo, session, mend))) return false;
    const subject = await subjectOf(mongo, session, mend);
    const about = { id: subject.id, name: subject.name };
    await recordByCommand(mongo, session, {
      ...{ by: `weft-server check (${userInfo().username})`, action: 'database.mend', subject },
      statements: [{ statement: 'database-mended', about, code, params, text }],
    });
    return true;
  });
}
