import type { Mongo } from '../../../core/mongo/mongo.js';
import { contentHash } from '../../assignment/assignment-content.js';
import { contentOf, type RebuiltWorld } from '../../rebuild/rebuilt-world.js';
import { writable } from '../writable.js';

/**
 * Stores a rebuilt world in an empty database, with the assignment of each node under the generation that the node has. In no transaction: that of a large
 * cluster does not fit into MongoDB's cache. The caller marks the database as unfinished meanwhile, so that no server starts on a part of it.
 */
export class RebuiltWorldStore {
  constructor(private readonly mongo: Mongo) {}

  async store(world: RebuiltWorld): Promise<void> {
    const { clusterId, nodes, drives, driveClasses, volumes, attachments } = world;
    const now = new Date();
    const assignments = nodes.flatMap(({ _id, status: { acceptedGeneration } }) => {
      const content = contentOf(_id, world);
      return content ? [{ _id, clusterId, generation: acceptedGeneration ?? 0, hash: contentHash(content), content, updatedAt: now }] : [];
    });
    if (nodes.length > 0) await writable(this.mongo, 'nodes').insertMany(nodes);
    if (drives.length > 0) await writable(this.mongo, 'drives').insertMany(drives);
    if (driveClasses.length > 0) await writable(this.mongo, 'driveClasses').insertMany(driveClasses);
    if (volumes.length > 0) await writable(this.mongo, 'volumes').insertMany(volumes);
    if (attachments.length > 0) await writable(this.mongo, 'attachments').insertMany(attachments);
    if (assignments.length > 0) await writable(this.mongo, 'assignments').insertMany(assignments);
  }
}
