import type { Role } from '@weft/shared/kinds/user';

/** Who sent a request. */
export type Caller =
  | { kind: 'user'; id: string; name: string; role: Role; mustChangePassword: boolean }
  | { kind: 'scraper' }
  | { kind: 'anonymous' };

/** Why this caller may only change its password, or null. */
export const passwordRefusal = (caller: Caller): string | null =>
  caller.kind === 'user' && caller.mustChangePassword
    ? `${caller.name} must change the password first: in the console, or by POST /api/v1/session/password.`
    : null;

/** How logs, jobs and audit name a caller. */
export const callerName = (caller: Caller): string => (caller.kind === 'user' ? caller.name : caller.kind);
