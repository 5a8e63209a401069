import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ClientSession, Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { raises } from '../core/mongo/objects.js';
import { findPage } from '../core/mongo/page.js';
import type { JobDocument, JobView } from './job.document.js';

@Injectable()
export class JobsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get jobs() {
    return this.mongo.collection<JobDocument>('jobs');
  }

  find(id: string): Promise<JobDocument | null> {
    return this.jobs.findOne({ _id: id });
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

  /** Newest job of a kind on a subject. */
  latest(kind: JobDocument['kind'], subjectId: string, session?: ClientSession): Promise<JobDocument | null> {
    return this.jobs.findOne({ kind, 'subject.id': subjectId }, { session, sort: { createdAt: -1 } });
  }

  async show(id: string, view: JobView, session: ClientSession): Promise<void> {
    const finished = view.state === 'done' || view.state === 'failed';
    const now = new Date();
    await this.jobs.updateOne(
      { _id: id },
      { $set: { ...view, updatedAt: now, finishedAt: finished ? now : null }, $inc: raises('decision') },
      { session },
    );
  }
}
