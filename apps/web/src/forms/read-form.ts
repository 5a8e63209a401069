import type { z } from 'zod';
import { issueSentence, requirement } from './sentences.js';

export interface FormReading<B> {
  /** Body of the request; null while a field is missing or wrong. */
  body: B | null;
  /** What to correct, by field. */
  errors: Record<string, string>;
  /** Why the form cannot be sent yet, or null. */
  refusedBecause: string | null;
}

/** Fields that must be filled in, with what to do: `{ name: 'enter a name' }`. */
export type RequiredFields<V> = Partial<Record<keyof V & string, string>>;
/** The required fields, where they depend on another field. */
export type RequiredFieldsOf<V> = RequiredFields<V> | ((values: V) => RequiredFields<V>);

/** The field of the form that a path is about: `networks.1.cidrs` is about `networks`. Null: none. */
export function fieldAt(values: object, path: readonly PropertyKey[]): string | null {
  let at: unknown = values;
  for (const [index, key] of path.entries()) {
    if (typeof at !== 'object' || at === null || !(key in at)) return null;
    at = (at as Record<PropertyKey, unknown>)[key];
    if (typeof at !== 'object' || Array.isArray(at)) return path.slice(0, index + 1).join('.');
  }
  return null;
}

const isEmpty = (value: unknown): boolean => (typeof value === 'string' ? value === '' : Array.isArray(value) && value.length === 0);

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Reads the fields by their schema. A required field that is still empty is missing, not wrong. */
export function readForm<V extends object, B>(schema: z.ZodType<B, V>, values: V, required: RequiredFieldsOf<V> = {}): FormReading<B> {
  const wanted = typeof required === 'function' ? required(values) : required;
  const missing = Object.entries<string | undefined>(wanted).filter(([field]) => isEmpty(values[field as keyof V]));
  const read = schema.safeParse(values, { error: requirement, reportInput: true });
  const errors: Record<string, string> = {};
  for (const issue of read.error?.issues ?? []) {
    const field = fieldAt(values, issue.path);
    if (field === null || missing.some(([name]) => name === field)) continue;
    errors[field] ??= issueSentence(issue, issue.path.slice(field.split('.').length));
  }
  const toDo = missing.length > 0 ? capitalised(`${missing.map(([, what]) => what).join(', ')} first.`) : null;
  const refusedBecause = Object.values(errors)[0] ?? toDo ?? (read.success ? null : 'A value that no field shows is invalid.');
  return { body: read.success && refusedBecause === null ? read.data : null, errors, refusedBecause };
}

/** As text, whatever the order of an object's members: the server may store them in another order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort()) : each,
  );

/** Members of `after` that differ from those of `before`. */
export const changesOf = <B extends object>(before: B | null, after: B): Partial<B> =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => canonical(value) !== canonical(before?.[key as keyof B])),
  ) as Partial<B>;
