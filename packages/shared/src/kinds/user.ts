import { z } from 'zod';
import { nameSchema } from '../identity.js';
import { objectFields } from './common.js';

/** viewer: reads. operator: also provisions. administrator: also manages users, settings and enrollment, and destroys data. */
export const roles = ['viewer', 'operator', 'administrator'] as const;
export type Role = (typeof roles)[number];
export const hasRole = (actual: Role, needed: Role): boolean => roles.indexOf(actual) >= roles.indexOf(needed);
export const isBuiltInRole = (name: string): name is Role => (roles as readonly string[]).includes(name);

/** local: the password is Weft's. oidc: the user comes by the OpenID Connect provider. */
const identities = ['local', 'oidc'] as const;
export type Identity = (typeof identities)[number];

/** Second factors that a user can have. Recovery codes come with the first of them. */
export const factorKinds = ['totp', 'security-key'] as const;
export type FactorKind = (typeof factorKinds)[number];

export const roleNameSchema = nameSchema.meta({ description: 'viewer, operator, administrator, or the name of a custom role.' });

export const MIN_PASSWORD_CHARACTERS = 12;
export const passwordSchema = z.string().min(MIN_PASSWORD_CHARACTERS, `must have at least ${MIN_PASSWORD_CHARACTERS} characters`).max(256);
export const userSchema = z
  .strictObject({
    ...objectFields,
    name: nameSchema,
    role: roleNameSchema,
    identity: z.enum(identities).meta({
      description: 'oidc: comes by the OpenID Connect provider, which has the password, and whose groups give the role at each login.',
    }),
    disabled: z.boolean().meta({ description: 'The user cannot log in. The name stays in use, and past actions keep it.' }),
    disabledSince: z.iso.datetime().nullable().meta({ description: 'Null: not disabled, or not recorded.' }),
    mustChangePassword: z.boolean().meta({
      description:
        'True: its sessions may only change its password, read the session and log out; other requests get 403 `password-change-required`.',
    }),
    secondFactors: z.array(z.enum(factorKinds)).meta({ description: 'Kinds of second factors that the user has set up.' }),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;
/** The audit and the lists of jobs and drills have these names where no user acted. */
export const RESERVED_NAMES: readonly string[] = ['anonymous', 'schedule'];
export const userCreateSchema = z
  .strictObject({
    name: nameSchema.refine(
      (name) => !RESERVED_NAMES.includes(name),
      'is reserved: the audit names requests without a user, or scheduled work, so',
    ),
    role: roleNameSchema,
    password: passwordSchema,
    mustChangePassword: z
      .boolean()
      .default(false)
      .meta({ description: 'The user must change this password first. For people, not for programs.' }),
  })
  .meta({ id: 'UserCreate' });
export type UserCreate = z.infer<typeof userCreateSchema>;
export const userUpdateSchema = z
  .strictObject({
    role: roleNameSchema.optional(),
    password: passwordSchema.optional(),
    mustChangePassword: z
      .boolean()
      .optional()
      .meta({ description: 'The user must change the new `password` first. Absent: the user may keep it.' }),
    disabled: z.boolean().optional().meta({ description: 'True ends all sessions of the user.' }),
  })
  .meta({ id: 'UserUpdate' });
export type UserUpdate = z.infer<typeof userUpdateSchema>;

export const loginSchema = z.strictObject({ name: z.string().max(64), password: z.string().max(256) }).meta({ id: 'Login' });
export const passwordChangeSchema = z
  .strictObject({ currentPassword: z.string().max(256), newPassword: passwordSchema })
  .meta({ id: 'PasswordChange' });
