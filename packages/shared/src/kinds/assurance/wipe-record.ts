import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { bytesSchema, objectFields, referenceSchema } from '../common.js';
import { wipeStates } from '../drive.js';
import { jobReasonSchema } from '../job.js';

/**
 * How a drive was erased. zero: the node wrote zeros to every addressable block (blkdiscard(8), `--zeroout`), flushed the drive's cache, and then found no
 * contents. In the terms of NIST SP 800-88 Rev. 1 this clears a drive; blocks that only its controller can address are not covered.
 */
export const wipeMethods = ['zero'] as const;
export type WipeMethod = (typeof wipeMethods)[number];

export const wipeRecordSchema = z
  .strictObject({
    ...objectFields,
    drive: referenceSchema.meta({ description: 'The drive may have left the cluster since.' }),
    node: referenceSchema.meta({ description: 'The node that it was in.' }),
    serial: z.string(),
    nsid: z.int(),
    model: z.string(),
    firmware: z.string(),
    wwid: z.string().nullable(),
    sizeBytes: bytesSchema,
    contents: z.array(z.string()).meta({ description: 'Contents that were recognised on it before.' }),
    method: z.enum(wipeMethods).meta({
      description:
        'zero: every addressable block was overwritten with zeros, and the write cache flushed. Spare blocks are not addressable.',
    }),
    state: z.enum(wipeStates),
    orderedBy: z.string(),
    beganAt: z.iso.datetime().nullable().meta({ description: 'When the node was first seen to overwrite it. Null: it has not begun.' }),
    endedAt: z.iso.datetime().nullable().meta({ description: 'When the node reported the end. Null: not ended.' }),
    error: jobReasonSchema
      .nullable()
      .meta({ description: 'Why it failed. After a failed wipe that had begun, a part may be overwritten.' }),
    jobId: idSchema.meta({ description: 'Its job, which is removed before the record.' }),
  })
  .meta({ id: 'WipeRecord', description: 'Proof of the wipe of a drive. It stays when the drive, its node or the job is removed.' });
export type WipeRecord = z.infer<typeof wipeRecordSchema>;
