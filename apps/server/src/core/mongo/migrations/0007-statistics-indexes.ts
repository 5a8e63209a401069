import type { Migration } from './migration.js';

const keys = ['series.id', 'series.volume', 'series.node', 'series.drive'];

/**
 * The finest points come every 10 s, and each moves the end of its bucket (an hour of one series). An index with the time holds that end: every point
 * changed four index entries, and for 11,000 series the indexes took more than twice the space of the points. By the object alone no entry changes
 * while a bucket is written; what a query of an hour reads too much is at most the 24 buckets that are kept of each series.
 */
export const statisticsIndexes: Migration = {
  version: 7,
  name: 'statistics-indexes',
  async run(db) {
    const points = db.collection('statisticsTenSeconds');
    for (const { name, key } of await points.listIndexes().toArray()) if ('at' in key) await points.dropIndex(name);
    for (const key of keys) await points.createIndex({ [key]: 1 });
  },
};
