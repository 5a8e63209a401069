import type { Migration } from '../schema/migration.js';

/** Gives volumes that are older than repair its defaults. The index lets the repair of one volume find the rebuilds of others. */
export const repair: Migration = {
  version: 5,
  name: 'repair',
  async run(db) {
    const volumes = db.collection('volumes');
    await volumes.updateMany({ 'spec.rebuildDelaySeconds': { $exists: false } }, { $set: { 'spec.rebuildDelaySeconds': 600 } });
    await volumes.updateMany({ 'spec.rebuildPriority': { $exists: false } }, { $set: { 'spec.rebuildPriority': 'normal' } });
    await volumes.createIndex({ 'legs.role': 1 }, { sparse: true });
  },
};
