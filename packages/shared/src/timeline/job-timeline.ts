import { z } from 'zod';
import { idSchema } from '../identity.js';
import { referenceSchema } from '../kinds/common.js';
import { traceSpanKinds } from './trace.js';

/** Parts of the servers' work for one object. `pause` is time of the agent without work; `other`, work of a newer agent that this server does not know. */
const timelineSpanKinds = ['order', 'send', 'deliver', ...traceSpanKinds, 'pause', 'other', 'take-report', 'decide'] as const;
type TimelineSpanKind = (typeof timelineSpanKinds)[number];

/** What each part is, for tables and charts. */
export const timelineWords: Record<TimelineSpanKind, string> = {
  order: 'Wait for the order',
  send: 'Assignment written, not sent yet',
  deliver: 'Assignment sent, not acknowledged yet',
  store: 'Store the assignment on disk',
  observe: 'Read the host',
  record: 'Write the ledger to disk',
  operation: 'Operation',
  report: 'Report sent, not acknowledged yet',
  pause: 'Pause',
  other: 'Other work',
  'take-report': 'Store the report in the database',
  decide: 'Decide the next step',
};

const ms = z.number().min(0);

const timelineSpanSchema = z
  .strictObject({
    by: z.enum(['server', 'agent']),
    what: z.enum(timelineSpanKinds),
    operation: z.string().nullable().meta({ description: 'Name of the operation on the host; null: it is none.' }),
    startMs: ms.meta({ description: 'From the start of the job, milliseconds.' }),
    durationMs: ms,
    failed: z.boolean().meta({ description: 'It ended with an error; the agent retries it.' }),
  })
  .meta({ id: 'JobTimelineSpan' });
export type TimelineSpan = z.infer<typeof timelineSpanSchema>;

const timelineLaneSchema = z
  .strictObject({
    node: referenceSchema,
    kind: z.enum(['drive', 'leg', 'export', 'attachment']),
    objectId: idSchema,
    generation: z.int().meta({ description: 'Of the assignment that the agent carried out.' }),
    begin: z.enum(['assignment', 'agent-start']).meta({
      description: 'agent-start: the agent restarted meanwhile; the work before that is not known.',
    }),
    uncertaintyMs: ms.nullable().meta({
      description:
        "The agent's spans may have been up to this much later: the time that messages took. Null: unknown, because the agent connected to another server meanwhile.",
    }),
    omitted: z.int().meta({ description: 'Spans of the agent beyond the first 64, which are not listed.' }),
    spans: z.array(timelineSpanSchema).meta({ description: 'In order of their start.' }),
  })
  .meta({ id: 'JobTimelineLane', description: 'The work for one object on one node.' });
export type TimelineLane = z.infer<typeof timelineLaneSchema>;

export const jobTimelineSchema = z
  .strictObject({
    startedAt: z.iso.datetime(),
    durationMs: ms.meta({ description: 'Until the job ended; of an open job, until now.' }),
    isEnded: z.boolean(),
    lanes: z.array(timelineLaneSchema).meta({ description: 'In order of their first span.' }),
    notRecorded: z.array(referenceSchema).meta({
      description:
        'Nodes of the job without a record: the agent has not reported yet, is of an earlier version, or the record is older than 30 days.',
    }),
  })
  .meta({
    id: 'JobTimeline',
    description:
      'Where the time of a job went. All times are by the clocks of the servers. An agent measures its own spans by its steady clock, from the arrival of the assignment; they are shown from the moment at which a server sent it. Clocks of nodes are never used.',
  });
export type JobTimeline = z.infer<typeof jobTimelineSchema>;
