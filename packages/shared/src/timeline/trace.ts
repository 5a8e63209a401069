import { z } from 'zod';
import { idSchema } from '../identity.js';
import { boundedList, MAX, MOST, textSchema } from '../messages/bounded.js';

/*
 * Traces: what an agent did for one object after its assignment changed, and how long each part took. For display only: no decision rests on them.
 * They are kept in memory, so a restart of the agent loses them. An agent sends them only to a server that has asked for them on this connection, in a
 * message of their own and after the report: an older server refuses a report with a field that it does not know, and no report waits for a trace.
 * All times are durations by the steady clock of the node, from the trace's own begin. No time of day of a node is in it.
 */

/**
 * store: writes the assignment to disk. observe: reads the host. record: writes facts of the ledger to disk. operation: changes the host.
 * report: from sending the report that the object is done to the server's answer.
 */
export const traceSpanKinds = ['store', 'observe', 'record', 'operation', 'report'] as const;
export type TraceSpanKind = (typeof traceSpanKinds)[number];

/** Longest time of a trace: a year, ms. */
const milliseconds = z.number().min(0).max(31_536_000_000);

/*
 * Fields of a newer agent are dropped, and so the trace is stored without them. Hence no strict objects here, and `what` is a text.
 */
const traceSpanSchema = z.object({
  what: textSchema(MAX.code),
  /** Name of the operation. Absent: it is none. */
  op: textSchema(MAX.code).optional(),
  startMs: milliseconds,
  durationMs: milliseconds,
  /** True: it ended with an error, and is retried. */
  failed: z.boolean().optional(),
});
export type TraceSpan = z.infer<typeof traceSpanSchema>;

const traceSchema = z.object({
  kind: z.enum(['drive', 'leg', 'export', 'attachment']),
  id: idSchema,
  /** Of the assignment that the trace follows. */
  generation: z.int().min(0),
  /** assignment: the times count from its arrival. agent-start: the agent started with a stored assignment, and the times count from its first look. */
  begin: z.enum(['assignment', 'agent-start']),
  spans: boundedList(traceSpanSchema, MOST.traceSpans),
  /** Spans beyond the bound. */
  omitted: z.int().min(0),
  /** When this message was sent. */
  sentMs: milliseconds,
});
export type Trace = z.infer<typeof traceSchema>;

export const traceNewsSchema = z.object({ traces: boundedList(traceSchema, MOST.traces) });
export type TraceNews = z.infer<typeof traceNewsSchema>;

/** The server takes traces on this connection. */
export const tracingOrderSchema = z.object({ wanted: z.boolean() });
export type TracingOrder = z.infer<typeof tracingOrderSchema>;
