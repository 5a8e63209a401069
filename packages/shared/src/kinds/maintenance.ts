import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { referenceSchema } from './common.js';

/** Planned absence of a node. In force until `until`, or until somebody ends it. */
export const maintenanceSchema = z
  .strictObject({
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    requestedBy: z.string(),
    forced: z.boolean().meta({ description: 'Asked for though it stops what `blockers` of the refusal named.' }),
  })
  .meta({ id: 'Maintenance', description: 'While it is in force no new leg comes to the node, and its legs are not replaced.' });
export type Maintenance = z.infer<typeof maintenanceSchema>;

/** Actions refused for a node in maintenance: why, and the alternative. Ending the maintenance also allows each of them. */
export const maintenanceRefusals = {
  attach: { why: 'what is attached there may be cut off at any time', otherwise: 'attach it all the same (force)' },
  'new-leg': { why: 'no new leg comes to it', otherwise: 'take drives of other nodes' },
  'grow-leg': { why: 'the volume would wait for it while it is away', otherwise: 'grow it afterwards' },
} as const;

/** Describes the maintenance: from when to when, and who requested it. */
export const maintenanceWords = ({ since, until, requestedBy }: Pick<Maintenance, 'since' | 'until' | 'requestedBy'>): string =>
  `in maintenance since ${since}, until ${until}, asked for by ${requestedBy}`;

/** Text of the refusal of `action`, with the alternatives. */
export function maintenanceRefusal(
  action: keyof typeof maintenanceRefusals,
  node: { id: string; name: string },
  maintenance: Pick<Maintenance, 'since' | 'until' | 'requestedBy'>,
): string {
  const { why, otherwise } = maintenanceRefusals[action];
  return `Node ${node.name} is ${maintenanceWords(maintenance)}: ${why}. Wait for its end, end it (DELETE /api/v1/nodes/${node.id}/maintenance), or ${otherwise}.`;
}

const DEFAULT_HOURS = 4;
const MAX_HOURS = 72;

export const maintenanceStartSchema = z
  .strictObject({
    untilHours: z.int().min(1).max(MAX_HOURS).default(DEFAULT_HOURS).meta({ description: 'Hours from now; it ends by itself then.' }),
    force: z
      .boolean()
      .default(false)
      .meta({ description: 'Also if volumes stand still or lose data with it; administrators only, with the name repeated.' }),
    nodeName: nameSchema.optional().meta({ description: 'The name of the node, repeated; needed with force.' }),
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
    message: z.string(),
    legIds: z.array(idSchema).meta({ description: 'Legs that would be out of reach; none of a volume in use by the node.' }),
  })
  .meta({ id: 'MaintenanceBlocker' });
export type MaintenanceBlocker = z.infer<typeof maintenanceBlockerSchema>;

export const maintenancePlanSchema = z
  .strictObject({
    allowed: z.boolean().meta({ description: 'Whether the same request to start it would be granted now.' }),
    message: z.string().meta({ description: 'What the request would be refused with, or what comes of it.' }),
    blockers: z.array(maintenanceBlockerSchema),
    degraded: z
      .array(z.strictObject({ volume: referenceSchema, message: z.string(), legIds: z.array(idSchema) }))
      .meta({ description: 'Volumes that go on without a second side meanwhile.' }),
  })
  .meta({ id: 'MaintenancePlan', description: 'What a maintenance of a node would do.' });
export type MaintenancePlan = z.infer<typeof maintenancePlanSchema>;
