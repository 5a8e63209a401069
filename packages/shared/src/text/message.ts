import { z } from 'zod';

/*
 * A message is a code of the catalogue with its data. Every reader renders the sentence from them; none parses a sentence.
 */

export const messageReferenceKinds = ['volume', 'node', 'drive', 'attachment', 'leg'] as const;

/** An object that a message names, with its name at that time. The name of a leg is its index, that of a drive its serial. */
export const messageReferenceSchema = z.strictObject({ kind: z.enum(messageReferenceKinds), id: z.string(), name: z.string() }).meta({
  id: 'MessageReference',
  description: 'An object that a message names. The name of a leg is its index, that of a drive its serial.',
});
export type MessageReference = z.infer<typeof messageReferenceSchema>;

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);

/** Data of a message: scalars (times in ISO 8601, quantities in the unit of their name), references, other messages, and lists of these. */
export const messageSchema = z
  .strictObject({
    code: z.string(),
    get params() {
      return paramsSchema;
    },
  })
  .meta({ id: 'Message', description: 'A code of docs/messages.md with its data.' });

const oneSchema = z.union([scalarSchema, messageReferenceSchema, messageSchema]);

export const paramsSchema: z.ZodType<Params> = z
  .record(z.string(), z.union([oneSchema, z.array(oneSchema)]))
  .meta({ id: 'MessageParams', description: 'Data of a message, by the names in docs/messages.md.' });

export interface Message {
  code: string;
  params: Params;
}
type One = string | number | boolean | MessageReference | Message;
export type Params = { [name: string]: One | One[] };
