import { type Permission, permissionNames } from '@weft/shared/kinds/access/permissions';
import { permissionsOf, roleCreateSchema } from '@weft/shared/kinds/access/role';
import { z } from 'zod';
import type { Role } from '../../api/types.js';
import { linesText } from '../../forms/fields-schema.js';

const { name, permissions, volumes } = roleCreateSchema.shape;

/** @throws RangeError for a line that is no permission */
function readPermission(line: string): Permission {
  const found = permissionNames.find((each) => each === line);
  if (!found) throw new RangeError(`There is no permission “${line}”. Permissions: ${permissionNames.join(', ')}.`);
  return found;
}

const changeable = { description: z.string(), permissions: linesText(permissions, readPermission), volumes };
export const newRoleSchema = z.object({ name, ...changeable });
export const changedRoleSchema = z.object({ name: z.string(), ...changeable }).transform(({ name: _, ...role }) => role);
export type RoleForm = z.input<typeof newRoleSchema>;

/** A new role starts with the permissions of a viewer. */
export const roleFormOf = (role: Role | null): RoleForm => ({
  name: role?.name ?? '',
  description: role?.description ?? '',
  permissions: (role?.permissions ?? permissionsOf('viewer')).join('\n'),
  volumes: role?.volumes ?? 'all',
});
