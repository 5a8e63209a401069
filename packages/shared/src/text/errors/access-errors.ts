import { count, message, seconds, word } from '../field.js';
import { words } from '../words.js';
import { error } from './error-entry.js';

/* Errors of sessions, users and roles. */
export const accessErrors = {
  'login-required': error('unauthenticated', {}, () => words`Log in first: there is no session, or it has ended.`, {}),
  'login-or-scrape-token-required': error('unauthenticated', {}, () => words`Send the scrape token as a bearer token, or log in.`, {}),
  'session-ended': error('unauthenticated', {}, () => words`The session has ended. Log in again.`, {}),
  'api-token-invalid': error(
    'unauthenticated',
    {},
    () => words`The bearer token is no valid API token: it is unknown, expired or revoked, or its user is disabled. Create another one.`,
    {},
  ),
  'api-token-session-only': error(
    'forbidden',
    { tokenName: word },
    ({ tokenName }) => words`API token ${tokenName} may not manage tokens, sessions, users or passwords. Log in with a password for this.`,
    { tokenName: 'ci' },
  ),
  'api-token-noun': error(
    'forbidden',
    { tokenName: word, nouns: word },
    ({ tokenName, nouns }) => words`API token ${tokenName} may only use the paths of: ${nouns}. Create a token for this path.`,
    { tokenName: 'ci', nouns: 'volume, job' },
  ),
  'api-token-role': error(
    'not-possible',
    { role: word, userRole: word },
    ({ role, userRole }) => words`A token may not have more rights than its user: you are ${userRole}, not ${role}.`,
    { role: 'administrator', userRole: 'operator' },
  ),
  'api-token-days': error(
    'not-possible',
    { mostDays: count },
    ({ mostDays }) => words`A token may be valid for at most ${mostDays} days (apiTokenLongestDays).`,
    { mostDays: 365 },
  ),
  'api-tokens-full': error(
    'not-possible',
    { limit: count },
    ({ limit }) => words`You have ${limit} tokens, the most that a user may have. Revoke one first.`,
    { limit: 50 },
  ),
  'api-token-name-taken': error(
    'name-taken',
    { tokenName: word },
    ({ tokenName }) => words`You have a token ${tokenName} already. Choose another name.`,
    { tokenName: 'ci' },
  ),
  'session-not-found': error('not-found', { id: word }, ({ id }) => words`There is no session ${id}: it has ended.`, { id: 'ID' }),
  'login-wrong': error('unauthenticated', {}, () => words`Name or password is wrong.`, {}),
  'user-disabled': error(
    'unauthenticated',
    { userName: word },
    ({ userName }) => words`User ${userName} is disabled. An administrator can enable it again.`,
    { userName: 'vera' },
  ),
  'too-many-logins': error('unavailable', {}, () => words`Too many logins at once. Try again in a few seconds.`, {}),
  'too-many-failed-logins': error(
    'rate-limited',
    { retryAfterSeconds: seconds },
    ({ retryAfterSeconds }) => words`Too many failed logins. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds: 10 },
  ),
  'role-required': error(
    'forbidden',
    { role: word, userName: word, userRole: word },
    ({ role, userName, userRole }) => words`This needs the role ${role}; ${userName} is ${userRole}.`,
    { role: 'operator', userName: 'vera', userRole: 'viewer' },
  ),
  'scrape-only': error('forbidden', {}, () => words`The scrape token may only scrape.`, {}),
  'foreign-origin': error(
    'forbidden',
    { origin: word },
    ({ origin }) =>
      words`The request was refused: pages of ${origin} may not use this server. Add the address to trustedOrigins if they should.`,
    { origin: 'https://example.com' },
  ),
  'foreign-site': error(
    'forbidden',
    { site: word },
    ({ site }) => words`The request was refused: pages of another site may not use this server (Sec-Fetch-Site: ${site}).`,
    { site: 'cross-site' },
  ),
  'route-access-undeclared': error('forbidden', {}, () => words`This route does not declare who may call it.`, {}),
  'event-access-undeclared': error('forbidden', {}, () => words`This event does not declare who may send it.`, {}),
  'event-forbidden': error('forbidden', { access: word }, ({ access }) => words`This event needs ${access}.`, { access: 'operator' }),
  'password-change-required': error(
    'password-change-required',
    { userName: word },
    ({ userName }) => words`${userName} must change the password first: in the console, or by POST /api/v1/session/password.`,
    { userName: 'vera' },
  ),
  'password-wrong': error('invalid-field', {}, () => words`The current password is wrong.`, {}),
  'password-unchanged': error('invalid-field', {}, () => words`The new password is the current one. Choose another.`, {}),
  'password-weak': error(
    'invalid-field',
    { weakness: message },
    ({ weakness }) => words`This password is easy to guess: ${weakness}. Take several words that do not belong together.`,
    { weakness: { code: 'password-repeats', params: {} } },
  ),
  'user-not-found': error('not-found', { id: word }, ({ id }) => words`There is no user ${id}.`, { id: 'ID' }),
  'user-name-taken': error(
    'name-taken',
    { userName: word },
    ({ userName }) => words`There is a user ${userName} already. Choose another name.`,
    { userName: 'vera' },
  ),
  'last-administrator': error(
    'wrong-state',
    {},
    () => words`This is the last administrator that may log in. Make another user administrator first.`,
    {},
  ),
};
