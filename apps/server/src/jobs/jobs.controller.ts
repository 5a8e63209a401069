import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { JobsService } from './jobs.service.js';

@Controller()
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Handles(endpoints.listJobs)
  list(@In() { query }: Input<typeof endpoints.listJobs>) {
    return this.jobs.list(query);
  }

  @Handles(endpoints.getJob)
  get(@In() { params }: Input<typeof endpoints.getJob>) {
    return this.jobs.get(params.id);
  }

  @Handles(endpoints.jobTimeline)
  timeline(@In() { params }: Input<typeof endpoints.jobTimeline>) {
    return this.jobs.timeline(params.id);
  }
}
