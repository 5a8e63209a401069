import type { EnrollmentToken } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

/** @param now milliseconds */
export function tokenState({ usedBy, expiresAt }: EnrollmentToken, now: number): 'used' | 'expired' | 'open' {
  if (usedBy) return 'used';
  return Date.parse(expiresAt) <= now ? 'expired' : 'open';
}

export function tokenStatus(token: EnrollmentToken, now: number): StatusFacts {
  const { usedBy, updatedAt, expiresAt, createdAt } = token;
  switch (tokenState(token, now)) {
    case 'used':
      return {
        tone: 'idle',
        what: 'used',
        since: updatedAt,
        why: `${usedBy?.name} has joined with it`,
        nouns: usedBy ? [{ kind: 'node', ...usedBy }] : [],
      };
    case 'expired':
      return { tone: 'idle', what: 'expired', since: expiresAt, why: 'no node has joined with it in time' };
    case 'open':
      return { tone: 'busy', what: 'open', since: createdAt, why: 'a node that has it may still join' };
  }
}

/** Why the token cannot be revoked, or null. */
export function tokenRefusal(token: EnrollmentToken, now: number): string | null {
  const state = tokenState(token, now);
  if (state === 'used')
    return `Used already: what its node goes on with is a credential of its own. Remove node ${token.usedBy?.name} instead.`;
  return state === 'expired' ? 'Expired already: no node can join with it any more.' : null;
}
