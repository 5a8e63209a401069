import { DomainError } from '@weft/shared/errors/domain-error';
import type { NounName } from '@weft/shared/kinds/nouns';
import type { Role } from '@weft/shared/kinds/user';

/** Who sent a request. */
export type Caller =
  | { kind: 'user'; id: string; name: string; role: Role; mustChangePassword: boolean; token?: CallerToken }
  | { kind: 'scraper' }
  /** `badToken`: the request has a bearer token that is not valid. */
  | { kind: 'anonymous'; badToken?: true };

/** The API token of a request; absent for a session. The role of the caller is already the lower one of token and user. */
export interface CallerToken {
  id: string;
  name: string;
  nouns: readonly NounName[] | null;
  expiresAt: Date;
}

/** The API token of a caller, as audit and logs name it. */
export function tokenOf(caller: Caller): { id: string; name: string } | null {
  const token = caller.kind === 'user' ? caller.token : undefined;
  return token ? { id: token.id, name: token.name } : null;
}

/** The refusal of a caller who may only change the password, or null. */
export const passwordRefusal = (caller: Caller): DomainError | null =>
  caller.kind === 'user' && caller.mustChangePassword ? new DomainError('password-change-required', { userName: caller.name }) : null;

/** How logs, jobs and audit name a caller. */
export const callerName = (caller: Caller): string => (caller.kind === 'user' ? caller.name : caller.kind);
