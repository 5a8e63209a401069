import { labelsSchema } from '@weft/shared/identity';
import { formatBytes, parseBytes, roundUp } from '@weft/shared/units';
import { z } from 'zod';
import { readLabels } from './labels-text.js';
import { boundsOf, issueSentence, requirement, sentenceIssue, unwrapped } from './sentences.js';

/*
 * Fields whose text differs from the value in the request. The text is read first; the contract's own schema of the field then checks the value. So each
 * field has the contract's bounds, and an issue of the contract is an issue of the field.
 */

interface Reading<E> {
  /** @throws RangeError, with a sentence, when the text is not such a value */
  read: (text: string) => unknown;
  /** Replaces the texts of zod's own checks by one that names all bounds. */
  wanted?: string;
  /** The value of an empty text. Absent: the field must be filled in. */
  empty?: { is: E };
}

function textOf<S extends z.ZodType, E = never>(schema: S, { read, wanted, empty }: Reading<E>) {
  const filled = unwrapped(schema);
  return z.string().transform((text, context): NonNullable<z.output<S>> | E => {
    if (empty && text.trim() === '') return empty.is;
    try {
      const checked = filled.safeParse(read(text), { error: requirement, reportInput: true });
      if (checked.success) return checked.data as NonNullable<z.output<S>>;
      for (const issue of checked.error.issues)
        context.addIssue(sentenceIssue(wanted !== undefined && issue.code !== 'custom' ? wanted : issueSentence(issue)));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      context.addIssue(sentenceIssue(error.message));
    }
    return z.NEVER;
  });
}

/**
 * A number as typed.
 * @param per how many of the field's units are one of the request's: 100 for a percentage.
 */
export function numberText<S extends z.ZodType, E = never>(schema: S, { per = 1, empty }: { per?: number; empty?: { is: E } } = {}) {
  const { minimum = 0, maximum = 0, isWhole } = boundsOf(schema);
  const wanted = `Enter a ${isWhole ? 'whole ' : ''}number from ${minimum * per} to ${maximum * per}.`;
  const read = (text: string) => (text.trim() === '' ? undefined : Number(text.trim().replace(',', '.')) / per);
  return textOf(schema, { read, wanted, ...(empty ? { empty } : {}) });
}

/** A size with its unit. It is rounded up to whole blocks, so that the device has and shows at least the requested size. */
export function sizeText<S extends z.ZodType, E = never>(schema: S, empty?: { is: E }) {
  const { minimum = 0, maximum = 0, multipleOf = 1 } = boundsOf(schema);
  const wanted = `Enter a size from ${formatBytes(minimum)} to ${formatBytes(maximum)}.`;
  return textOf(schema, { read: (text) => roundUp(parseBytes(text), multipleOf), wanted, ...(empty ? { empty } : {}) });
}

/** A text that may be left empty, and then has this value. */
export const emptyOr = <S extends z.ZodType, E>(schema: S, empty: { is: E }) => textOf(schema, { read: (text) => text, empty });

/** A text that is read, or null while it is empty. @param read throws RangeError, with a sentence, for another text */
export const emptyOrRead = <S extends z.ZodType>(schema: S, read: (text: string) => unknown) =>
  textOf(schema, { read, empty: { is: null } });

/** Reads the local time of an input `datetime-local`. @throws RangeError for another text */
function readMoment(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new RangeError('Enter a date and a time.');
  return at.toISOString();
}

/** A moment in the time zone of the browser. */
export const momentText = <S extends z.ZodType, E = never>(schema: S, empty?: { is: E }) =>
  textOf(schema, { read: readMoment, ...(empty ? { empty } : {}) });

export const labelsField = textOf(labelsSchema, { read: readLabels });

const entries = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** A list: one entry between two separators. */
export const listText = <S extends z.ZodType, E = never>(schema: S, separator: string | RegExp, empty?: { is: E }) =>
  textOf(schema, { read: (text) => entries(text, separator), ...(empty ? { empty } : {}) });

/** A list of objects, one per line. */
export const linesText = <S extends z.ZodType>(schema: S, readLine: (line: string) => unknown) =>
  textOf(schema, { read: (text) => entries(text, '\n').map(readLine) });

/** One of two choices of a list that stand for yes and no. */
export const yesOrNo = z.enum(['true', 'false']).transform((choice) => choice === 'true');
