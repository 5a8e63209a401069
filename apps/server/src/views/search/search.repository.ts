import { Injectable } from '@nestjs/common';
import { MOST_FOUND } from '@weft/shared/kinds/views/search';
import type { Filter, Sort } from 'mongodb';
import { escaped } from '../../core/mongo/containing.js';
import { Mongo } from '../../core/mongo/mongo.js';
import type { Stored } from '../../core/mongo/stored.js';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import type { DriveClassDocument } from '../../domain/documents/drive-class.document.js';
import type { JobDocument } from '../../domain/documents/job.document.js';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { VolumeDocument } from '../../domain/documents/volume.document.js';

/** Matches every job. With a bound on `createdAt`, the planner searches for the name in the keys of the index of both fields, instead of reading every job. */
const EVER: Filter<JobDocument> = { createdAt: { $gt: new Date(0) } };

/**
 * A few objects of each kind by a part of their name. Indexes contain names and serials: the search scans their keys and reads only the results. Jobs are
 * scanned from the newest until there are enough; old ones are pruned.
 */
@Injectable()
export class SearchRepository {
  constructor(private readonly mongo: Mongo) {}

  volumes(text: string): Promise<VolumeDocument[]> {
    return this.named<VolumeDocument>('volumes', 'name', text, { name: 1 });
  }
  nodes(text: string): Promise<NodeDocument[]> {
    return this.named<NodeDocument>('nodes', 'name', text, { name: 1 });
  }
  drives(text: string): Promise<DriveDocument[]> {
    return this.named<DriveDocument>('drives', 'serial', text, { serial: 1 });
  }
  driveClasses(text: string): Promise<DriveClassDocument[]> {
    return this.named<DriveClassDocument>('driveClasses', 'name', text, { name: 1 });
  }
  /** The newest jobs: many jobs have the same subject name. */
  jobs(text: string): Promise<JobDocument[]> {
    return this.named<JobDocument>('jobs', 'subject.name', text, { createdAt: -1 }, EVER);
  }

  private async named<T extends Stored>(
    collection: Parameters<Mongo['reading']>[0],
    field: string,
    text: string,
    sort: Sort,
    within: Filter<T> = {},
  ): Promise<T[]> {
    const find = (pattern: string, not: string[], limit: number) =>
      this.mongo
        .reading<T>(collection)
        .find(
          { ...within, [field]: { $regex: pattern, $options: 'i' }, ...(not.length > 0 ? { _id: { $nin: not } } : {}) },
          { sort, limit },
        )
        .toArray() as Promise<T[]>;
    const first = await find(`^${escaped(text)}`, [], MOST_FOUND);
    if (first.length === MOST_FOUND) return first;
    const others = await find(
      escaped(text),
      first.map(({ _id }) => _id),
      MOST_FOUND - first.length,
    );
    return [...first, ...others];
  }
}
