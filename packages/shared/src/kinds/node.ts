import { z } from 'zod';
import { labelsSchema, nameSchema } from '../identity.js';
import { inventorySchema, nicSchema } from '../messages/inventory.js';
import { orphanSchema } from '../messages/report.js';
import { conditionSchema, objectFields } from './common.js';
import { maintenanceSchema } from './maintenance.js';
import { schedulings } from './scheduling.js';

export const nodeNicSchema = nicSchema.extend({ storageNetwork: nameSchema.nullable() }).meta({ id: 'Nic' });

export const nodeSchema = z
  .strictObject({
    ...objectFields,
    name: nameSchema,
    labels: labelsSchema,
    /** What it acts as now: holds drives in service, has attachments. */
    roles: z.array(z.enum(['target', 'client'])),
    hostNqn: z.string(),
    hostname: z.string().nullable(),
    agentVersion: z.string().nullable(),
    kernel: z.string().nullable(),
    distribution: z.string().nullable(),
    bootId: z.string().nullable(),
    cpu: inventorySchema.shape.cpu.nullable(),
    memoryBytes: z.int().nullable(),
    capabilities: inventorySchema.shape.capabilities.nullable(),
    nics: z.array(nodeNicSchema),
    connection: z
      .strictObject({ state: z.enum(['never', 'online', 'lost']), since: z.iso.datetime().nullable() })
      .meta({ description: 'lost: no word from its agent since then.' }),
    assignment: z.strictObject({ generation: z.int(), acceptedGeneration: z.int().nullable() }),
    scheduling: z.enum(schedulings).meta({ description: 'Whether new legs may come; evicting: and those that can move do.' }),
    maintenance: maintenanceSchema.nullable().meta({ description: 'In force now; null: none.' }),
    orphans: z.array(orphanSchema),
    conditions: z.array(conditionSchema),
  })
  .meta({ id: 'Node' });
export type Node = z.infer<typeof nodeSchema>;

export const nodeUpdateSchema = z.strictObject({ labels: labelsSchema.optional() }).meta({ id: 'NodeUpdate' });
export type NodeUpdate = z.infer<typeof nodeUpdateSchema>;
