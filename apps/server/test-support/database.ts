import { testDatabase } from '@weft/test-support/database';
import { Mongo } from '../src/core/mongo/mongo.js';

/** A new connected database, dropped at the end. */
export async function openTestMongo(): Promise<{ mongo: Mongo; close(): Promise<void> }> {
  const { uri, name } = testDatabase();
  const mongo = await Mongo.connect({ uri, database: name });
  return {
    mongo,
    async close() {
      await mongo.db.dropDatabase();
      await mongo.close();
    },
  };
}
