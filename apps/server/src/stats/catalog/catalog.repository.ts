import { Injectable } from '@nestjs/common';
import type { Filter } from 'mongodb';
import { Mongo, type Readable } from '../../core/mongo/mongo.js';
import { allLegs } from '../../domain/documents/volume.document.js';
import { readable } from '../../domain/store/readable.js';

export interface KnownVolume {
  id: string;
  driveClassId: string;
  legs: { id: string; nodeId: string; driveId: string; cacheDriveId: string | undefined }[];
}
export interface KnownAttachment {
  id: string;
  volumeId: string;
  nodeId: string;
  /** Its client can no longer reach the volume. */
  fenced: boolean;
}
export interface KnownDrive {
  id: string;
  nodeId: string;
  serial: string;
}

/** Reads the few fields that show how objects belong together, for the objects with the given ids; null: for all objects. */
@Injectable()
export class CatalogRepository {
  constructor(private readonly mongo: Mongo) {}

  async volumes(ids: string[] | null): Promise<KnownVolume[]> {
    const projection = { 'spec.driveClassId': 1, legs: 1, obsoleteLegs: 1 } as const;
    const found = await find(readable(this.mongo, 'volumes'), ids, projection);
    return found.map((volume) => ({
      id: volume._id,
      driveClassId: volume.spec.driveClassId,
      legs: allLegs(volume).map(({ id, nodeId, driveId, spec: { cache } }) => ({ id, nodeId, driveId, cacheDriveId: cache?.driveId })),
    }));
  }

  async attachments(ids: string[] | null): Promise<KnownAttachment[]> {
    const found = await find(readable(this.mongo, 'attachments'), ids, { volumeId: 1, nodeId: 1, 'status.fenced': 1 });
    return found.map(({ _id, volumeId, nodeId, status: { fenced } }) => ({ id: _id, volumeId, nodeId, fenced }));
  }

  async drives(ids: string[] | null): Promise<KnownDrive[]> {
    const found = await find(readable(this.mongo, 'drives'), ids, { nodeId: 1, serial: 1 });
    return found.map(({ _id, nodeId, serial }) => ({ id: _id, nodeId, serial }));
  }
}

async function find<T extends { _id: string }>(collection: Readable<T>, ids: string[] | null, projection: Record<string, 1>): Promise<T[]> {
  if (ids?.length === 0) return [];
  const filter = (ids === null ? {} : { _id: { $in: ids } }) as Filter<T>;
  return (await collection.find(filter, { projection }).toArray()) as T[];
}
