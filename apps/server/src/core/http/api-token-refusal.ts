import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { DomainError } from '@weft/shared/errors/domain-error';
import { nounOfPath } from '@weft/shared/kinds/nouns';
import type { Caller } from './caller.js';

/**
 * Why an API token may not use a route, beside its role; null for sessions. `endpoint` undefined: a route or socket outside of the contract, which belongs to
 * no noun.
 */
export function apiTokenRefusal(caller: Caller, endpoint: Pick<Endpoint, 'path' | 'sessionOnly'> | undefined): DomainError | null {
  if (caller.kind !== 'user' || !caller.token) return null;
  const { name: tokenName, nouns } = caller.token;
  if (endpoint?.sessionOnly) return new DomainError('api-token-session-only', { tokenName });
  if (nouns === null) return null;
  const noun = endpoint && nounOfPath(endpoint.path);
  return noun && nouns.includes(noun) ? null : new DomainError('api-token-noun', { tokenName, nouns: nouns.join(', ') });
}

/** The refusal of an anonymous caller of a route that needs a user. */
export const unauthenticated = (caller: Caller): DomainError =>
  new DomainError(caller.kind === 'anonymous' && caller.badToken ? 'api-token-invalid' : 'login-required', {});
