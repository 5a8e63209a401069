import { MongoServerError } from 'mongodb';
import { date, object, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

const HOUR_SECONDS = 3600;
const kept = { tenSeconds: 24, minutes: 744, hours: 9600 };
const NAMESPACE_EXISTS = 48;

/** One collection per resolution. `series` has the fields that queries name; each has an index with the time. Points expire according to the settings. */
const collections = [
  { name: 'statisticsTenSeconds', granularity: 'seconds', hours: kept.tenSeconds },
  { name: 'statisticsMinutes', granularity: 'minutes', hours: kept.minutes },
  { name: 'statisticsHours', granularity: 'hours', hours: kept.hours },
] as const;
const keys = ['series.id', 'series.volume', 'series.node', 'series.drive'];

export const statistics: Migration = {
  version: 6,
  name: 'statistics',
  async run(db) {
    const create = async (name: string, options: object) => {
      try {
        await db.createCollection(name, options);
      } catch (error) {
        // An interrupted run created it.
        if (!(error instanceof MongoServerError && error.code === NAMESPACE_EXISTS)) throw error;
      }
    };
    for (const { name, granularity, hours } of collections) {
      await create(name, { timeseries: { timeField: 'at', metaField: 'series', granularity }, expireAfterSeconds: hours * HOUR_SECONDS });
      for (const key of keys) await db.collection(name).createIndex({ [key]: 1, at: 1 });
    }
    await create('statisticsProgress', { validator: { $jsonSchema: object({ _id: text, until: date }) } });
    await db
      .collection('settings')
      .updateMany({ 'spec.statisticsKeptHours': { $exists: false } }, { $set: { 'spec.statisticsKeptHours': kept } });
  },
};
