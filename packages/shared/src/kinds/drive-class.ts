import { z } from 'zod';
import { idSchema, labelsSchema, lineSchema, nameSchema } from '../identity.js';
import { DEFAULT_OVER_PROVISIONING, overProvisioningSchema } from '../thin/thin-volume.js';
import { capacityForecastSchema } from './capacity-forecast.js';
import { bytesSchema, objectFields } from './common.js';
import { driveSelectorSchema } from './drive.js';

/** Either an explicit list or a selector. */
export const driveClassMembersSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('list'), driveIds: z.array(idSchema).min(1).max(10_000) }),
  z.strictObject({ by: z.literal('selector'), selector: driveSelectorSchema }),
]);
export type DriveClassMembers = z.infer<typeof driveClassMembersSchema>;

const changeable = {
  description: lineSchema(1024),
  labels: labelsSchema,
  members: driveClassMembersSchema,
  overProvisioningRatio: overProvisioningSchema.meta({
    description: `Thin volumes: the most bytes that the legs of a pool may promise, as a multiple of what the pool can become. Absent: ${DEFAULT_OVER_PROVISIONING}.`,
  }),
};

export const driveClassSpecSchema = z
  .strictObject({
    ...changeable,
    name: nameSchema,
    description: changeable.description.default(''),
    labels: changeable.labels.default({}),
    overProvisioningRatio: changeable.overProvisioningRatio.optional(),
  })
  .meta({ id: 'DriveClassSpec' });
export type DriveClassSpec = z.infer<typeof driveClassSpecSchema>;
/** Has no defaults, unlike the spec: an omitted field stays as it is. */
export const driveClassUpdateSchema = z.strictObject(changeable).partial().meta({ id: 'DriveClassUpdate' });
export type DriveClassUpdate = z.infer<typeof driveClassUpdateSchema>;

export const driveClassSchema = z
  .strictObject({
    ...objectFields,
    ...driveClassSpecSchema.shape,
    overProvisioningRatio: changeable.overProvisioningRatio,
    driveCount: z.int(),
    inServiceCount: z.int().meta({ description: 'Drives of the class that are in service: the bytes are theirs.' }),
    nodeCount: z.int(),
    capacityBytes: bytesSchema,
    allocatedBytes: bytesSchema.meta({ description: 'Allocated to legs.' }),
    freeBytes: bytesSchema,
    forecast: capacityForecastSchema,
  })
  .meta({ id: 'DriveClass' });
export type DriveClass = z.infer<typeof driveClassSchema>;
