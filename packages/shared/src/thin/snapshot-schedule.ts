import { z } from 'zod';

/** Snapshots that the server takes of a volume by itself. */
export const snapshotScheduleSchema = z
  .strictObject({
    everyHours: z.int().min(1).max(8784),
    keep: z
      .int()
      .min(1)
      .max(200)
      .meta({ description: 'Number of scheduled snapshots that are kept: the oldest one beyond them is deleted.' }),
  })
  .meta({ id: 'SnapshotSchedule' });
export type SnapshotSchedule = z.infer<typeof snapshotScheduleSchema>;
