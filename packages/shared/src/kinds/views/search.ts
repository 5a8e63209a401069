import { z } from 'zod';
import { idSchema, lineSchema } from '../../identity.js';

export const foundKinds = ['volume', 'node', 'drive', 'drive-class', 'job'] as const;

/** Most results of each kind; a longer search text narrows them down. */
export const MOST_FOUND = 8;

export const searchQuerySchema = z.strictObject({
  text: lineSchema(64, z.string().trim())
    .min(1)
    .meta({ description: 'Part of a name or serial. Case does not matter.', examples: ['orders'] }),
});

export const foundSchema = z
  .strictObject({
    kind: z.enum(foundKinds),
    id: idSchema,
    name: z.string().meta({ description: "Name of the object: the serial of a drive, the name of a job's subject." }),
    detail: z.string().meta({ description: 'Distinguishes it from similar objects: the node of a drive, the kind and state of a job.' }),
  })
  .meta({ id: 'Found' });
export type Found = z.infer<typeof foundSchema>;

export const searchAnswerSchema = z
  .strictObject({ items: z.array(foundSchema) })
  .meta({ id: 'SearchAnswer', description: `At most ${MOST_FOUND} objects of each kind. Names that begin with the text come first.` });
