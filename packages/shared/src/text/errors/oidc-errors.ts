import { seconds, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Errors of logins at an OpenID Connect provider. */
export const oidcErrors = {
  'oidc-off': error(
    'not-possible',
    {},
    () => words`This server has no OpenID Connect provider. Set oidcIssuer on every server (docs/access.md).`,
    {},
  ),
  'oidc-unavailable': error(
    'unavailable',
    { failure: word },
    ({ failure }) => words`The OpenID Connect provider does not answer as it should: ${failure}. Local users can log in.`,
    { failure: 'ECONNREFUSED' },
  ),
  'oidc-login-ended': error(
    'unauthenticated',
    {},
    () => words`This login has ended: it was used, took too long, or began elsewhere. Begin again.`,
    {},
  ),
  'oidc-device-off': error(
    'not-possible',
    {},
    () =>
      words`The OpenID Connect provider offers Weft no login for programs. Enable device authorization (RFC 8628) for Weft's client at the provider, or make an API token in the console.`,
    {},
  ),
  'oidc-device-logins-open': error(
    'rate-limited',
    { retryAfterSeconds: seconds },
    ({ retryAfterSeconds }) =>
      words`Too many logins of programs wait for their users. Finish one of them, or try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds: 60 },
  ),
  'oidc-device-denied': error('unauthenticated', {}, () => words`The login was denied at the OpenID Connect provider. Begin again.`, {}),
  'oidc-device-expired': error('unauthenticated', {}, () => words`Nobody approved the login in time. Begin again.`, {}),
  'oidc-refused': error(
    'unauthenticated',
    { failure: word },
    ({ failure }) => words`The OpenID Connect provider refused the login: ${failure}.`,
    { failure: 'access_denied' },
  ),
  'oidc-token-invalid': error(
    'unauthenticated',
    { failure: word },
    ({ failure }) =>
      words`The ID token of the OpenID Connect provider is not valid: ${failure}. Check the clocks, oidcIssuer and oidcClientId.`,
    { failure: 'JWT "exp" (expiration time) claim value is in the past' },
  ),
  'oidc-claim-missing': error(
    'forbidden',
    { claim: word },
    ({ claim }) => words`The provider sends no claim ${claim} that is a name. Check oidcUsernameClaim and oidcScopes.`,
    { claim: 'preferred_username' },
  ),
  'oidc-no-role': error(
    'forbidden',
    { userName: word },
    ({ userName }) => words`No group of ${userName} has a role here. Ask an administrator: the setting oidcRoles gives roles to groups.`,
    { userName: 'vera' },
  ),
  'oidc-role-unknown': error(
    'forbidden',
    { role: word },
    ({ role }) => words`The groups of this user have the role ${role}, which does not exist. Create it, or correct oidcRoles.`,
    { role: 'db-operator' },
  ),
  'oidc-name-taken': error(
    'name-taken',
    { userName: word },
    ({ userName }) =>
      words`There is another user ${userName} here, and two users are never merged. Ask an administrator to remove that user, or to change the name at the provider.`,
    { userName: 'vera' },
  ),
  'user-of-provider': error(
    'wrong-state',
    { userName: word },
    ({ userName }) => words`${userName} comes by the OpenID Connect provider. Change password, second factor and groups there.`,
    { userName: 'vera' },
  ),
  'recent-login-required': error('forbidden', {}, () => words`This needs a login of the last 15 minutes. Log out, and log in again.`, {}),
};
