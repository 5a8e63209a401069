import { z } from 'zod';

/** What zod's own checks say under a field. The contract's schemas have texts for their other checks, in the same form ("must …"). */
export const says: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}`;
    case 'too_small':
      return issue.origin !== 'number' && issue.minimum === 1
        ? 'must not be empty'
        : `must ${amount(issue.origin, 'at least', issue.minimum)}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'must be a valid key';
    default:
      return 'must be a valid value';
  }
};

function amount(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${limit} characters`;
  return origin === 'array' ? `have ${bound} ${limit} entries` : `be ${bound} ${limit}`;
}

/** The text of an issue as a sentence about `subject`. */
export function asSentence(text: string, subject = 'It'): string {
  const whole = text.startsWith('must ') ? `${subject} ${text}` : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}

/** What an issue is about: the text that is wrong, the entry of a list, or the whole field. */
export function subjectOf({ path, input }: z.core.$ZodIssue): string {
  if (path.length === 0) return 'It';
  if (typeof input === 'string' && input !== '') return `“${input}”`;
  return typeof path[0] === 'number' ? `Entry ${path[0] + 1}` : 'It';
}

/** Bounds of the contract's schema of a number or text, whether or not the field may be absent or null. */
export function boundsOf(schema: z.ZodType) {
  const { type, minimum, maximum, multipleOf } = z.toJSONSchema(unwrapped(schema));
  return { minimum, maximum, multipleOf, isWhole: type === 'integer' };
}

/** The schema of a field that is filled in. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}
