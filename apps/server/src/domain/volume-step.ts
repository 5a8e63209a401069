import { isDeepStrictEqual } from 'node:util';
import type { JobDocument, JobView } from './documents/job.document.js';
import { epochJobView } from './job-views/epoch-job-view.js';
import { jobChanged } from './job-views/job-changed.js';
import { advance } from './reconcile/advance.js';
import type { Slice } from './store/slice.js';
import type { VolumeWorld } from './world/volume-world.js';

/** Result of the reconciler for one volume: its next state and the views of its open jobs. */
export interface VolumeStep {
  after: Slice;
  /** Jobs whose view changed. */
  shown: { job: JobDocument; view: JobView }[];
  /** Whether there is a change to store. */
  isNew: boolean;
  /** When the reconciler must run again even without a new report; null: never. */
  lookAgainAt: Date | null;
}

/** @param jobs open jobs of the volume and its attachments. */
export function volumeStep(world: VolumeWorld, jobs: readonly JobDocument[]): VolumeStep {
  const next = advance(world);
  const after: Slice = { volume: next.volumeRemoved ? null : next.volume, attachments: next.attachments };
  const shown = jobs.map((job) => ({ job, view: epochJobView(job, world, next) })).filter(({ job, view }) => jobChanged(job, view));
  const isNew = shown.length > 0 || after.volume !== world.volume || !isDeepStrictEqual(after.attachments, world.attachments);
  return { after, shown, isNew, lookAgainAt: next.lookAgainAt };
}
