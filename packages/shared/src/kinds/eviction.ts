import { z } from 'zod';
import { idSchema } from '../identity.js';
import { bytesSchema, referenceSchema } from './common.js';
import { protections } from './volume.js';

/** One leg of a drive or node that is being evicted. */
const evictedLegSchema = z.strictObject({
  volume: referenceSchema,
  protection: z.enum(protections),
  legId: idSchema,
  index: z.int(),
  sizeBytes: bytesSchema,
  message: z.string(),
});

export const evictionPlanSchema = z
  .strictObject({
    moves: z.array(
      evictedLegSchema.extend({
        to: z
          .strictObject({ drive: z.strictObject({ id: idSchema, serial: z.string() }), node: referenceSchema })
          .nullable()
          .meta({
            description: 'Where there is room for it now, beside the moves before it; null: nowhere, as the message says in numbers.',
          }),
      }),
    ),
    notMovable: z
      .array(evictedLegSchema)
      .meta({ description: 'Legs that stay: nothing else has their data, or they are of older epochs.' }),
  })
  .meta({ id: 'EvictionPlan', description: 'What emptying a drive or node moves, and what it cannot.' });
export type EvictionPlan = z.infer<typeof evictionPlanSchema>;
