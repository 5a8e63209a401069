import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { bytesSchema, messageFields, referenceSchema } from '../common.js';

/**
 * Effect of a loss on a volume. fewer-paths: every leg keeps a path. degraded: every mirror set keeps an in-sync leg.
 * stalled: some data is unreachable until the lost object is back. lost: some data is lost permanently.
 */
export const dependencyEffects = ['fewer-paths', 'degraded', 'stalled', 'lost'] as const;
export type DependencyEffect = (typeof dependencyEffects)[number];

export const dependentsSchema = z
  .strictObject({
    volumes: z.array(
      z.strictObject({
        volume: referenceSchema,
        effect: z.enum(dependencyEffects),
        ...messageFields,
        legIds: z.array(idSchema).meta({ description: 'Legs that would be unreachable.' }),
        attachedBy: z.array(referenceSchema),
      }),
    ),
    clientOf: z
      .array(z.strictObject({ attachmentId: idSchema, volume: referenceSchema }))
      .meta({ description: 'Attachments that would end, because the object is their client.' }),
    repair: z
      .array(
        z.strictObject({
          driveClass: referenceSchema,
          neededBytes: bytesSchema,
          availableBytes: bytesSchema.meta({ description: 'Free in the class, without the space that would be lost.' }),
          legs: z.int(),
          placeableLegs: z.int().meta({ description: 'Legs that fit on a drive outside the failure domains of the other mirror halves.' }),
          enough: z.boolean(),
        }),
      )
      .meta({ description: 'Space needed to restore redundancy, by class.' }),
  })
  .meta({ id: 'Dependents', description: 'Effects of losing the object now.' });
export type Dependents = z.infer<typeof dependentsSchema>;
