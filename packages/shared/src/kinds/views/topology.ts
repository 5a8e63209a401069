import { z } from 'zod';
import { idSchema, nameSchema } from '../../identity.js';
import { transportSchema } from '../../messages/assignment.js';
import { attachmentModes, attachmentStates } from '../attachment.js';
import { bytesSchema } from '../common.js';
import { driveStates } from '../drive.js';
import { legHealths } from '../leg.js';
import { schedulings } from '../scheduling.js';
import { protections, volumeHealths, volumeSchema, volumeStates } from '../volume.js';
import { MAX_TOPOLOGY_OBJECTS, topologyKinds } from './topology-objects.js';

/*
 * The connections between objects, and their states: the minimum of each object that a picture of thousands of objects needs. The explanations of
 * problems stay with the objects; a reader fetches them for the selected object.
 */

const identity = {
  id: idSchema,
  revision: z.int().meta({ description: 'Revision of the object. The copy with the higher revision is newer.' }),
};

export const topologyNodeSchema = z
  .strictObject({
    ...identity,
    name: nameSchema,
    zone: z.string().nullable(),
    rack: z.string().nullable(),
    connection: z.enum(['never', 'online', 'lost']),
    scheduling: z.enum(schedulings),
    inMaintenance: z.boolean(),
    troubled: z.boolean().meta({ description: 'A condition of the node is false, or the node has orphans.' }),
    nics: z
      .array(z.strictObject({ name: z.string(), storageNetwork: nameSchema, address: z.string(), up: z.boolean() }))
      .meta({ description: 'NICs on storage networks.' }),
  })
  .meta({ id: 'TopologyNode' });
export type TopologyNode = z.infer<typeof topologyNodeSchema>;

export const topologyDriveSchema = z
  .strictObject({
    ...identity,
    nodeId: idSchema,
    serial: z.string(),
    state: z.enum(driveStates),
    scheduling: z.enum(schedulings),
    troubled: z.boolean().meta({ description: 'A condition of the drive is false, or SMART has a critical warning.' }),
    capacityBytes: bytesSchema.meta({ description: 'Capacity for legs. 0 until the drive is in service.' }),
    allocatedBytes: bytesSchema,
    wearRatio: z.number().nullable().meta({ description: 'Used fraction of the endurance, by SMART. May exceed 1. Null: not reported.' }),
    classes: z.array(z.int()).meta({ description: 'Classes of the drive, as indexes of driveClasses.' }),
  })
  .meta({ id: 'TopologyDrive' });
export type TopologyDrive = z.infer<typeof topologyDriveSchema>;

export const topologyVolumeSchema = z
  .strictObject({
    ...identity,
    name: nameSchema,
    state: z.enum(volumeStates),
    health: z.enum(volumeHealths),
    protection: z.enum(protections),
    copies: volumeSchema.shape.copies,
    sizeBytes: bytesSchema,
    driveClassId: idSchema,
    legs: z.array(
      z.strictObject({
        index: z.int(),
        driveId: idSchema,
        health: z.enum(legHealths).nullable().meta({ description: 'Health at the last stored assessment. Null: none yet.' }),
        inSync: z
          .boolean()
          .meta({ description: 'The leg stays with the volume and has all of its data, so that a mirror can continue with it alone.' }),
      }),
    ),
  })
  .meta({ id: 'TopologyVolume' });
export type TopologyVolume = z.infer<typeof topologyVolumeSchema>;

export const topologyAttachmentSchema = z
  .strictObject({
    ...identity,
    volumeId: idSchema,
    nodeId: idSchema.meta({ description: 'The client.' }),
    state: z.enum(attachmentStates),
    mode: z.enum(attachmentModes),
    transport: transportSchema,
    troubled: z.boolean().meta({ description: 'A condition of the attachment is not true.' }),
    paths: z.int().meta({ description: 'Paths in the last report of the client.' }),
    livePaths: z.int(),
  })
  .meta({ id: 'TopologyAttachment' });
export type TopologyAttachment = z.infer<typeof topologyAttachmentSchema>;

export const topologySchema = z
  .strictObject({
    at: z.iso.datetime(),
    storageNetworks: z.array(nameSchema),
    driveClasses: z.array(z.strictObject({ id: idSchema, name: nameSchema })).meta({ description: 'By name; the first 200.' }),
    nodes: z.array(topologyNodeSchema),
    drives: z.array(topologyDriveSchema),
    volumes: z.array(topologyVolumeSchema),
    attachments: z.array(topologyAttachmentSchema),
  })
  .meta({ id: 'Topology', description: 'Connections between nodes, drives, volumes and attachments, with their states.' });
export type Topology = z.infer<typeof topologySchema>;

const object = z.string().regex(new RegExp(`^(${topologyKinds.join('|')}):[0-9a-f-]{36}$`), 'must be kind:id of an object');
export const topologyQuerySchema = z.strictObject({
  objects: z
    .string()
    .max(12_000)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(object).min(1).max(MAX_TOPOLOGY_OBJECTS))
    .optional()
    .meta({
      description: `Up to ${MAX_TOPOLOGY_OBJECTS} objects, separated by commas: kind:id, with one of the kinds ${topologyKinds.join(', ')}. Deleted objects are omitted. Absent: all objects.`,
    }),
});
