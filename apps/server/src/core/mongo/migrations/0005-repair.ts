import type { Migration } from './migration.js';

/** Volumes made before there was repair get its defaults; the repair of one volume looks for the copies that run for others. */
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
