import { z } from 'zod';
import { alertKinds } from '../../alerts/rules/rule.js';
import { objectFields, plainTextSchema } from '../common.js';

/**
 * pending: the condition holds, but not yet as long as the rule requires. firing: it does. resolved: the condition ended. Acknowledged, silenced and
 * inhibited are properties of a firing alert.
 */
export const alertStates = ['pending', 'firing', 'resolved'] as const;
export type AlertState = (typeof alertStates)[number];
/** From least to most serious. */
export const alertSeverities = ['warning', 'critical'] as const;

/** Objects that one answer names; `subjectCount` has their number. */
export const ALERT_SUBJECTS_SHOWN = 20;
/** Objects that one alert keeps by id. Further ones are only counted. */
export const ALERT_SUBJECTS_KEPT = 2000;

const alertObjectSchema = z
  .strictObject({ kind: z.enum(alertKinds), id: z.string(), name: z.string() })
  .meta({ id: 'AlertObject', description: 'An object of an alert. The id of the cluster is `cluster`.' });
export type AlertObject = z.infer<typeof alertObjectSchema>;

export const alertSchema = z
  .strictObject({
    ...objectFields,
    rule: z.string().meta({ description: 'Name of the rule (docs/alerts.md), the same as in Prometheus.' }),
    severity: z.enum(alertSeverities).meta({ description: 'The most serious one of the alert and of its consequences.' }),
    state: z.enum(alertStates),
    subject: alertObjectSchema.meta({ description: 'The object, or the common cause of all its objects.' }),
    subjects: z.array(alertObjectSchema).meta({ description: `The objects in this state, at most ${ALERT_SUBJECTS_SHOWN}.` }),
    subjectCount: z.int().min(1),
    labels: z.record(z.string(), z.string()).meta({ description: 'Labels that silences and channels match.' }),
    value: z.number().nullable().meta({ description: 'Null: the condition is a state.' }),
    threshold: z.number().nullable(),
    summary: z.string().meta({ description: 'Problem.' }),
    meaning: z.string().meta({ description: 'Impact on data and performance.' }),
    action: z.string().meta({ description: 'Remedy.' }),
    link: z.string().meta({ description: 'Path of the object in the console, at the moment when the condition began.' }),
    startedAt: z.iso.datetime().meta({ description: 'When the condition began, as the server saw it.' }),
    firedAt: z.iso.datetime().nullable(),
    resolvedAt: z.iso.datetime().nullable(),
    causedBy: z.strictObject({ id: z.string(), rule: z.string(), subject: alertObjectSchema }).nullable().meta({
      description: 'The alert about its cause. Channels get only that one. Null: none.',
    }),
    consequenceCount: z.int().meta({ description: 'Open alerts that this one causes.' }),
    acknowledged: z
      .strictObject({ by: z.string(), at: z.iso.datetime(), comment: z.string() })
      .nullable()
      .meta({ description: 'Who works on it. An acknowledged alert is not repeated.' }),
    silencedBy: z.array(z.string()).meta({ description: 'Ids of the silences that match it now.' }),
    inhibitedBy: z
      .strictObject({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The node whose maintenance explains it. Null: none.' }),
  })
  .meta({ id: 'Alert', description: 'A problem that needs attention: one for each cause.' });
export type Alert = z.infer<typeof alertSchema>;

export const MAX_COMMENT_CHARACTERS = 500;
export const alertAcknowledgeSchema = z
  .strictObject({ comment: z.string().trim().max(MAX_COMMENT_CHARACTERS).default('') })
  .meta({ id: 'AlertAcknowledge' });

/** Operators: equal, not equal. A value with `*` matches any text there. */
export const matcherSchema = z
  .strictObject({
    label: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.-]{0,127}$/, 'must be the name of a label, such as node or zone'),
    operator: z.enum(['=', '!=']).default('='),
    value: z.string().max(256).meta({ description: '`*` stands for any text. A label that an alert does not have is empty.' }),
  })
  .meta({
    id: 'AlertMatcher',
    description: 'Matches a label of an alert: rule, severity, kind, volume, node, drive, drive_class, zone, rack, …',
  });
export type Matcher = z.infer<typeof matcherSchema>;
const matchersSchema = z.array(matcherSchema).max(16);

export const silenceCreateSchema = z
  .strictObject({
    matchers: matchersSchema.min(1, 'must have a matcher: a silence of everything would hide all trouble'),
    startsAt: z.iso.datetime().optional().meta({ description: 'Absent: now.' }),
    endsAt: z.iso.datetime(),
    comment: plainTextSchema(MAX_COMMENT_CHARACTERS).meta({ description: 'Why.' }),
  })
  .meta({ id: 'SilenceCreate' });
export type SilenceCreate = z.infer<typeof silenceCreateSchema>;
/** A silence ends at the latest after this time. */
export const MAX_SILENCE_DAYS = 90;

export const silenceSchema = z
  .strictObject({
    ...objectFields,
    matchers: z.array(matcherSchema),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    comment: z.string(),
    createdBy: z.string(),
    state: z.enum(['planned', 'active', 'ended']),
  })
  .meta({ id: 'Silence', description: 'Alerts that match it are shown, but sent to no channel.' });
export type Silence = z.infer<typeof silenceSchema>;
