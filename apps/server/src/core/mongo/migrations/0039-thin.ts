import { createCollection } from './schema/collection.js';
import { date, listOf, object, oneOf, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

/** The schema from which on a server knows thin legs, pools and snapshots. */
export const THIN_SCHEMA = 39;

const snapshotSets = stored({
  spec: object({ attachmentIds: listOf(text), legIds: listOf(text), members: listOf(object({ volumeId: text, snapshotId: text })) }),
  status: object({
    phase: oneOf('preparing', 'holding', 'taking', 'releasing'),
    phaseSince: date,
    notAfter: orNull(date),
    takenAt: orNull(date),
  }),
});

/**
 * Drives may have the fields `spec.pool`, `status.pool` and `status.thin`, volumes `spec.provisioning`, legs `spec.thin`. Older servers can use the database
 * until there is a thin volume: they would assign its legs as logical volumes of their own (`ThinServers.endOlderServers`).
 */
export const thin: Migration = {
  version: THIN_SCHEMA,
  name: 'thin',
  keepsOlderServers: true,
  run: (db) => createCollection(db, 'snapshotSets', { schema: snapshotSets }),
};
