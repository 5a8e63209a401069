import { z } from 'zod';
import { idSchema, labelsSchema, nameSchema } from '../identity.js';
import { bytesSchema, objectFields } from './common.js';
import { driveSelectorSchema } from './drive.js';

/** Either an explicit list or a selector. */
export const driveClassMembersSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('list'), driveIds: z.array(idSchema).min(1).max(10_000) }),
  z.strictObject({ by: z.literal('selector'), selector: driveSelectorSchema }),
]);
export type DriveClassMembers = z.infer<typeof driveClassMembersSchema>;

export const driveClassSpecSchema = z
  .strictObject({
    name: nameSchema,
    description: z.string().max(1024).default(''),
    labels: labelsSchema.default({}),
    members: driveClassMembersSchema,
  })
  .meta({ id: 'DriveClassSpec' });
export type DriveClassSpec = z.infer<typeof driveClassSpecSchema>;
export const driveClassUpdateSchema = driveClassSpecSchema.omit({ name: true }).partial().meta({ id: 'DriveClassUpdate' });
export type DriveClassUpdate = z.infer<typeof driveClassUpdateSchema>;

export const driveClassSchema = z
  .strictObject({
    ...objectFields,
    ...driveClassSpecSchema.shape,
    driveCount: z.int(),
    nodeCount: z.int(),
    capacityBytes: bytesSchema,
    freeBytes: bytesSchema,
  })
  .meta({ id: 'DriveClass' });
export type DriveClass = z.infer<typeof driveClassSchema>;
