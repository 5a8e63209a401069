import type { IndexDescription } from 'mongodb';
import type { CollectionName } from '../../collections.js';
import { index } from '../schema/collection.js';
import type { Migration } from '../schema/migration.js';

/** Conditions of one type and status, in one element. */
const conditions = index('status.conditions.type', 'status.conditions.status');
const ofKind = (kind: 'attachment' | 'drive', field: string): IndexDescription => ({
  ...index('kind', field),
  partialFilterExpression: { kind },
});
const sparse = (field: string): IndexDescription => ({ ...index(field), sparse: true });

/**
 * Indexes for reads that the servers repeat every few seconds, or after every change, and that examined whole collections: nodes of dead servers (every second),
 * maintenance (after each change of a node), volumes in trouble and foreign hosts (every evaluation of alerts), orphans, and the counts of the overview.
 */
const indexes: Partial<Record<CollectionName, IndexDescription[]>> = {
  nodes: [index('status.connection.state', 'status.connection.serverId'), sparse('spec.maintenance.until'), sparse('status.orphans.0')],
  volumes: [
    index('status.health', 'status.state'),
    conditions,
    sparse('status.scrub.countedFrom'),
    sparse('spec.snapshotSchedule'),
    sparse('spec.snapshot'),
  ],
  attachments: [conditions],
  drives: [index('spec.desired', 'status.present'), index('status.inventory.weftDriveId')],
  objectStatuses: [
    index('kind', 'status.observed.present'),
    ...[ofKind('drive', 'status.observed.volumeGroup'), ofKind('attachment', 'status.observed.open')],
    ofKind('attachment', 'status.observed.paths.controllerState'),
  ],
};

export const scaleIndexes: Migration = {
  version: 43,
  name: 'scale-indexes',
  keepsOlderServers: true,
  async run(db) {
    for (const [name, descriptions] of Object.entries(indexes)) await db.collection(name).createIndexes(descriptions);
  },
};
