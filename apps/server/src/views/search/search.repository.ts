import { Injectable } from '@nestjs/common';
import { MOST_FOUND } from '@weft/shared/kinds/views/search';
import type { Document, Filter, Sort } from 'mongodb';
import { escaped } from '../../core/mongo/containing.js';
import { Mongo } from '../../core/mongo/mongo.js';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import type { DriveClassDocument } from '../../domain/documents/drive-class.document.js';
import type { JobDocument } from '../../domain/documents/job.document.js';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { Part } from '../../domain/documents/parts.js';
import type { VolumeDocument } from '../../domain/documents/volume.document.js';

/** Matches every job. With a bound on `createdAt`, the planner searches for the name in the keys of the index of both fields, instead of reading every job. */
const EVER: Filter<JobDocument> = { createdAt: { $gt: new Date(0) } };

/** A text with fewer matches is rare. */
const RARE = 64;

type FoundVolume = Part<VolumeDocument, '_id' | 'name' | 'status.state'>;
type FoundNode = Part<NodeDocument, '_id' | 'name' | 'status.connection'>;
type FoundDrive = Pick<DriveDocument, '_id' | 'serial' | 'nodeName'>;
type FoundDriveClass = Part<DriveClassDocument, '_id' | 'name' | 'spec.description'>;
type FoundJob = Pick<JobDocument, '_id' | 'kind' | 'subject' | 'state'>;

/**
 * A few objects of each kind by a part of their name. Indexes contain names and serials: the search scans their keys and reads only the results. Jobs are
 * scanned from the newest until there are enough; old ones are pruned.
 */
@Injectable()
export class SearchRepository {
  constructor(private readonly mongo: Mongo) {}

  volumes(text: string): Promise<FoundVolume[]> {
    return this.named<FoundVolume>('volumes', 'name', text, { fields: { 'status.state': 1 } });
  }
  nodes(text: string): Promise<FoundNode[]> {
    return this.named<FoundNode>('nodes', 'name', text, { fields: { 'status.connection.state': 1 } });
  }
  drives(text: string): Promise<FoundDrive[]> {
    return this.named<FoundDrive>('drives', 'serial', text, { fields: { nodeName: 1 } });
  }
  driveClasses(text: string): Promise<FoundDriveClass[]> {
    return this.named<FoundDriveClass>('driveClasses', 'name', text, { fields: { 'spec.description': 1 } });
  }
  /** The newest jobs: many jobs have the same subject name. */
  jobs(text: string): Promise<FoundJob[]> {
    return this.named<FoundJob>('jobs', 'subject.name', text, {
      ...{ fields: { kind: 1, state: 1 }, sort: { createdAt: -1 }, within: EVER },
    });
  }

  /** Each match scans all keys. One scan is enough for a rare text: all its results are sorted here. For a frequent text a second scan finds names that begin with it. */
  private async named<T extends { _id: string }>(
    collection: Parameters<Mongo['reading']>[0],
    field: string,
    text: string,
    { fields, sort = { [field]: 1 }, within = {} }: { fields: Document; sort?: Sort; within?: Filter<JobDocument> },
  ): Promise<T[]> {
    const find = (pattern: string, limit: number) =>
      this.mongo
        .reading<T>(collection)
        .find({ ...within, [field]: { $regex: pattern, $options: 'i' } } as unknown as Filter<T>, {
          sort,
          limit,
          projection: { ...fields, [field]: 1 },
        })
        .toArray() as Promise<T[]>;
    const any = await find(escaped(text), RARE);
    if (any.length < RARE) {
      const begins = new RegExp(`^${escaped(text)}`, 'i');
      const isFirst = (each: T) => begins.test(valueAt(each, field));
      return [...any.filter(isFirst), ...any.filter((each) => !isFirst(each))].slice(0, MOST_FOUND);
    }
    const first = await find(`^${escaped(text)}`, MOST_FOUND);
    const ids = new Set(first.map(({ _id }) => _id));
    return [...first, ...any.filter(({ _id }) => !ids.has(_id))].slice(0, MOST_FOUND);
  }
}

const valueAt = (document: object, path: string): string =>
  String(path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document) ?? '');
