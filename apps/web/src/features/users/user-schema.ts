import { passwordSchema, type UserUpdate, userCreateSchema } from '@weft/shared/kinds/user';
import { z } from 'zod';
import type { User } from '../../api/types.js';
import { emptyOr } from '../../forms/fields-schema.js';

/** Content of the form, for a new user and for an existing one. */
export type UserForm = z.input<typeof newUserSchema>;

export const userFormOf = (user: User | null): UserForm => ({
  name: user?.name ?? '',
  role: user?.role ?? 'viewer',
  password: '',
  mustChangePassword: true,
  disabled: user?.disabled ?? false,
});

const { name, role, password } = userCreateSchema.shape;

export const newUserSchema = z
  .object({ name, role, password, mustChangePassword: z.boolean(), disabled: z.boolean() })
  .transform(({ disabled: _, ...user }) => user);

/** An empty password stays as it is. `mustChangePassword` applies only together with a password. */
export const changedUserSchema = z
  .object({
    name: z.string(),
    role,
    password: emptyOr(passwordSchema, { is: null }),
    mustChangePassword: z.boolean(),
    disabled: z.boolean(),
  })
  .transform(
    ({ name: _, password: changed, mustChangePassword, ...user }): UserUpdate => ({
      ...user,
      ...(changed === null ? {} : { password: changed, mustChangePassword }),
    }),
  );
