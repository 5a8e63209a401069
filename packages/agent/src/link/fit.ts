import { boundedOf } from '@weft/shared/messages/bounded';
import type { Reason } from '@weft/shared/messages/report';
import type { z } from 'zod';

/*
 * Messages are cut to the limits of their contract before they are sent, with a mark in texts for people: a server refuses a message over its limits,
 * and a long process name must not block a node's reports. Identifiers (serials, NQNs) are short by their standards.
 */

interface Def {
  type: string;
  innerType?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
  discriminator?: string;
  checks?: { _zod: { def: { check: string; maximum?: number; value?: number } } }[];
}

export interface Fitted<T> {
  message: T;
  /** Paths of the values that were cut. */
  cut: string[];
}

export function fit<T>(schema: z.ZodType<T>, message: T): Fitted<T> {
  const cut: string[] = [];
  return { message: fitted(schema, message, '', cut) as T, cut };
}

const MOST_NAMED = 5;

/** The problem that the agent reports after it cut something; null: nothing was cut. */
export function cutReason(cut: readonly string[]): Reason | null {
  if (cut.length === 0) return null;
  const more = cut.length > MOST_NAMED ? ` and ${cut.length - MOST_NAMED} more` : '';
  return {
    code: 'message-cut',
    message: `parts of this node's messages are longer than a server takes, and were cut: ${cut.slice(0, MOST_NAMED).join(', ').slice(0, 500)}${more}`,
  };
}

function fitted(schema: z.core.$ZodType, value: unknown, path: string, cut: string[]): unknown {
  if (value === null || value === undefined) return value;
  const bounded = boundedOf(schema);
  const [item] = bounded?.parts ?? [];
  if (bounded && item && Array.isArray(value)) {
    if (value.length > bounded.max) cut.push(path);
    return value.slice(0, bounded.max).map((each, index) => fitted(item, each, `${path}[${index}]`, cut));
  }
  if (bounded) {
    const entries = Object.entries(value);
    if (entries.length > bounded.max) cut.push(path);
    return Object.fromEntries(entries.slice(0, bounded.max));
  }
  const def = schema._zod.def as unknown as Def;
  if (def.innerType) return fitted(def.innerType, value, path, cut);
  if (def.shape && typeof value === 'object') return fittedObject(def.shape, value as Record<string, unknown>, path, cut);
  if (def.options && def.discriminator) {
    const option = optionOf(def.options, def.discriminator, value as Record<string, unknown>);
    return option ? fitted(option, value, path, cut) : value;
  }
  const limit = (check: string) => def.checks?.find(({ _zod }) => _zod.def.check === check)?._zod.def;
  if (def.type === 'string' && typeof value === 'string') {
    const max = limit('max_length')?.maximum ?? Number.POSITIVE_INFINITY;
    if (value.length <= max) return value;
    cut.push(path);
    return `${value.slice(0, max - 1)}…`;
  }
  if (def.type === 'number' && typeof value === 'number') {
    const inBounds = Math.max(limit('greater_than')?.value ?? value, Math.min(limit('less_than')?.value ?? value, value));
    if (inBounds !== value) cut.push(path);
    return inBounds;
  }
  return value;
}

const fittedObject = (shape: Record<string, z.core.$ZodType>, value: Record<string, unknown>, path: string, cut: string[]) =>
  Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, shape[key] ? fitted(shape[key], each, path ? `${path}.${key}` : key, cut) : each]),
  );

function optionOf(options: z.core.$ZodType[], discriminator: string, value: Record<string, unknown>): z.core.$ZodType | undefined {
  const literals = (option: z.core.$ZodType): unknown[] =>
    ((option._zod.def as unknown as Def).shape?.[discriminator]?._zod.def as unknown as { values?: unknown[] })?.values ?? [];
  return options.find((option) => literals(option).includes(value[discriminator]));
}
