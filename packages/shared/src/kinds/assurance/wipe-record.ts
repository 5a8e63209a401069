import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { eraseActions, wipeMethods } from '../../wipe/wipe-method.js';
import { bytesSchema, objectFields, referenceSchema } from '../common.js';
import { wipeStates } from '../drive.js';
import { jobReasonSchema } from '../job.js';

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
        'The ordered method; from its begin on, the one that the node reports. zero: every addressable block was overwritten with zeros, and the write cache flushed; spare blocks are not addressable (NIST SP 800-88: clear). sanitize: the drive erased all of its media by `sanitizeAction`, and a sample of its blocks was read (purge).',
    }),
    sanitizeAction: z
      .enum(eraseActions)
      .nullable()
      .meta({ description: 'Sanitize action that the drive accepted. Null: another method, or not accepted yet.' }),
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
