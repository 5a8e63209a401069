import { z } from 'zod';
import { userSchema } from '../user.js';
import { permissionNames } from './permissions.js';
import { volumeReaches } from './volume-reach.js';

export const sessionSchema = z
  .strictObject({
    user: userSchema,
    permissions: z.array(z.enum(permissionNames)).meta({ description: 'What the role of the user permits.' }),
    volumes: z.enum(volumeReaches).meta({ description: 'groups: the user sees only the volumes of volume groups.' }),
    mustSetUpSecondFactor: z.boolean().meta({
      description:
        'True: the session may only set up a second factor, change the password, read itself and log out; other requests get 403 `second-factor-setup-required`.',
    }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;
