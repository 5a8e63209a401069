import { expect, test } from 'vitest';
import type { z } from 'zod';
import { agentHandshakeSchema, assignmentAckSchema, credentialAckSchema } from '../../links/agent-link.js';
import { traceNewsSchema } from '../../timeline/trace.js';
import { benchmarkNewsSchema } from '../benchmark-orders.js';
import { partsBoundedBefore } from '../bounded.js';
import { drillNewsSchema } from '../drill-orders.js';
import { inventorySchema } from '../inventory.js';
import { reportSchema } from '../report.js';
import { sampleSchema } from '../sample.js';

type Schema = z.core.$ZodType;

/** Paths of all times of day in a schema. */
function timesIn(schema: Schema, path = ''): string[] {
  const inner = partsBoundedBefore(schema);
  if (inner) return inner.flatMap((part) => timesIn(part, `${path}[]`));
  const def = schema._zod.def as unknown as { format?: string; shape?: Record<string, Schema>; options?: Schema[]; innerType?: Schema };
  if (def.format === 'datetime' || def.format === 'date') return [path];
  if (def.shape) return Object.entries(def.shape).flatMap(([key, part]) => timesIn(part, path ? `${path}.${key}` : key));
  return [...(def.options ?? []), ...(def.innerType ? [def.innerType] : [])].flatMap((part) => timesIn(part, path));
}

/*
 * A node's clock may be hours ahead or behind, or jump. Servers stamp everything with their own clock or that of the database. The times below are of
 * servers and return as they were sent, or they are shown to people and decide nothing.
 */
test.each([
  ['handshake', agentHandshakeSchema, []],
  ['inventory', inventorySchema, []],
  ['sample', sampleSchema, []],
  ['assignment acknowledgement', assignmentAckSchema, []],
  ['credential acknowledgement', credentialAckSchema, []],
  ['news of a benchmark', benchmarkNewsSchema, []],
  ['news of a drill', drillNewsSchema, []],
  ['traces', traceNewsSchema, []],
  [
    'report',
    reportSchema,
    [
      // Identifies the order of a scrub: a server made it.
      'objects[].observed.array.scrub.orderedAt',
      // Shown with the slice that another program changed.
      'objects[].observed.limits.overwritten.at',
    ],
  ],
] as [string, Schema, string[]][])('has no time by the clock of a node in the message: %s', (_name, schema, allowed) => {
  expect([...new Set(timesIn(schema))]).toEqual(allowed);
});
