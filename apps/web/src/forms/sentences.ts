import { z } from 'zod';

/*
 * The contract's schemas state what a value must be, without their subject ("must be a power of two"). A form names the subject. An issue whose text is a
 * whole sentence carries that as data (`sentenceIssue`), so that nothing reads the text.
 */

/** What zod's own checks require, in the form of the contract's texts. */
export const requirement: z.core.$ZodErrorMap = (issue) => {
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

const sentence = { isSentence: true };

/** Parameters of a check whose text is a whole sentence. */
export const sentenceIssue = (message: string) => ({ code: 'custom' as const, message, params: sentence });

/** The text of an issue as a sentence. `path`: within its field. */
export const issueSentence = (issue: z.core.$ZodIssue, path = issue.path): string =>
  issue.code === 'custom' && issue.params === sentence ? issue.message : `${subjectOf(issue, path)} ${issue.message}.`;

/** What an issue is about: the text that is wrong, the entry of a list, or the whole field. */
function subjectOf({ input }: z.core.$ZodIssue, path: readonly PropertyKey[]): string {
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
