import { z } from 'zod';
import { nameSchema } from '../identity.js';
import { scrubbedHalfSchema } from '../integrity/volume-checksums.js';
import { reasonSchema } from '../messages/report.js';
import { scrubActions } from '../messages/scrub.js';
import { bytesSchema, referenceSchema } from './common.js';

/** Days between scheduled scrubs. */
export const scrubIntervalSchema = z.int().min(0).max(366);

const order = {
  action: z
    .enum(scrubActions)
    .meta({ description: 'check: compares the mirror halves. repair: also copies from the first half where they differ.' }),
  origin: z.enum(['person', 'schedule']),
  orderedBy: z.string().nullable().meta({ description: 'Null: the schedule.' }),
  orderedAt: z.iso.datetime(),
};
const counts = {
  checkedBytes: bytesSchema,
  totalBytes: bytesSchema,
  mismatchBytes: bytesSchema.meta({ description: 'As md counts: each range in which the halves differ, in full.' }),
};

/** One scrub that has ended. */
export const scrubResultSchema = z
  .strictObject({
    ...order,
    outcome: z.enum(['completed', 'stopped', 'interrupted']).meta({
      description: 'completed: all of the volume. stopped: by a person. interrupted: the volume was detached, or its epoch ended.',
    }),
    client: referenceSchema,
    startedAt: z.iso.datetime().nullable().meta({ description: 'Null: it had not begun.' }),
    endedAt: z.iso.datetime(),
    ...counts,
    halves: z.array(scrubbedHalfSchema).nullable().meta({
      description: 'Which half was wrong. Null: the volume has no checksums, or the scrub had not begun.',
    }),
  })
  .meta({ id: 'ScrubResult' });
export type ScrubResult = z.infer<typeof scrubResultSchema>;

/** Scrubs of a mirrored volume: what runs, what ended last, what comes. */
export const volumeScrubSchema = z
  .strictObject({
    current: z
      .strictObject({
        ...order,
        client: referenceSchema,
        startedAt: z.iso.datetime().nullable(),
        isStopping: z.boolean(),
        progress: z
          .strictObject({
            state: z.enum(['waiting', 'running', 'paused', 'done']),
            ...counts,
            bytesPerSecond: z.number().nullable().meta({ description: 'Null: it does not run.' }),
            reason: reasonSchema.nullable().meta({ description: 'Why it does not run now.' }),
          })
          .nullable()
          .meta({ description: "Of the client's last report. Null: none yet, and in lists." }),
      })
      .nullable(),
    last: scrubResultSchema.nullable(),
    lastCompletedAt: z.iso.datetime().nullable(),
    nextAt: z.iso.datetime().nullable().meta({ description: 'When the next scheduled scrub is due. Null: no schedule.' }),
    waitsForAttachment: z.boolean().meta({ description: 'No client has the volume attached for writing, so it is not scrubbed.' }),
  })
  .meta({ id: 'VolumeScrub' });
export type VolumeScrub = z.infer<typeof volumeScrubSchema>;

/** Lets md copy from the first half wherever the halves differ. */
export const scrubRepairSchema = z
  .strictObject({
    volumeName: nameSchema.meta({ description: 'Name of the volume, as confirmation.' }),
    copyFrom: z.literal('first-half').meta({
      description:
        'Confirms that the first half wins: md copies from the leg with the lowest index of each mirror set, right or wrong. Nobody knows which half is right.',
    }),
  })
  .meta({ id: 'ScrubRepair' });
export type ScrubRepair = z.infer<typeof scrubRepairSchema>;
