import { z } from 'zod';
import { labelsSchema, nameSchema } from '../identity.js';
import { inventorySchema, nicSchema } from '../messages/inventory.js';
import { orphanSchema } from '../messages/report.js';
import { conditionSchema, objectFields } from './common.js';
import { maintenanceSchema } from './maintenance.js';
import { schedulingFields } from './scheduling.js';

/** target: the node holds drives in service. client: it has attachments. */
export const nodeRoles = ['target', 'client'] as const;
export type NodeRole = (typeof nodeRoles)[number];

export const nodeNicSchema = nicSchema
  .omit({ carrier: true })
  .extend({
    storageNetwork: nameSchema.nullable(),
    linkSince: z.iso.datetime().nullable().meta({ description: 'Since when it is up or down; null: since before it was first heard of.' }),
  })
  .meta({ id: 'Nic' });

export const nodeSchema = z
  .strictObject({
    ...objectFields,
    name: nameSchema,
    labels: labelsSchema,
    roles: z.array(z.enum(nodeRoles)),
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
    ...schedulingFields,
    maintenance: maintenanceSchema.nullable().meta({ description: 'In force now; null: none.' }),
    orphans: z.array(orphanSchema),
    orphansSince: z.iso.datetime().nullable().meta({ description: 'Since when there are any; null: there are none, or it was not kept.' }),
    conditions: z.array(conditionSchema),
  })
  .meta({ id: 'Node' });
export type Node = z.infer<typeof nodeSchema>;

export const nodeUpdateSchema = z.strictObject({ labels: labelsSchema.optional() }).meta({ id: 'NodeUpdate' });
export type NodeUpdate = z.infer<typeof nodeUpdateSchema>;
