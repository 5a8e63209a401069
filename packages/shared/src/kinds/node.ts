import { z } from 'zod';
import { labelsSchema, nameSchema } from '../identity.js';
import { inventorySchema, nicSchema } from '../messages/inventory.js';
import { pciLinkSchema } from '../messages/pci-link.js';
import { bytesSchema, conditionSchema, objectFields } from './common.js';
import { maintenanceSchema } from './maintenance.js';
import { schedulingFields } from './scheduling.js';

/** target: the node holds drives in service. client: it has attachments. */
export const nodeRoles = ['target', 'client'] as const;
export type NodeRole = (typeof nodeRoles)[number];

export const nodeNicSchema = nicSchema
  .omit({ carrier: true })
  .extend({
    storageNetwork: nameSchema.nullable(),
    pciLink: pciLinkSchema.nullable().meta({ description: 'Null: it has no PCIe link, or the agent does not report it.' }),
    linkSince: z.iso.datetime().nullable().meta({ description: 'Last change of the link. Null: no change since the first report.' }),
  })
  .meta({ id: 'Nic' });

/** The bytes of a node's drives: used, free and unusable bytes add up to their size. */
export const nodeCapacitySchema = z
  .strictObject({
    driveCount: z.int(),
    sizeBytes: bytesSchema.meta({ description: 'Size of all its drives.' }),
    usedBytes: bytesSchema.meta({ description: 'Allocated to legs.' }),
    freeBytes: bytesSchema.meta({ description: 'Free for new legs, on drives in service.' }),
    unusableBytes: bytesSchema.meta({ description: 'The rest: the reserve, metadata of LVM, and drives that are not in service.' }),
  })
  .meta({ id: 'NodeCapacity' });
export type NodeCapacity = z.infer<typeof nodeCapacitySchema>;

/** Orphans on one host. */
export const nodeOrphansSchema = z
  .strictObject({
    count: z.int().meta({ description: 'Without the ignored ones.' }),
    ignored: z.int(),
    since: z.iso.datetime().nullable().meta({ description: 'First report of the oldest one. Null: none, or not recorded.' }),
  })
  .meta({ id: 'NodeOrphans' });
export type NodeOrphans = z.infer<typeof nodeOrphansSchema>;
export const NO_ORPHANS: NodeOrphans = { count: 0, ignored: 0, since: null };

export const nodeSchema = z
  .strictObject({
    ...objectFields,
    name: nameSchema,
    labels: labelsSchema,
    roles: z.array(z.enum(nodeRoles)),
    hostNqn: z.string(),
    hostname: z.string().nullable(),
    agentVersion: z.string().nullable(),
    agentProtocol: z
      .int()
      .nullable()
      .meta({ description: 'Version of the messages that the agent sends. Null: it has not connected to a server that stores it.' }),
    kernel: z.string().nullable(),
    distribution: z.string().nullable(),
    bootId: z.string().nullable(),
    cpu: inventorySchema.shape.cpu.nullable(),
    memoryBytes: z.int().nullable(),
    capabilities: inventorySchema.shape.capabilities.nullable(),
    nics: z.array(nodeNicSchema),
    capacity: nodeCapacitySchema,
    connection: z
      .strictObject({ state: z.enum(['never', 'online', 'lost']), since: z.iso.datetime().nullable() })
      .meta({ description: 'Last change. lost: no report from the agent since then.' }),
    assignment: z.strictObject({ generation: z.int(), acceptedGeneration: z.int().nullable() }),
    ...schedulingFields,
    maintenance: maintenanceSchema.nullable().meta({ description: 'Current maintenance. Null: none.' }),
    orphans: nodeOrphansSchema.meta({
      description: 'Objects on this node that the database does not list: GET /orphans?side=host&nodeId=….',
    }),
    conditions: z.array(conditionSchema),
  })
  .meta({ id: 'Node' });
export type Node = z.infer<typeof nodeSchema>;

export const nodeUpdateSchema = z.strictObject({ labels: labelsSchema.optional() }).meta({ id: 'NodeUpdate' });
export type NodeUpdate = z.infer<typeof nodeUpdateSchema>;
