import { z } from 'zod';
import { messageFields, objectFields, sentMessageSchema } from '../common.js';

/** Nouns whose changes are recorded as events. */
export const eventKinds = ['volume', 'attachment', 'node', 'drive', 'drive-class', 'job', 'settings', 'alert'] as const;
export type EventKind = (typeof eventKinds)[number];

/** From least to most serious. */
export const eventSeverities = ['info', 'warning', 'critical'] as const;
export type EventSeverity = (typeof eventSeverities)[number];

/** Objects that one answer names; `subjectCount` has their number. */
export const EVENT_SUBJECTS_SHOWN = 20;
/** Objects that one event keeps by id. Further ones are only counted. */
export const EVENT_SUBJECTS_KEPT = 2000;

export const eventSchema = z
  .strictObject({
    ...objectFields,
    at: z.iso.datetime().meta({ description: 'Time of the first change, as the server saw it.' }),
    lastAt: z.iso.datetime().meta({ description: 'Time of the last change.' }),
    count: z.int().min(1).meta({ description: 'Number of changes in this event.' }),
    severity: z.enum(eventSeverities).meta({ description: 'Of the most serious change.' }),
    kind: z.enum(eventKinds).meta({ description: 'Noun of the subjects.' }),
    topic: z
      .string()
      .meta({ description: 'The changed part: `existence`, `state`, `health`, `legs`, `connection`, or the type of a condition.' }),
    from: z.string().nullable().meta({ description: 'Value before the first change. Null: none.' }),
    to: z.string().nullable().meta({ description: 'Value after the last change. Null: none.' }),
    subjects: z
      .array(z.strictObject({ id: z.string(), name: z.string() }))
      .meta({ description: `The changed objects, at most ${EVENT_SUBJECTS_SHOWN}. The id of the settings is \`cluster\`.` }),
    subjectCount: z.int().min(1).meta({ description: 'Number of changed objects.' }),
    ...messageFields,
    cause: sentMessageSchema.nullable().meta({ description: 'Message of the condition, or of the error of the job. Null: none.' }),
  })
  .meta({
    id: 'Event',
    description:
      'Changes of one object, or of many objects that changed alike within a minute. Changes of the same part within 10 minutes are one event with a count.',
  });
export type Event = z.infer<typeof eventSchema>;
