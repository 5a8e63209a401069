import type { DriveClass } from '@weft/shared/kinds/drive-class';
import { MongoClient } from 'mongodb';
import { type CapacityDocument, toCapacityDocument } from '../../apps/server/src/stats/capacity/capacity.document.js';

const HOUR_MS = 3_600_000;
/** Database of a test's server, unless the test names another. */
const DATABASE = 'weft';

/** Hourly samples of a class whose allocated bytes have grown to what they are now. Servers read them within a minute. */
export async function storeGrowth(
  { uri, database }: { uri: string; database: string },
  { id, capacityBytes, allocatedBytes, freeBytes }: DriveClass,
  { hours, bytesPerDay }: { hours: number; bytesPerDay: number },
): Promise<void> {
  const client = await MongoClient.connect(uri);
  try {
    const documents = Array.from({ length: hours }, (_, index) => {
      const before = Math.round(((index + 1) * bytesPerDay) / 24);
      const at = Date.now() - (index + 1) * HOUR_MS;
      const bytes = { capacityBytes, allocatedBytes: allocatedBytes - before, freeBytes: freeBytes + before };
      return toCapacityDocument({ at, driveClassId: id, ...bytes });
    });
    await client.db(database).collection<CapacityDocument>('statisticsHours').insertMany(documents);
  } finally {
    await client.close();
  }
}

/** Two days of growth, so that the class has a forecast: a cluster that has just started has none. */
export const storeTwoDays = (mongo: { uri: string }, driveClass: DriveClass): Promise<void> =>
  storeGrowth({ ...mongo, database: DATABASE }, driveClass, { hours: 48, bytesPerDay: driveClass.allocatedBytes / 10 });
