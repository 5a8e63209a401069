import type { Migration } from '../schema/migration.js';

/**
 * The job search matches a part of the subject's name, newest job first, until it has enough. No index narrows down a part at any position. But with an
 * index of the list's order and the name, MongoDB searches the keys and reads only the few jobs of the response. Before, it read every job, and a job is
 * kilobytes of steps. The new index replaces the list's own index, which has the same first fields: writing a job costs as many entries as before.
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
