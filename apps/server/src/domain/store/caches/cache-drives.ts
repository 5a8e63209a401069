import type { ClientSession, Filter } from 'mongodb';
import type { Mongo } from '../../../core/mongo/mongo.js';
import type { DriveDocument } from '../../documents/drive.document.js';
import { freeBytes } from '../../drive/drive-state.js';
import { type CacheDrive, cacheDrive } from '../../world/cache-drive.js';
import { readable } from '../readable.js';

/** The drives that are in service as caches. */
export async function cacheDrivesOf(
  mongo: Mongo,
  of: Filter<DriveDocument>,
  reservedRatio: number,
  session?: ClientSession,
): Promise<CacheDrive[]> {
  const drives = await readable(mongo, 'drives')
    .find({ ...of, 'spec.role': 'cache' }, { session, sort: { _id: 1 } })
    .toArray();
  if (drives.length === 0) return [];
  const able = await readable(mongo, 'nodes')
    .find(
      { _id: { $in: drives.map(({ nodeId }) => nodeId) }, 'status.inventory.capabilities.cache': true },
      { session, projection: { _id: 1 } },
    )
    .toArray();
  const ableIds = new Set(able.map(({ _id }) => _id));
  return drives.map((drive) => cacheDrive({ ...drive, freeBytes: freeBytes(drive, reservedRatio) }, ableIds.has(drive.nodeId)));
}
