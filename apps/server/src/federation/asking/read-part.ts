import type { z } from 'zod';
import type { Part } from '../record/zone-record.js';

const MOST_FIELDS = 5;
const MOST_PATH = 100;

/** The part of an answer that the federation needs. A lack names the first five fields that are absent or have another form, and repeats no value. */
export function partOf<T>(schema: z.ZodType<T>, path: string, value: unknown): Part<T> {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  const fields = result.error.issues.map((issue) => issue.path.map(String).join('.').slice(0, MOST_PATH) || 'the whole answer');
  return { path, fields: [...new Set(fields)].slice(0, MOST_FIELDS) };
}

/** A value of an answer as this part of it. */
export const mapPart = <T, R>(part: Part<T>, map: (value: T) => R): Part<R> => ('value' in part ? { value: map(part.value) } : part);
