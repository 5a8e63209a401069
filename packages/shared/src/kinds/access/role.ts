import { z } from 'zod';
import { lineSchema, nameSchema } from '../../identity.js';
import { objectFields } from '../common.js';
import { hasRole, isBuiltInRole, type Role } from '../user.js';
import { type Permission, permissionNames, permissions } from './permissions.js';
import { volumeReaches } from './volume-reach.js';

export const permissionsOf = (role: Role): Permission[] => permissionNames.filter((each) => hasRole(role, permissions[each]));

const permissionsSchema = z
  .array(z.enum(permissionNames))
  .min(1)
  .max(permissionNames.length)
  .refine((all) => new Set(all).size === all.length, 'must not have a permission twice');
const volumesSchema = z.enum(volumeReaches).meta({
  description: 'all: every volume. groups: only the volumes that the volume groups of the user select.',
});

const changeable = { description: lineSchema(256), permissions: permissionsSchema, volumes: volumesSchema };

export const roleCreateSchema = z
  .strictObject({
    name: nameSchema.refine((name) => !isBuiltInRole(name), 'must not be the name of a built-in role'),
    description: changeable.description.default(''),
    permissions: permissionsSchema,
    volumes: volumesSchema.default('all'),
  })
  .meta({ id: 'RoleCreate' });
export type RoleCreate = z.infer<typeof roleCreateSchema>;
/** Has no defaults: an omitted field stays as it is. */
export const roleUpdateSchema = z.strictObject(changeable).partial().meta({ id: 'RoleUpdate' });
export type RoleUpdate = z.infer<typeof roleUpdateSchema>;

export const roleSchema = z
  .strictObject({
    ...objectFields,
    name: z.string(),
    ...changeable,
    builtIn: z.boolean().meta({ description: 'True: viewer, operator or administrator. They cannot be changed or deleted.' }),
  })
  .meta({ id: 'Role' });
export type CustomRole = z.infer<typeof roleSchema>;
