import { z } from 'zod';
import { idSchema, nameSchema } from '../../identity.js';
import { objectFields } from '../common.js';
import { nounNames } from '../nouns.js';
import { roleNameSchema } from '../user.js';
import { volumeSelectorSchema } from './volume-group.js';

/** Bound of the contract; the server's setting `apiTokenLongestDays` may allow less. */
const MOST_DAYS = 3650;
export const MAX_API_TOKENS_PER_USER = 50;

export const apiTokenCreateSchema = z
  .strictObject({
    name: nameSchema,
    role: roleNameSchema.meta({
      description: 'The token never has more rights than its user has at the time of a request.',
    }),
    nouns: z.array(z.enum(nounNames)).min(1).max(nounNames.length).nullable().default(null).meta({
      description: 'Null: every path. Otherwise only the paths of these nouns (`/api/v1/volumes…` for `volume`), and no live updates.',
    }),
    volumes: volumeSelectorSchema.nullable().default(null).meta({
      description: 'Null: the volumes of its user. Otherwise only those of them whose labels match, and what belongs to these volumes.',
    }),
    expiresInDays: z.int().min(1).max(MOST_DAYS),
  })
  .meta({ id: 'ApiTokenCreate' });
export type ApiTokenCreate = z.infer<typeof apiTokenCreateSchema>;

export const apiTokenSchema = z
  .strictObject({
    ...objectFields,
    name: z.string(),
    user: z.strictObject({ id: idSchema, name: z.string() }).meta({ description: 'The user who made the token, and whose rights it has.' }),
    role: z.string(),
    nouns: z.array(z.enum(nounNames)).nullable(),
    volumes: volumeSelectorSchema.nullable(),
    expiresAt: z.iso.datetime().meta({ description: 'The token stays listed for 30 days after this time.' }),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'Accurate to a minute. Null: not used yet.' }),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiTokenSchema>;
/** The answer to the creation shows the token once; the server stores only its hash. */
export const apiTokenIssuedSchema = apiTokenSchema.extend({ token: z.string() }).meta({ id: 'ApiTokenIssued' });
export type ApiTokenIssued = z.infer<typeof apiTokenIssuedSchema>;
