import type { EnrollmentToken } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';
import { nodeNoun } from '../../ui/text/nouns.js';
import { sentence } from '../../ui/text/sentence.js';

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
        why: sentence`${usedBy ? nodeNoun(usedBy) : 'a node'} has joined with it`,
      };
    case 'expired':
      return { tone: 'idle', what: 'expired', since: expiresAt, why: 'no node used it in time' };
    case 'open':
      return { tone: 'busy', what: 'open', since: createdAt, why: 'a node can still join with it' };
  }
}

/** Why the token cannot be revoked, or null. */
export function tokenRefusal(token: EnrollmentToken, now: number): string | null {
  const state = tokenState(token, now);
  if (state === 'used') return `Already used: its node now has its own credential. Remove node ${token.usedBy?.name} instead.`;
  return state === 'expired' ? 'Already expired: no node can join with it.' : null;
}
