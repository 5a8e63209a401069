import { refuse } from '../schema/collection.js';
import type { Migration } from '../schema/migration.js';

const revoked = '$spec.revoked';
const moved = ['isFencing', 'notWaitedForAt', 'lastFencedAt'];
const has = (field: string): object => ({ [`spec.revoked.${field}`]: { $exists: true } });

/** Only a tree before `isFencing` existed recorded a fence without it. It did not know which legs are in sync. */
const isFencing = { $or: [{ $eq: [`${revoked}.isFencing`, true] }, { $gt: [`${revoked}.lastFencedAt`, null] }] };
/** A missing time stays missing. */
const fences = {
  inSyncKnown: { $and: [{ $eq: [`${revoked}.isFencing`, true] }, { $eq: [`${revoked}.inSyncKnown`, true] }] },
  notWaitedForAt: `${revoked}.notWaitedForAt`,
  lastFencedAt: `${revoked}.lastFencedAt`,
};

/**
 * Moves the progress of the fences of a forced move from `spec.revoked`, which a request writes, to `status.fences`, which the reconciler writes. One write
 * per document: after an interruption, the next run continues with the documents that still have it in the spec.
 */
export const fenceProgress: Migration = {
  version: 15,
  name: 'fences',
  async run(db) {
    // First, so that a server of an older version stores no progress in the spec meanwhile.
    const order = { not: { anyOf: moved.map((field) => ({ bsonType: 'object', required: [field] })) } };
    await refuse(db, 'attachments', { properties: { spec: { properties: { revoked: order } } } });
    await db
      .collection('attachments')
      .updateMany({ $or: moved.map(has) }, [
        { $set: { 'status.fences': { $cond: [isFencing, fences, '$$REMOVE'] } } },
        { $unset: moved.map((field) => `spec.revoked.${field}`) },
      ]);
  },
};
