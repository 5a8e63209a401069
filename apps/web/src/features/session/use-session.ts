import type { Permission } from '@weft/shared/kinds/access/permissions';
import { createContext, useContext } from 'react';
import { PAST_REFUSAL, usePast } from '../../api/past.js';
import type { User } from '../../api/types.js';

/** The logged-in user, with what the role permits. */
export type SessionUser = User & { permissions: readonly Permission[] };

export const SessionContext = createContext<SessionUser | null>(null);

/** The logged-in user; only inside SessionGate. */
export function useUser(): SessionUser {
  const user = useContext(SessionContext);
  if (!user) throw new Error('useUser outside of SessionGate');
  return user;
}

/** Why this user may not change something on this page: lacks the permission, or sees the past. Null: may. */
export function usePermissionRefusal(needed: Permission): string | null {
  const user = useUser();
  return usePast() === null ? permissionRefusal(user, needed) : PAST_REFUSAL;
}

export const permissionRefusal = ({ role, permissions }: Pick<SessionUser, 'role' | 'permissions'>, needed: Permission): string | null =>
  permissions.includes(needed) ? null : `You are ${article(role)} ${role}: this needs the permission ${needed}.`;

const article = (role: string) => (/^[aeiou]/.test(role) ? 'an' : 'a');
