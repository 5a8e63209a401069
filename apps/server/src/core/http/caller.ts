import type { Role } from '@weft/shared/kinds/user';

/** Who sent a request. */
export type Caller = { kind: 'user'; id: string; name: string; role: Role } | { kind: 'scraper' } | { kind: 'anonymous' };

/** How logs, jobs and audit name a caller. */
export const callerName = (caller: Caller): string => (caller.kind === 'user' ? caller.name : caller.kind);
