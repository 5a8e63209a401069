import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  agentHandshakeSchema,
  assignmentAckSchema,
  credentialAckSchema,
  credentialOrderSchema,
  historyNewsSchema,
  reachableSchema,
  scrapeAccessSchema,
} from '../../links/agent-link.js';
import { traceNewsSchema } from '../../timeline/trace.js';
import { assignmentSchema } from '../assignment.js';
import { benchmarkNewsSchema, benchmarkOrdersSchema } from '../benchmark-orders.js';
import { partsBoundedBefore } from '../bounded.js';
import { drillNewsSchema, drillOrdersSchema } from '../drill-orders.js';
import { inventorySchema } from '../inventory.js';
import { reportSchema } from '../report.js';
import { sampleSchema } from '../sample.js';
import { unboundedParts } from './unbounded.js';

test.each([
  ['handshake', agentHandshakeSchema],
  ['assignment acknowledgement', assignmentAckSchema],
  ['inventory', inventorySchema],
  ['report', reportSchema],
  ['sample', sampleSchema],
  ['credential acknowledgement', credentialAckSchema],
  ['assignment', assignmentSchema],
  ['history', historyNewsSchema],
  ['scrape access', scrapeAccessSchema],
  ['reachable targets', reachableSchema],
  ['credential order', credentialOrderSchema],
  ['orders of benchmarks', benchmarkOrdersSchema],
  ['news of a benchmark', benchmarkNewsSchema],
  ['orders of drills', drillOrdersSchema],
  ['news of a drill', drillNewsSchema],
  ['traces', traceNewsSchema],
])('bounds every string, list, record and number of the message: %s', (_name, schema) => {
  expect(unboundedParts(schema, partsBoundedBefore)).toEqual([]);
});

test('names each part of a schema that has no bound', () => {
  const schema = z.strictObject({
    text: z.string(),
    list: z.array(z.string()),
    record: z.record(z.string(), z.number()),
    nested: z
      .strictObject({ ratio: z.number().min(0) })
      .nullable()
      .optional(),
    choice: z.union([z.literal('a'), z.string()]),
    anything: z.unknown(),
    fine: z.strictObject({ count: z.int(), ratio: z.number().min(0).max(1), id: z.uuid(), on: z.boolean(), state: z.enum(['a']) }),
  });
  expect(unboundedParts(schema)).toEqual([
    'text',
    'list',
    'list[]',
    'record',
    'record[]',
    'record[]',
    'nested.ratio',
    'choice',
    'anything',
  ]);
});
