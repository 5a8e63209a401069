import { z } from 'zod';
import { idSchema } from '../identity.js';
import { emptySchema } from '../kinds/common.js';
import { jobKinds, jobSchema, jobStates } from '../kinds/job.js';
import { jobTimelineSchema } from '../timeline/job-timeline.js';
import { endpoint, listQuery, pageOf } from './definition/endpoint.js';
import { id, list, one, v1, write } from './definition/parts.js';

export const jobsEndpoints = {
  listJobs: endpoint({
    id: 'listJobs',
    method: 'GET',
    path: `${v1}/jobs`,
    summary: 'List jobs',
    tag: 'jobs',
    access: 'job:read',
    volumeScope: 'filtered',
    status: 200,
    query: listQuery(['createdAt', 'updatedAt'], {
      state: z.enum(jobStates).optional(),
      kind: z.enum(jobKinds).optional(),
      subjectId: idSchema.optional(),
    }),
    response: pageOf(jobSchema, 'JobPage'),
    errors: list,
  }),
  getJob: endpoint({
    id: 'getJob',
    method: 'GET',
    path: `${v1}/jobs/:id`,
    summary: 'Get a job',
    tag: 'jobs',
    access: 'job:read',
    volumeScope: 'filtered',
    status: 200,
    params: id,
    response: jobSchema,
    errors: one,
  }),
  jobTimeline: endpoint({
    id: 'jobTimeline',
    method: 'GET',
    path: `${v1}/jobs/:id/timeline`,
    summary: 'Get where the time of a job went',
    tag: 'jobs',
    access: 'job:read',
    volumeScope: 'filtered',
    status: 200,
    params: id,
    response: jobTimelineSchema,
    errors: one,
  }),
  cancelJob: endpoint({
    id: 'cancelJob',
    method: 'POST',
    path: `${v1}/jobs/:id/cancel`,
    summary: 'Cancel a job before its first irreversible step. An eviction or drain can be cancelled at any time; moved legs stay moved',
    tag: 'jobs',
    access: 'job:cancel',
    volumeScope: 'change-job',
    status: 200,
    params: id,
    body: emptySchema.optional(),
    response: jobSchema,
    // No If-Match: a job changes with every step, and a cancellation means the same after each.
    errors: [...write, 'not-found', 'wrong-state'],
  }),
} as const;
