import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ClientSession, Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { raises } from '../core/mongo/objects.js';
import { findPage } from '../core/mongo/page.js';
import type { JobDocument, JobView } from '../domain/documents/job.document.js';
import { readable } from '../domain/store/readable.js';
import { stepsSince } from './steps-since.js';

type EndedJob = Pick<JobDocument, '_id' | 'kind' | 'subject'>;
const FIRST_JOBS = [
  { kind: 'volume.create', collection: 'volumes' },
  { kind: 'attachment.attach', collection: 'attachments' },
] as const;

@Injectable()
export class JobsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get jobs() {
    return this.mongo.collection<JobDocument>('jobs');
  }

  find(id: string, session?: ClientSession): Promise<JobDocument | null> {
    return this.jobs.findOne({ _id: id }, { session });
  }

  page(query: Query<typeof endpoints.listJobs>) {
    const filter: Filter<JobDocument> = {};
    if (query.state) filter.state = query.state;
    if (query.kind) filter.kind = query.kind;
    if (query.subjectId) filter['subject.id'] = query.subjectId;
    return findPage(this.jobs, { filter, query, sortFields: { createdAt: 'createdAt', updatedAt: 'updatedAt' } });
  }

  async insert(job: JobDocument, session: ClientSession): Promise<void> {
    await this.jobs.insertOne(job, { session });
  }

  openFor(subjectIds: string[], session?: ClientSession): Promise<JobDocument[]> {
    return this.jobs.find({ 'subject.id': { $in: subjectIds }, state: { $in: ['running', 'waiting'] } }, { session }).toArray();
  }

  openOf(kinds: readonly JobDocument['kind'][], session?: ClientSession): Promise<JobDocument[]> {
    return this.jobs.find({ kind: { $in: [...kinds] }, state: { $in: ['running', 'waiting'] } }, { session }).toArray();
  }

  /** Every stored job of a kind, oldest first. */
  ofKind(kind: JobDocument['kind']): Promise<JobDocument[]> {
    return this.jobs.find({ kind }, { sort: { createdAt: 1 } }).toArray();
  }

  /** Newest job of a kind on a subject. */
  latest(kind: JobDocument['kind'], subjectId: string, session?: ClientSession): Promise<JobDocument | null> {
    return this.jobs.findOne({ kind, 'subject.id': subjectId }, { session, sort: { createdAt: -1 } });
  }

  async show({ _id, steps }: Pick<JobDocument, '_id' | 'steps'>, view: JobView, session: ClientSession): Promise<void> {
    const finished = view.state === 'done' || view.state === 'failed';
    const now = new Date();
    await this.jobs.updateOne(
      { _id },
      {
        $set: { ...view, steps: stepsSince(steps, view.steps, now), updatedAt: now, finishedAt: finished ? now : null },
        $inc: raises('decision'),
      },
      { session },
    );
  }

  /** Jobs that ended before this age by the database's clock, in order of id, starting after `after`. */
  endedBefore(ageMs: number, after: string, limit: number): Promise<EndedJob[]> {
    const old = { $expr: { $lt: ['$finishedAt', { $subtract: ['$$NOW', ageMs] }] } };
    return this.jobs
      .find<EndedJob>(
        { _id: { $gt: after }, finishedAt: { $ne: null }, ...old },
        { projection: { kind: 1, subject: 1 }, sort: { _id: 1 }, limit },
      )
      .toArray();
  }

  /** Removes jobs that are no longer needed. A repeated create of an existing object returns its first job, so those stay. */
  async removeUnneeded(jobs: readonly EndedJob[], session: ClientSession): Promise<number> {
    const needed = new Set<string>();
    for (const { kind, collection } of FIRST_JOBS) {
      const ids = jobs.filter((job) => job.kind === kind).map(({ subject }) => subject.id);
      for (const id of await readable(this.mongo, collection).distinct('_id', { _id: { $in: ids } }, { session }))
        needed.add(`${kind} ${id}`);
    }
    const unneeded = jobs.filter(({ kind, subject }) => !needed.has(`${kind} ${subject.id}`)).map(({ _id }) => _id);
    return (await this.jobs.deleteMany({ _id: { $in: unneeded } }, { session })).deletedCount;
  }
}
