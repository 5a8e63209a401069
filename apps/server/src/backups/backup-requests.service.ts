import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job } from '@weft/shared/kinds/job';
import type { ClientSession } from 'mongodb';
import { Leases } from '../core/leases/leases.js';
import { Mongo } from '../core/mongo/mongo.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { JobsService } from '../jobs/jobs.service.js';
import { BACKUP_JOBS } from './backup-jobs.service.js';
import { BACKUPS_LEASE } from './backups.service.js';

type Request = Pick<JobDocument, 'kind' | 'subject' | 'requestedBy'>;

/** Jobs of backups that users request. */
@Injectable()
export class BackupRequests {
  constructor(
    private readonly mongo: Mongo,
    private readonly leases: Leases,
    private readonly jobs: JobsService,
  ) {}

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  /** One backup at a time, and one verification of a file at a time. @throws DomainError `wrong-state` */
  open(request: Request): Promise<{ job: Job }> {
    return this.mongo.transaction(async (session) => {
      await this.leases.touch(BACKUPS_LEASE, session);
      const open = await this.jobs.openOf(BACKUP_JOBS, session);
      const { kind, subject } = request;
      const other = open.find((job) => job.kind === kind && (kind === 'backup.take' || job.subject.id === subject.id));
      if (other && kind === 'backup.take') throw new DomainError('backup-in-progress', { job: other._id });
      if (other) throw new DomainError('backup-verification-in-progress', { file: subject.name, job: other._id });
      return { job: this.jobs.toJob(await this.jobs.open(session, request)) };
    });
  }

  /** The newest verification of each backup, by its id. */
  async verifications(): Promise<Map<string, JobDocument>> {
    return new Map((await this.jobs.ofKind('backup.verify')).map((job) => [job.subject.id, job]));
  }
}
