import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { messageFields, referenceSchema } from './common.js';

/** Planned absence of a node. In force until `until`, or until somebody ends it. */
export const maintenanceSchema = z
  .strictObject({
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    requestedBy: z.string(),
    forced: z.boolean().meta({ description: 'Started by force, although `blockers` of the refusal named affected volumes.' }),
  })
  .meta({ id: 'Maintenance', description: 'During maintenance no new legs are placed on the node, and its legs are not replaced.' });
export type Maintenance = z.infer<typeof maintenanceSchema>;

const DEFAULT_HOURS = 4;
const MAX_HOURS = 72;

export const maintenanceStartSchema = z
  .strictObject({
    untilHours: z
      .int()
      .min(1)
      .max(MAX_HOURS)
      .default(DEFAULT_HOURS)
      .meta({ description: 'Duration in hours. The maintenance then ends automatically.' }),
    force: z
      .boolean()
      .default(false)
      .meta({ description: 'Start even if volumes stall or lose data. Administrators only; requires nodeName.' }),
    nodeName: nameSchema.optional().meta({ description: 'Name of the node, as confirmation. Required with force.' }),
  })
  .meta({ id: 'MaintenanceStart' });
export type MaintenanceStart = z.infer<typeof maintenanceStartSchema>;

/** stalled, lost: as in Dependents. in-use: the node is the client, and a process has the device open. */
export const maintenanceEffects = ['in-use', 'stalled', 'lost'] as const;

/** Why the server refuses a maintenance unless it is forced. */
export const maintenanceBlockerSchema = z
  .strictObject({
    volume: referenceSchema,
    effect: z.enum(maintenanceEffects),
    ...messageFields,
    legIds: z.array(idSchema).meta({ description: 'Legs that would be unreachable. Empty for a volume that the node uses.' }),
  })
  .meta({ id: 'MaintenanceBlocker' });
export type MaintenanceBlocker = z.infer<typeof maintenanceBlockerSchema>;

export const maintenancePlanSchema = z
  .strictObject({
    allowed: z.boolean().meta({ description: 'Whether the same start request would succeed now.' }),
    ...messageFields,
    blockers: z.array(maintenanceBlockerSchema),
    degraded: z
      .array(z.strictObject({ volume: referenceSchema, ...messageFields, legIds: z.array(idSchema) }))
      .meta({ description: 'Volumes that run without redundancy during the maintenance.' }),
  })
  .meta({
    id: 'MaintenancePlan',
    description: 'Effects of a maintenance of a node. Its message is the reason for the refusal, or the effect.',
  });
export type MaintenancePlan = z.infer<typeof maintenancePlanSchema>;
