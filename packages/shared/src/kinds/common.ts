import { z } from 'zod';
import { idSchema } from '../identity.js';
import { paramsSchema } from '../text/message.js';
import type { ConditionType } from './condition-types.js';

/**
 * Fields of every object. `version` is its ETag: a change sends it in `If-Match`. Changes of live data (health, conditions, connections, SMART) leave
 * `version` as it is, so that no request is refused for data that no decision depends on. They raise only `revision`, which rises with every change.
 */
export const objectFields = {
  id: idSchema,
  version: z.int().meta({
    description: 'Rises when the spec, state or content of the object changes; live data do not raise it. Send it, quoted, in If-Match.',
  }),
  revision: z.int().meta({ description: 'Rises with every change, live data included. The copy with the higher revision is newer.' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** A number of bytes that must be a power of two. OpenAPI lists all values. */
export const powerOfTwoSchema = (min: number, max: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .refine((bytes) => Number.isInteger(Math.log2(bytes)), 'must be a power of two')
    .meta({ enum: Array.from({ length: Math.log2(max / min) + 1 }, (_, step) => min * 2 ** step) });

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in it, except tab and line break.
const NO_CONTROL = /^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f]*$/;

/** What a person writes for other people: 1 to `most` characters without the space around them. */
export const plainTextSchema = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most)
    .regex(NO_CONTROL, 'must not have control characters, except tabs and line breaks (LF)')
    .meta({ description: 'Plain text.' });

export const bytesSchema = z.int().min(0).meta({ description: 'Bytes.' });

/** Reference to an object, with its name at the time of reading. */
export const referenceSchema = z.strictObject({ id: idSchema, name: z.string() }).meta({ id: 'Reference' });
export type Reference = z.infer<typeof referenceSchema>;

/** A message with its English sentence. */
export const messageFields = {
  code: z.string().meta({ description: 'Code of the message (docs/messages.md).' }),
  params: paramsSchema,
  message: z.string().meta({ description: 'The message in English.' }),
};

export const sentMessageSchema = z
  .strictObject(messageFields)
  .meta({ id: 'SentMessage', description: 'A message with its English sentence.' });

/** One named fact in a status. */
export const conditionSchema = z
  .strictObject({
    type: z.string(),
    status: z.enum(['true', 'false', 'unknown']),
    since: z.iso.datetime(),
    reason: z.string().meta({ description: 'Stable code.' }),
    code: z.string().optional().meta({ description: 'Code of the message (docs/messages.md) if it differs from the reason.' }),
    params: paramsSchema
      .optional()
      .meta({ description: 'Data of the message. Absent: an earlier version stored the condition, or the text has no code.' }),
    message: z.string().meta({ description: 'The message in English.' }),
    waitingFor: z.string().optional().meta({ description: 'The blocker, and its node.' }),
    unblockedBy: z.string().optional().meta({ description: 'What ends the situation.' }),
  })
  .meta({ id: 'Condition' });
export type Condition = z.infer<typeof conditionSchema>;

/** A condition before it is stored. Its type is listed in `condition-types.ts`; one that is read may be of another version. */
export type NewCondition = Omit<Condition, 'since' | 'type'> & { type: ConditionType };

/**
 * Sets a condition: `since` moves only when the status changes.
 * @returns a new list, sorted by type.
 */
export function withCondition(conditions: readonly Condition[], next: NewCondition, now: string): Condition[] {
  const before = conditions.find((condition) => condition.type === next.type);
  const since = before && before.status === next.status ? before.since : now;
  return [...conditions.filter((condition) => condition.type !== next.type), { ...next, since }].sort((a, b) =>
    a.type.localeCompare(b.type),
  );
}

/** Body of a request that has none. */
export const emptySchema = z.strictObject({});
