import { DomainError } from '@weft/shared/errors/domain-error';
import type { Role } from '@weft/shared/kinds/user';

/** Who sent a request. */
export type Caller =
  | { kind: 'user'; id: string; name: string; role: Role; mustChangePassword: boolean }
  | { kind: 'scraper' }
  | { kind: 'anonymous' };

/** The refusal of a caller who may only change the password, or null. */
export const passwordRefusal = (caller: Caller): DomainError | null =>
  caller.kind === 'user' && caller.mustChangePassword ? new DomainError('password-change-required', { userName: caller.name }) : null;

/** How logs, jobs and audit name a caller. */
export const callerName = (caller: Caller): string => (caller.kind === 'user' ? caller.name : caller.kind);
