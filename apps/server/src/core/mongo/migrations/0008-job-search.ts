import type { Migration } from './migration.js';

/**
 * Jobs are searched by a part of their subject's name, the newest first until there are enough. No index narrows down a part that may stand anywhere; but
 * one that holds the order of the list and the name is looked through by its keys, and only the few jobs that are answered are read. Before, every job
 * was read, and a job is kilobytes of steps. It takes the place of the list's own index, which begins alike: writing a job costs as many entries as before.
 */
export const jobSearch: Migration = {
  version: 8,
  name: 'job-search',
  async run(db) {
    const jobs = db.collection('jobs');
    await jobs.createIndex({ createdAt: 1, _id: 1, 'subject.name': 1 });
    for (const { name, key } of await jobs.listIndexes().toArray())
      if (Object.keys(key).join() === 'createdAt,_id') await jobs.dropIndex(name);
  },
};
