import { z } from 'zod';
import { idSchema, lineSchema } from '../identity.js';

export const foundKinds = ['volume', 'node', 'drive', 'drive-class', 'job'] as const;

/** Most results of each kind; a longer search text narrows them down. */
export const MOST_FOUND = 8;

export const searchQuerySchema = z.strictObject({
  text: lineSchema(64, z.string().trim())
    .min(1)
    .meta({ description: 'Part of a name, or of a serial; small and large letters are alike.', examples: ['orders'] }),
});

export const foundSchema = z
  .strictObject({
    kind: z.enum(foundKinds),
    id: idSchema,
    name: z.string().meta({ description: 'Name; of a drive its serial, of a job that of its subject.' }),
    detail: z.string().meta({ description: 'What tells it from others alike: the node of a drive, the kind and state of a job.' }),
  })
  .meta({ id: 'Found' });
export type Found = z.infer<typeof foundSchema>;

export const searchAnswerSchema = z
  .strictObject({ items: z.array(foundSchema) })
  .meta({ id: 'SearchAnswer', description: `At most ${MOST_FOUND} of each kind; names that begin with the text first.` });
