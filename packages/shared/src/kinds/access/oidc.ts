import { z } from 'zod';

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
