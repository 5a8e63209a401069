import type { User } from '@weft/shared/kinds/user';
import { factorsOf, identityOf, mustChangePassword, type UserDocument } from '../core/auth/user.document.js';
import { toObject } from '../core/mongo/stored.js';

export const toUser = (user: UserDocument): User =>
  toObject<User>(user, {
    name: user.name,
    role: user.role,
    identity: identityOf(user),
    disabled: user.disabled ?? false,
    disabledSince: user.disabledSince?.toISOString() ?? null,
    mustChangePassword: mustChangePassword(user),
    secondFactors: factorsOf(user),
  });
