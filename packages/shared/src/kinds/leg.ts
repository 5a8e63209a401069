import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { reasonSchema } from '../messages/report.js';
import { paramsSchema } from '../text/message.js';
import { referenceSchema } from './common.js';

/*
 * The observed state of one leg: the observations of every witness (agent) side by side, and the verdict. Disagreement is shown, not averaged (S8).
 */

/** member: the leg of its index. joining: a new leg that will replace it. leaving: the leg that the joining one replaces. */
export const legRoles = ['member', 'joining', 'leaving'] as const;
export type LegRole = (typeof legRoles)[number];

/**
 * In order of severity; a leg's verdict is the worst of all witnesses.
 * healthy: in use and whole. pending: not in use yet, or being removed. unknown: a witness does not report. rebuilding: md resyncs it.
 * unhealthy: in use, with bad blocks or write errors. missing: gone, not exported, without a path, or failed by md.
 * stalled: md still counts it as active and it has no path: I/O blocks.
 */
export const legVerdicts = ['healthy', 'pending', 'unknown', 'rebuilding', 'unhealthy', 'missing', 'stalled'] as const;
export type LegVerdict = (typeof legVerdicts)[number];

/** current: reported by an online agent under its node's current boot. old: last report of an agent that is offline or has restarted. none: no report. */
const freshnessSchema = z.enum(['current', 'old', 'none']);
export type Freshness = z.infer<typeof freshnessSchema>;

const memberTruthSchema = z.strictObject({
  slot: z.int().nullable(),
  flags: z.array(z.string()),
  inSync: z.boolean(),
  faulty: z.boolean(),
  errors: z.int(),
  badBlocks: z.int(),
  events: z.int().nullable(),
  rebuilding: z
    .strictObject({ progressRatio: z.number().nullable(), bytesPerSecond: z.number().nullable() })
    .nullable()
    .meta({ description: 'md copies onto it now.' }),
});

/** The leg as the target and the client of one attachment report it. */
export const legViewSchema = z.strictObject({
  attachmentId: idSchema,
  client: referenceSchema,
  export: z
    .strictObject({
      word: freshnessSchema,
      namespaceEnabled: z.boolean(),
      portals: z.array(z.strictObject({ address: z.string(), linked: z.boolean() })),
    })
    .nullable()
    .meta({ description: 'The target: null when it is not ordered to export the leg.' }),
  clientWord: freshnessSchema,
  paths: z
    .array(z.strictObject({ storageNetwork: nameSchema, address: z.string(), controllerState: z.string().nullable() }))
    .meta({ description: 'The client: each path and its controller.' }),
  member: memberTruthSchema.nullable().meta({ description: "The client's md; null: not a member now, or no mirror." }),
  anchor: z.boolean().meta({ description: 'Waits for ever instead of failing.' }),
  agent: reasonSchema.nullable().meta({ description: "What the client's agent does or waits for about this leg." }),
});
export type LegView = z.infer<typeof legViewSchema>;

export const legTruthSchema = z
  .strictObject({
    assigned: z.strictObject({ desired: z.enum(['present', 'absent']), role: z.enum(legRoles), inSync: z.boolean() }),
    target: z.strictObject({
      word: freshnessSchema,
      present: z.boolean().nullable(),
      wiped: z.boolean().nullable(),
      open: z.boolean().nullable().meta({ description: 'The LV is in use.' }),
      backed: z.boolean().nullable().meta({ description: 'The drive under the LV is there.' }),
      reason: reasonSchema.nullable(),
    }),
    attachments: z.array(legViewSchema),
    verdict: z.enum(legVerdicts),
    reason: z.string().meta({ description: 'Stable code.' }),
    code: z.string().optional().meta({ description: 'Code of the message (docs/messages.md) where it is not the reason.' }),
    params: paramsSchema.optional().meta({ description: 'Data of the message.' }),
    message: z.string(),
    since: z.iso.datetime().nullable().meta({ description: 'Since when it is healthy, or not; null: not looked at yet.' }),
  })
  .meta({ id: 'LegTruth', description: 'What every witness says of a leg, side by side, and the verdict: the worst of them.' });
export type LegTruth = z.infer<typeof legTruthSchema>;
