import { isDeepStrictEqual } from 'node:util';
import type { JobDocument, JobView } from './documents/job.document.js';
import { epochJobView } from './job-views/epoch-job-view.js';
import { jobChanged } from './job-views/job-changed.js';
import { advance } from './reconcile/advance.js';
import type { Slice } from './store/slice.js';
import type { VolumeWorld } from './world/volume-world.js';

/** What the reconciler makes of a volume's world, and of what its open jobs show. */
export interface VolumeStep {
  after: Slice;
  /** Jobs that show something else than before. */
  shown: { job: JobDocument; view: JobView }[];
  /** Whether anything is to be stored. */
  isNew: boolean;
  /** When the volume is to be looked at again though nothing is reported; null: never. */
  lookAgainAt: Date | null;
}

/** @param jobs the open ones of the volume and its attachments. */
export function volumeStep(world: VolumeWorld, jobs: readonly JobDocument[]): VolumeStep {
  const next = advance(world);
  const after: Slice = { volume: next.volumeRemoved ? null : next.volume, attachments: next.attachments };
  const shown = jobs.map((job) => ({ job, view: epochJobView(job, world, next) })).filter(({ job, view }) => jobChanged(job, view));
  const isNew = shown.length > 0 || after.volume !== world.volume || !isDeepStrictEqual(after.attachments, world.attachments);
  return { after, shown, isNew, lookAgainAt: next.lookAgainAt };
}
