import { z } from 'zod';
import { messageFields } from '../common.js';
import { type eventKinds, eventSeverities } from './event.js';

const time = z.iso.datetime();

export const recordedMomentsSchema = z
  .strictObject({
    keptDays: z.int().min(1).meta({ description: 'Setting momentsKeptDays.' }),
    first: time.nullable().meta({ description: 'First recorded moment. Null: nothing is recorded yet.' }),
    last: time.nullable().meta({ description: 'Last recorded moment.' }),
    gaps: z.array(z.strictObject({ from: time.nullable(), to: time.nullable() })).meta({
      description: 'Times of the range without a record. `from` null: before the first record; `to` null: until now.',
    }),
    marks: z
      .array(
        z.strictObject({
          at: time.meta({ description: 'Time of the last change of the mark.' }),
          severity: z.enum(eventSeverities).meta({ description: 'Of its most serious event.' }),
          count: z.int().min(1).meta({ description: 'Number of events.' }),
          message: z.string().meta({ description: 'Of its most serious event.' }),
        }),
      )
      .meta({ description: 'Events of the range, in order of time. Events that lie closely together are one mark.' }),
  })
  .meta({ id: 'RecordedMoments', description: 'Gaps in the recording of a range of time, and its events.' });
export type RecordedMoments = z.infer<typeof recordedMomentsSchema>;

/** Kinds of objects that are compared between two moments. */
export const comparedKinds = [
  'volume',
  'attachment',
  'node',
  'drive',
  'drive-class',
  'settings',
] as const satisfies readonly (typeof eventKinds)[number][];

const value = z.string().nullable();
export const momentChangeSchema = z
  .strictObject({
    kind: z.enum(comparedKinds),
    id: z.string(),
    name: z.string(),
    change: z.enum(['added', 'removed', 'changed']),
    severity: z.enum(eventSeverities).meta({ description: 'Of its most serious change.' }),
    changes: z
      .array(z.strictObject({ topic: z.string(), from: value, to: value, ...messageFields }))
      .meta({ description: 'Differences that are events too: states, health, conditions, connections.' }),
    fields: z
      .array(z.strictObject({ field: z.string(), from: value, to: value }))
      .meta({ description: 'Other fields of its specification and its inventory that differ, as JSON. Null: absent. At most 50.' }),
  })
  .meta({ id: 'MomentChange', description: 'Differences of one object between two moments.' });
export type MomentChange = z.infer<typeof momentChangeSchema>;
