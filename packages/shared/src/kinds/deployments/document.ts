import { z } from 'zod';
import { labelsSchema, nameSchema } from '../../identity.js';
import { transportSchema } from '../../messages/assignment.js';
import { attachmentModes } from '../attachment.js';
import { bytesSchema } from '../common.js';
import { driveClassSpecSchema } from '../drive-class.js';
import { nodeRoles } from '../node.js';
import { storageNetworkSchema } from '../settings/settings.js';
import { volumeCreateSchema } from '../volume.js';

/*
 * What a deployment makes, as a document that people edit, keep in version control and apply to other clusters. It names objects as people do (nodes, classes
 * and volumes by name, drives by model and size, by serial only if given): it has no ids.
 */

/** Version of the form. A change that an older server would misread gets the next one. */
export const DEPLOYMENT_FORM = 'weft-deployment-1';

const model = z.string().min(1).max(64);
const serial = z.string().min(1).max(64);

export const deployedNodeSchema = z
  .strictObject({
    name: nameSchema,
    roles: z.array(z.enum(nodeRoles)).max(2).meta({
      description: 'target: drives of it may be taken. client: volumes may be attached there. The document is checked against them.',
    }),
    labels: labelsSchema.default({}).meta({ description: 'Labels to set, `rack` and `zone` among them. Other labels of the node stay.' }),
  })
  .meta({ id: 'DeployedNode' });

export const deployedDrivesSchema = z
  .strictObject({
    node: nameSchema,
    model,
    sizeBytes: bytesSchema,
    count: z.int().min(1).max(512),
    serials: z.array(serial).max(512).nullable().default(null).meta({
      description: 'Exactly these drives. Null: any of this model and size, so that the document fits another cluster.',
    }),
  })
  .refine(({ serials, count }) => serials === null || serials.length === count, { path: ['count'], error: 'must be the number of serials' })
  .meta({ id: 'DeployedDrives', description: 'Drives of one node, of one model and size, to be in service.' });
export type DeployedDrives = z.infer<typeof deployedDrivesSchema>;

export const deployedMembersSchema = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('list'),
    serials: z
      .array(serial)
      .max(10_000)
      .meta({ description: 'Empty only in a document made of a cluster: its class lists no drive that is there.' }),
  }),
  z.strictObject({
    by: z.literal('selector'),
    models: z.array(model).max(64).optional(),
    minSizeBytes: bytesSchema.optional(),
    maxSizeBytes: bytesSchema.optional(),
    nodes: z.array(nameSchema).max(1024).optional(),
    nodeLabels: labelsSchema.optional(),
  }),
]);
export type DeployedMembers = z.infer<typeof deployedMembersSchema>;

export const deployedClassSchema = z
  .strictObject({ ...driveClassSpecSchema.shape, members: deployedMembersSchema })
  .meta({ id: 'DeployedClass', description: 'A drive class: drives by a selector, or by their serials.' });
export type DeployedClass = z.infer<typeof deployedClassSchema>;

export const deployedVolumeSchema = volumeCreateSchema
  .omit({ driveClassId: true })
  .extend({ driveClass: nameSchema.meta({ description: 'Name of the drive class, of this document or of the cluster.' }) })
  .meta({ id: 'DeployedVolume' });
export type DeployedVolume = z.infer<typeof deployedVolumeSchema>;

export const deployedAttachmentSchema = z
  .strictObject({
    volume: nameSchema,
    node: nameSchema.meta({ description: 'The client.' }),
    mode: z.enum(attachmentModes).default('exclusive'),
    transport: transportSchema.default('rdma'),
  })
  .meta({ id: 'DeployedAttachment' });
export type DeployedAttachment = z.infer<typeof deployedAttachmentSchema>;

export const deploymentDocumentSchema = z
  .strictObject({
    form: z.literal(DEPLOYMENT_FORM).meta({ description: 'Version of the form of this document.' }),
    storageNetworks: z.array(storageNetworkSchema).max(16),
    nodes: z.array(deployedNodeSchema).max(2048),
    drives: z.array(deployedDrivesSchema).max(4096),
    driveClasses: z.array(deployedClassSchema).max(200),
    volumes: z.array(deployedVolumeSchema).max(500),
    attachments: z.array(deployedAttachmentSchema).max(500),
  })
  .meta({ id: 'DeploymentDocument' });
export type DeploymentDocument = z.infer<typeof deploymentDocumentSchema>;

export const EMPTY_DEPLOYMENT: DeploymentDocument = {
  form: DEPLOYMENT_FORM,
  storageNetworks: [],
  nodes: [],
  drives: [],
  driveClasses: [],
  volumes: [],
  attachments: [],
};
