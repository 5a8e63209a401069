import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { reasonSchema } from '../messages/report.js';
import { paramsSchema } from '../text/message.js';
import { referenceSchema } from './common.js';

/*
 * The observed state of one leg: the observations of every agent side by side, and its health. Disagreement is shown, not averaged (S8).
 */

/** member: the leg of its index. joining: a new leg that will replace it. leaving: the leg that the joining one replaces. */
export const legRoles = ['member', 'joining', 'leaving'] as const;
export type LegRole = (typeof legRoles)[number];

/**
 * In order of severity; a leg's health is the worst of all observations.
 * healthy: in use and whole. pending: not in use yet, or being removed. unknown: an agent does not report. rebuilding: md resyncs it.
 * unhealthy: in use, with bad blocks or write errors. missing: gone, not exported, without a path, or failed by md.
 * stalled: md still counts it as active and it has no path: I/O blocks.
 */
export const legHealths = ['healthy', 'pending', 'unknown', 'rebuilding', 'unhealthy', 'missing', 'stalled'] as const;
export type LegHealth = (typeof legHealths)[number];

/** current: reported by an online agent under its node's current boot. old: last report of an agent that is offline or has restarted. none: no report. */
const freshnessSchema = z.enum(['current', 'old', 'none']);
export type Freshness = z.infer<typeof freshnessSchema>;

const memberObservationSchema = z.strictObject({
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
    .meta({ description: 'md is resyncing onto the leg.' }),
});

/** The leg as the target and the client of one attachment report it. */
export const legViewSchema = z.strictObject({
  attachmentId: idSchema,
  client: referenceSchema,
  export: z
    .strictObject({
      freshness: freshnessSchema,
      namespaceEnabled: z.boolean(),
      portals: z.array(z.strictObject({ address: z.string(), linked: z.boolean() })),
    })
    .nullable()
    .meta({ description: 'Reported by the target. Null: the target has no order to export the leg.' }),
  clientFreshness: freshnessSchema,
  paths: z
    .array(
      z.strictObject({
        storageNetwork: nameSchema,
        address: z.string(),
        controllerState: z.string().nullable(),
        tls: z.boolean().optional(),
      }),
    )
    .meta({ description: 'Reported by the client: each path and its controller.' }),
  member: memberObservationSchema
    .nullable()
    .meta({ description: 'Reported by md on the client. Null: the leg is not a member, or the volume has no mirror.' }),
  anchor: z.boolean().meta({ description: 'Blocks I/O until a path returns, instead of failing it.' }),
  agent: reasonSchema.nullable().meta({ description: "Current action or blocker of the client's agent for this leg." }),
});
export type LegView = z.infer<typeof legViewSchema>;

export const legObservationsSchema = z
  .strictObject({
    assigned: z.strictObject({ desired: z.enum(['present', 'absent']), role: z.enum(legRoles), inSync: z.boolean() }),
    target: z.strictObject({
      freshness: freshnessSchema,
      present: z.boolean().nullable(),
      wiped: z.boolean().nullable(),
      open: z.boolean().nullable().meta({ description: 'The LV is in use.' }),
      backed: z.boolean().nullable().meta({ description: 'The drive of the LV is present.' }),
      reason: reasonSchema.nullable(),
    }),
    attachments: z.array(legViewSchema),
    health: z.enum(legHealths),
    reason: z.string().meta({ description: 'Stable code.' }),
    code: z.string().optional().meta({ description: 'Code of the message (docs/messages.md) if it differs from the reason.' }),
    params: paramsSchema.optional().meta({ description: 'Data of the message.' }),
    message: z.string(),
    since: z.iso.datetime().nullable().meta({ description: 'When the leg became healthy or unhealthy. Null: not examined yet.' }),
  })
  .meta({ id: 'LegObservations', description: 'Every observation of a leg. The health is the worst of them.' });
export type LegObservations = z.infer<typeof legObservationsSchema>;
