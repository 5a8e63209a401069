import { z } from 'zod';
import { sessionSchema } from './session.js';

/** Path of the console that the provider sends browsers back to; below `publicUrl`. */
export const OIDC_RETURN_PATH = '/login/oidc';

const LONGEST_PARAMETERS = 8192;

export const loginOptionsSchema = z
  .strictObject({
    oidc: z
      .strictObject({
        label: z.string().meta({ description: 'Name of the provider, for the button.' }),
        available: z.boolean().meta({ description: 'False: the provider did not answer within the last seconds. Local users can log in.' }),
      })
      .nullable()
      .meta({ description: 'OpenID Connect. Null: not configured.' }),
  })
  .meta({ id: 'LoginOptions' });
export type LoginOptions = z.infer<typeof loginOptionsSchema>;

export const oidcLoginStartedSchema = z
  .strictObject({ url: z.string().meta({ description: 'Where to send the browser.' }) })
  .meta({ id: 'OidcLoginStarted' });
export const oidcReturnSchema = z
  .strictObject({
    parameters: z
      .string()
      .max(LONGEST_PARAMETERS)
      .meta({ description: 'The query with which the provider sent the browser back, once, in the browser that began.' }),
  })
  .meta({ id: 'OidcReturn' });
export const oidcLogoutPageSchema = z
  .strictObject({
    url: z
      .string()
      .nullable()
      .meta({ description: 'Ends the session at the provider. Null: a local user, or the provider has no such page or does not answer.' }),
  })
  .meta({ id: 'OidcLogoutPage' });

const LONGEST_HANDLE = 128;

export const deviceLoginStartedSchema = z
  .strictObject({
    handle: z.string().meta({ description: 'Secret of the program that began: it finishes the login with it.' }),
    userCode: z.string().meta({ description: 'What the user compares or types at the provider.' }),
    verificationUri: z.string().meta({ description: 'Page of the provider for the code, on any device.' }),
    verificationUriComplete: z.string().nullable().meta({ description: 'The same page with the code in it. Null: the provider has none.' }),
    intervalSeconds: z.int().meta({ description: 'Shortest time between two polls.' }),
    expiresInSeconds: z.int().meta({ description: 'How long the user has, 15 minutes at most.' }),
  })
  .meta({ id: 'DeviceLoginStarted' });
export type DeviceLoginStarted = z.infer<typeof deviceLoginStartedSchema>;

export const deviceLoginPollSchema = z.strictObject({ handle: z.string().max(LONGEST_HANDLE) }).meta({ id: 'DeviceLoginPoll' });

export const deviceLoginSchema = z
  .strictObject({
    state: z.enum(['pending', 'slow-down', 'done']).meta({
      description:
        'pending: nobody has approved it yet. slow-down: the poll came too early, so the interval is longer now. done: the session cookie is set.',
    }),
    intervalSeconds: z.int().meta({ description: 'Shortest time until the next poll.' }),
    session: sessionSchema.nullable().meta({ description: 'Null until done.' }),
  })
  .meta({ id: 'DeviceLogin' });
export type DeviceLogin = z.infer<typeof deviceLoginSchema>;
