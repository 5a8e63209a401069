import { z } from 'zod';
import type { DirectionCounts } from './direction-program.js';

/** What bpftrace wrote in one line of its JSON output (bpftrace(8), "Output formats"). */
export type DirectionLine =
  | { line: 'attached' }
  | { line: 'counts'; counts: DirectionCounts }
  /** The answer is complete; without a line of counts, nothing was counted yet. */
  | { line: 'end' }
  /** Nothing that Weft reads. */
  | { line: 'other' };

const attached = z.object({ type: z.literal('attached_probes') });
const end = z.object({ type: z.literal('printf'), data: z.literal('end') });
const count = z.int().min(0);
const printed = z.object({ type: z.literal('map'), data: z.object({ '@io': z.record(z.string().regex(/^\d+$/), count) }) });

/** @throws Error when the map is not in the form that the program prints. */
export function parseDirectionLine(text: string): DirectionLine {
  const value: unknown = JSON.parse(text);
  if (attached.safeParse(value).success) return { line: 'attached' };
  if (end.safeParse(value).success) return { line: 'end' };
  if ((value as { type?: unknown } | null)?.type !== 'map') return { line: 'other' };
  const { '@io': io } = printed.parse(value).data;
  return { line: 'counts', counts: new Map(Object.entries(io).map(([key, counted]) => [Number(key), counted])) };
}
