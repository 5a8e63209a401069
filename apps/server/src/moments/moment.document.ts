import type { Binary } from 'mongodb';
import type { RecordedName } from '../domain/moments/recorded.js';

/** Collection `moments`: packed versions of the documents of one collection. */
export interface MomentDocument {
  _id: string;
  at: Date;
  /** `snapshot`: every document at that time, in one or more parts. `changes`: the documents that changed since the record before. */
  kind: 'snapshot' | 'changes';
  collection: RecordedName;
  part: number;
  /** Number of versions. */
  count: number;
  packedBytes: number;
  packed: Binary;
}

/** Collection `momentRuns`: a time during which a server recorded without a break. */
export interface MomentRunDocument {
  _id: string;
  from: Date;
  until: Date;
}
