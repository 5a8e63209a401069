import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { WipeRecord } from '@weft/shared/kinds/assurance/wipe-record';
import type { ClientSession, Filter } from 'mongodb';
import { exported, mapped } from '../core/http/exported.js';
import { Mongo } from '../core/mongo/mongo.js';
import { updateVersioned } from '../core/mongo/objects.js';
import { findPage } from '../core/mongo/page.js';
import { toObject } from '../core/mongo/stored.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { JobDocument, JobView } from '../domain/documents/job.document.js';
import { type UsedMethod, type WipeRecordDocument, wipeFollowed, wipeOrdered } from '../domain/drive/wipe-record.js';

const COLUMNS = [
  ...['createdAt', 'beganAt', 'endedAt', 'state', 'method', 'sanitizeAction', 'serial', 'model', 'firmware', 'wwid', 'nsid', 'sizeBytes'],
  ...['contents', 'node', 'orderedBy', 'error', 'driveId', 'id'],
];

type RecordFilter = Pick<Query<typeof endpoints.exportWipeRecords>, 'driveId' | 'nodeId' | 'serial' | 'state'>;

const filterOf = ({ driveId, nodeId, serial, state }: RecordFilter): Filter<WipeRecordDocument> => ({
  ...(driveId ? { 'drive.id': driveId } : {}),
  ...(nodeId ? { 'node.id': nodeId } : {}),
  ...(serial ? { serial } : {}),
  ...(state ? { state } : {}),
});

/** Records of wipes follow their jobs, in the transactions that store these, and stay when drives, nodes and jobs are removed. */
@Injectable()
export class WipeRecords {
  constructor(private readonly mongo: Mongo) {}

  private get records() {
    return this.mongo.collection<WipeRecordDocument>('wipeRecords');
  }

  async open(job: JobDocument, drive: DriveDocument, session: ClientSession): Promise<void> {
    await this.records.insertOne(wipeOrdered(job, drive), { session });
  }

  /** Does nothing for a job of another kind, and for one of before records were kept. */
  async follow({ _id: id, kind }: JobDocument, view: JobView, used: UsedMethod | null, session: ClientSession): Promise<void> {
    if (kind !== 'drive.wipe') return;
    const before = await this.records.findOne({ _id: id }, { session });
    if (!before) return;
    const { state, beganAt, endedAt, error, method, sanitizeAction = null } = wipeFollowed(before, view, used, new Date());
    const isSameMethod = method === before.method && sanitizeAction === (before.sanitizeAction ?? null);
    if (state === before.state && beganAt === before.beganAt && isSameMethod) return;
    await updateVersioned(this.records, { id, set: { state, beganAt, endedAt, error, method, sanitizeAction }, session });
  }

  async list(query: Query<typeof endpoints.listWipeRecords>) {
    const sortFields = { createdAt: 'createdAt', serial: 'serial' };
    const page = await findPage(this.records, { filter: filterOf(query), query, sortFields });
    return { ...page, items: page.items.map(toRecord) };
  }

  export({ format, ...filter }: Query<typeof endpoints.exportWipeRecords>): StreamableFile {
    const records = this.records.find(filterOf(filter)).sort({ createdAt: 1, _id: 1 });
    return exported('weft-wipe-records', format, mapped(records, toRecord), {
      names: COLUMNS,
      cellsOf: ({ contents, node, error, drive, ...record }) => ({
        ...record,
        ...{ contents: contents.join('; '), node: node.name, error: error?.message ?? null, driveId: drive.id },
      }),
    });
  }
}

function toRecord(document: WipeRecordDocument): WipeRecord {
  const { drive, node, serial, nsid, model, firmware, wwid, sizeBytes, contents, method, state, orderedBy, error } = document;
  const { sanitizeAction = null } = document;
  return toObject<WipeRecord>(document, {
    ...{ drive, node, serial, nsid, model, firmware, wwid, sizeBytes, contents, method, sanitizeAction, state, orderedBy, error },
    ...{ beganAt: document.beganAt?.toISOString() ?? null, endedAt: document.endedAt?.toISOString() ?? null, jobId: document._id },
  });
}
