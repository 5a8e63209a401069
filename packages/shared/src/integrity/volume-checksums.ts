import { z } from 'zod';
import { idSchema } from '../identity.js';

const halfFields = {
  legId: idSchema,
  index: z.int(),
  node: z.strictObject({ id: idSchema, name: z.string() }),
  drive: z.strictObject({ id: idSchema, serial: z.string() }),
};
const errorsSchema = z.int().min(0);

/** Wrong checksums of a volume whose legs lie on dm-integrity, by leg. */
export const volumeChecksumsSchema = z
  .strictObject({
    newErrors: errorsSchema.meta({ description: 'Not acknowledged yet, on all legs: the condition ChecksumErrors names them.' }),
    legs: z.array(
      z.strictObject({
        ...halfFields,
        errors: errorsSchema.meta({
          description:
            'Reads of the leg whose checksum was wrong, since the leg was made. It goes on when the count of its target starts again.',
        }),
        newErrors: errorsSchema.meta({ description: 'Errors after the acknowledgement.' }),
      }),
    ),
    acknowledged: z
      .strictObject({ by: z.string(), at: z.iso.datetime() })
      .nullable()
      .meta({ description: 'The last acknowledgement of these errors. Null: none.' }),
  })
  .meta({ id: 'VolumeChecksums' });
export type VolumeChecksums = z.infer<typeof volumeChecksumsSchema>;

/** counting: targets may still find more. complete: all. restarted, unknown: at least these. */
export const halfCounts = ['counting', 'complete', 'restarted', 'unknown'] as const;

/** Wrong checksums that came up on one half of a mirror while it was scrubbed. */
export const scrubbedHalfSchema = z
  .strictObject({
    ...halfFields,
    checksumErrors: errorsSchema.meta({
      description: 'Reads of this half whose checksum was wrong while the scrub ran, those of applications too: this half was wrong.',
    }),
    count: z.enum(halfCounts).meta({
      description:
        'counting: targets look once a minute, and may still report more. complete: all are counted. restarted: the count of the target started again meanwhile, so these are at least as many. unknown: the target has not reported since, so these are at least as many.',
    }),
  })
  .meta({ id: 'ScrubbedHalf' });
export type ScrubbedHalf = z.infer<typeof scrubbedHalfSchema>;
