import { z } from 'zod';
import { idSchema } from '../identity.js';
import { bytesSchema, messageFields, referenceSchema } from './common.js';
import { protections } from './volume.js';

/** One leg of a drive or node that is being evicted. */
const evictedLegSchema = z.strictObject({
  volume: referenceSchema,
  protection: z.enum(protections),
  legId: idSchema,
  index: z.int(),
  sizeBytes: bytesSchema,
  ...messageFields,
});

export const evictionPlanSchema = z
  .strictObject({
    moves: z.array(
      evictedLegSchema.extend({
        to: z
          .strictObject({ drive: z.strictObject({ id: idSchema, serial: z.string() }), node: referenceSchema })
          .nullable()
          .meta({
            description:
              'A drive with space for the leg, after the moves before it. Null: no drive has space; the message gives the numbers.',
          }),
      }),
    ),
    notMovable: z
      .array(evictedLegSchema)
      .meta({ description: 'Legs that cannot move: no other leg has their data, or they belong to older epochs.' }),
  })
  .meta({ id: 'EvictionPlan', description: 'Legs that evicting a drive or draining a node moves, and legs that it cannot move.' });
export type EvictionPlan = z.infer<typeof evictionPlanSchema>;
