import { hasRole, type Role } from '@weft/shared/kinds/user';
import { createContext, useContext } from 'react';
import { PAST_REFUSAL, usePast } from '../../api/past.js';
import type { User } from '../../api/types.js';

export const SessionContext = createContext<User | null>(null);

/** The logged-in user; only inside SessionGate. */
export function useUser(): User {
  const user = useContext(SessionContext);
  if (!user) throw new Error('useUser outside of SessionGate');
  return user;
}

/** Why this user may not change something on this page: lacks the needed role, or sees the past. Null: may. */
export function useRoleRefusal(needed: Role): string | null {
  const user = useUser();
  return usePast() === null ? roleRefusal(user, needed) : PAST_REFUSAL;
}

export const roleRefusal = ({ role }: Pick<User, 'role'>, needed: Role): string | null =>
  hasRole(role, needed) ? null : `You are ${article(role)} ${role}: this needs ${article(needed)} ${needed}.`;

const article = (role: Role) => (/^[aeiou]/.test(role) ? 'an' : 'a');
