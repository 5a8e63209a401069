import type { Migration } from '../schema/migration.js';

const keys = ['series.id', 'series.volume', 'series.node', 'series.drive'];

/**
 * A point of the finest resolution arrives every 10 s and moves the end of its bucket (an hour of one series). An index with the time contains that end:
 * every point changed four index entries, and for 11,000 series the indexes took more than twice the space of the points. In an index by object alone,
 * no entry changes while a bucket is written. The cost: a query of one hour reads up to all 24 buckets that are kept of each series.
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
