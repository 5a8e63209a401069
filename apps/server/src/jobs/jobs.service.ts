import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job } from '@weft/shared/kinds/job';
import type { JobTimeline } from '@weft/shared/timeline/job-timeline';
import type { ClientSession } from 'mongodb';
import { newStored } from '../core/mongo/objects.js';
import type { JobDocument, JobView } from '../domain/documents/job.document.js';
import { jobChanged } from '../domain/job-views/job-changed.js';
import { toJob } from './job.mapper.js';
import { JobsRepository } from './jobs.repository.js';
import { TracesService } from './timeline/traces.service.js';

/** Jobs are views: the request is stored once, and the rest is computed from its subject's state. Killing a server changes no job. */
@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly traces: TracesService,
  ) {}

  async list(query: Query<typeof endpoints.listJobs>) {
    const page = await this.jobs.page(query);
    return { ...page, items: page.items.map(toJob) };
  }

  async get(id: string): Promise<Job> {
    const job = await this.jobs.find(id);
    if (!job) throw new DomainError('job-not-found', { id });
    return toJob(job);
  }

  /** @throws DomainError `not-found`. */
  async timeline(id: string): Promise<JobTimeline> {
    const job = await this.jobs.find(id);
    if (!job) throw new DomainError('job-not-found', { id });
    return this.traces.timeline(job);
  }

  /** @throws DomainError `not-found`. */
  async require(id: string, session: ClientSession): Promise<JobDocument> {
    const job = await this.jobs.find(id, session);
    if (!job) throw new DomainError('job-not-found', { id });
    return job;
  }

  /** Opens the job of a request, in the request's own transaction. */
  async open(session: ClientSession, request: Pick<JobDocument, 'kind' | 'subject' | 'requestedBy'>): Promise<JobDocument> {
    const job: JobDocument = { ...newStored(), ...request, state: 'running', steps: [], waitingFor: [], error: null, finishedAt: null };
    await this.jobs.insert(job, session);
    return job;
  }

  openFor(subjectIds: string[], session?: ClientSession): Promise<JobDocument[]> {
    return this.jobs.openFor(subjectIds, session);
  }

  /** Open jobs of these kinds. */
  openOf(kinds: readonly JobDocument['kind'][], session?: ClientSession): Promise<JobDocument[]> {
    return this.jobs.openOf(kinds, session);
  }

  /** Every stored job of a kind, oldest first: only for kinds with few jobs. */
  ofKind(kind: JobDocument['kind']): Promise<JobDocument[]> {
    return this.jobs.ofKind(kind);
  }

  latest(kind: JobDocument['kind'], subjectId: string, session?: ClientSession): Promise<JobDocument | null> {
    return this.jobs.latest(kind, subjectId, session);
  }

  /** Stores the job's view if it has changed. */
  async show(job: JobDocument, view: JobView, session: ClientSession): Promise<void> {
    if (!jobChanged(job, view)) return;
    await this.jobs.show(job, view, session);
  }

  toJob(job: JobDocument): Job {
    return toJob(job);
  }
}
