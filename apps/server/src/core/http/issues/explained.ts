import type { z } from 'zod';

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const FORMATS: Record<string, string> = {
  uuid: 'an id (a UUID)',
  guid: 'an id (a UUID)',
  datetime: 'a time such as 2026-11-29T10:00:00Z',
  date: 'a date such as 2026-11-29',
  url: 'an address such as https://host:4000',
  email: 'an e-mail address',
};
const UNITS: Record<string, string> = { string: 'characters', array: 'items', set: 'items' };

/** A bound with its unit: `12 characters`; a number has none. */
const counted = (bound: number | bigint, origin: string): string => `${bound}${UNITS[origin] ? ` ${UNITS[origin]}` : ''}`;
const verb = (origin: string): string => (UNITS[origin] ? 'have' : 'be');

/**
 * What a value must be, where its schema has no sentence of its own: Zod's own texts ("Too small: expected number to be >=1") are written for
 * programmers.
 * @returns undefined: Zod's text stays
 */
export function explained(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must ${verb(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${counted(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `must ${verb(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${counted(issue.maximum, issue.origin)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return FORMATS[issue.format] === undefined ? undefined : `must be ${FORMATS[issue.format]}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    default:
      return undefined;
  }
}
