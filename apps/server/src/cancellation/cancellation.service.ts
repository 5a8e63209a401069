import { Injectable } from '@nestjs/common';
import type { Job } from '@weft/shared/kinds/job';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { BenchmarksService } from '../benchmarks/benchmarks.service.js';
import { requireCancellable } from '../domain/requests/cancel-job.js';
import { DrillsService } from '../drills/drills.service.js';
import { DrivesService } from '../drives/drives.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { EvictionsService } from '../repair/evictions.service.js';
import { VolumesService } from '../volumes/volumes.service.js';

/** Cancels jobs before their first irreversible step. Each feature ends its own jobs. */
@Injectable()
export class CancellationService {
  constructor(
    private readonly jobs: JobsService,
    private readonly evictions: EvictionsService,
    private readonly drives: DrivesService,
    private readonly volumes: VolumesService,
    private readonly attachments: AttachmentsService,
    private readonly benchmarks: BenchmarksService,
    private readonly drills: DrillsService,
  ) {}

  /** @throws DomainError for a job that has ended or can no longer be cancelled: why, and what to do instead. */
  async cancel(jobId: string, requestedBy: string): Promise<Job> {
    const job = await this.jobs.get(jobId);
    if (job.error?.code === 'cancelled') return job;
    requireCancellable(job);
    switch (job.kind) {
      case 'drive.take':
      case 'drive.wipe':
      case 'drive.release':
        await this.drives.cancel(job.subject.id, jobId, requestedBy);
        break;
      case 'volume.create':
        // The job then shows that the volume was deleted before it was ready.
        await this.volumes.remove(job.subject.id, undefined, requestedBy);
        break;
      case 'attachment.attach':
        await this.attachments.remove(job.subject.id, undefined, requestedBy);
        break;
      case 'benchmark.run':
        await this.benchmarks.cancel(job.subject.id, requestedBy);
        break;
      case 'drill.run':
        await this.drills.cancel(job.subject.id, requestedBy);
        break;
      default:
        return this.evictions.cancel(jobId);
    }
    return this.jobs.get(jobId);
  }
}
