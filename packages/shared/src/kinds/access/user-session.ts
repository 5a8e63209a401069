import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { referenceSchema } from '../common.js';

export const userSessionSchema = z
  .strictObject({
    id: idSchema,
    user: referenceSchema,
    address: z
      .string()
      .nullable()
      .meta({ description: 'Address of the login, through `trustProxy`. Null: an earlier version did not record it.' }),
    userAgent: z
      .string()
      .nullable()
      .meta({ description: 'User-Agent header of the login, at most 256 characters. Null: none, or not recorded.' }),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'Accurate to a minute. Null: not used since the login, or not recorded.' }),
    expiresAt: z.iso.datetime(),
    current: z.boolean().meta({ description: 'True: the session of this request.' }),
  })
  .meta({ id: 'UserSession' });
export type UserSession = z.infer<typeof userSessionSchema>;

export const sessionsEndSchema = z
  .strictObject({
    userId: idSchema.optional().meta({ description: 'Absent: your own sessions, this one too. Another user: for administrators.' }),
  })
  .meta({ id: 'SessionsEnd' });
export const sessionsEndedSchema = z
  .strictObject({ user: referenceSchema, ended: z.int().meta({ description: 'Number of sessions that ended.' }) })
  .meta({ id: 'SessionsEnded' });
