import { z } from 'zod';
import { secondFactorWantedSchema } from '../kinds/access/second-factor.js';
import { maintenanceBlockerSchema } from '../kinds/maintenance.js';
import { ERROR_STATUS, type ErrorCode } from '../text/errors/entry/error-status.js';
import { messageSchema } from '../text/message.js';

/** A shortage: what, where, by how much. Lets a client offer the fix. Bytes unless `unit` says otherwise. */
export const shortageSchema = z
  .strictObject({
    what: z.enum(['space', 'drives', 'failure-domains', 'storage-networks']),
    unit: z.enum(['bytes', 'count']),
    needed: z.number(),
    available: z.number(),
    where: z.string().meta({ description: 'Name of the class, failure domain or node.' }),
  })
  .meta({ id: 'Shortage' });
export type Shortage = z.infer<typeof shortageSchema>;

/** RFC 9457 problem document. */
export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    detail: z.string().meta({ description: 'What failed, why, and what to do.' }),
    reason: messageSchema.meta({
      description: 'What `detail` is made of: a code of docs/messages.md, more specific than `code`, and its data.',
    }),
    field: z.string().optional().meta({ description: 'Path of the invalid field.' }),
    requestId: z.string(),
    shortages: z.array(shortageSchema).optional(),
    blockers: z
      .array(maintenanceBlockerSchema)
      .optional()
      .meta({ description: 'With maintenance-unsafe: volumes that would stall or be lost.' }),
    secondFactor: secondFactorWantedSchema
      .optional()
      .meta({ description: 'With second-factor-required: what the second step of the login needs.' }),
    fittingStepSeconds: z.int().optional().meta({ description: 'With too-many-points: the smallest allowed step.' }),
    fittingSizeBytes: z
      .int()
      .optional()
      .meta({ description: 'Without a placement: the largest size that has one now, with all other fields unchanged. Absent: none.' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document.' });
export type Problem = z.infer<typeof problemSchema>;
