import { type Bounded, boundedOf, MOST } from '@weft/shared/messages/bounded';
import type { z } from 'zod';
import { type AgentReason, reason } from '../reason/reason.js';

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

/**
 * The problem that the agent reports instead of sending an inventory with more drives than a node may have; null: it has fewer. A cut list would look as
 * if the other drives were gone, and repairs of their legs would begin.
 */
export const tooManyDrives = (drives: number): AgentReason | null =>
  drives > MOST.drives ? reason('too-many-drives', { drives, mostDrives: MOST.drives }) : null;

const MOST_NAMED = 5;

/** The problem that the agent reports after it cut something; null: nothing was cut. */
export function cutReason(cut: readonly string[]): AgentReason | null {
  if (cut.length === 0) return null;
  const parts = cut.slice(0, MOST_NAMED).map((path) => path.slice(0, 100));
  return reason('message-cut', { parts, moreParts: Math.max(0, cut.length - MOST_NAMED) });
}

function fitted(schema: z.core.$ZodType, value: unknown, path: string, cut: string[]): unknown {
  if (value === null || value === undefined) return value;
  const bounded = boundedOf(schema);
  if (bounded) return fittedParts(bounded, value, path, cut);
  const def = schema._zod.def as unknown as Def;
  if (def.innerType) return fitted(def.innerType, value, path, cut);
  if (def.shape && typeof value === 'object') return fittedObject(def.shape, value as Record<string, unknown>, path, cut);
  if (def.options && def.discriminator) {
    const option = optionOf(def.options, def.discriminator, value as Record<string, unknown>);
    return option ? fitted(option, value, path, cut) : value;
  }
  const inBounds = fittedScalar(def, value);
  if (inBounds !== value) cut.push(path);
  return inBounds;
}

/** A list or a record with a bounded number of entries. */
function fittedParts({ max, parts: [item] }: Bounded, value: object, path: string, cut: string[]): unknown {
  if (item && Array.isArray(value)) {
    if (value.length > max) cut.push(path);
    return value.slice(0, max).map((each, index) => fitted(item, each, `${path}[${index}]`, cut));
  }
  const entries = Object.entries(value);
  if (entries.length > max) cut.push(path);
  return Object.fromEntries(entries.slice(0, max));
}

/** A text or a number within its limits. */
function fittedScalar({ type, checks }: Def, value: unknown): unknown {
  const limit = (check: string) => checks?.find(({ _zod }) => _zod.def.check === check)?._zod.def;
  if (type === 'string' && typeof value === 'string') {
    const max = limit('max_length')?.maximum ?? Number.POSITIVE_INFINITY;
    return value.length <= max ? value : `${value.slice(0, max - 1)}…`;
  }
  if (type === 'number' && typeof value === 'number') {
    return Math.max(limit('greater_than')?.value ?? value, Math.min(limit('less_than')?.value ?? value, value));
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
