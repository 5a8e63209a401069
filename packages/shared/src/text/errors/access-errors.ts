import { count, message, seconds, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

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
    ({ role, userRole }) => words`A token may not have more rights than its user: you are ${userRole}, which does not have all of ${role}.`,
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
  'permission-required': error(
    'forbidden',
    { permission: word, userName: word, userRole: word },
    ({ permission, userName, userRole }) => words`This needs the permission ${permission}; ${userName} has the role ${userRole}.`,
    { permission: 'volume:create', userName: 'vera', userRole: 'viewer' },
  ),
  'volume-scope': error(
    'forbidden',
    { userName: word },
    ({ userName }) => words`${userName} sees only the volumes of volume groups, and this is about more. Ask an administrator.`,
    { userName: 'vera' },
  ),
  'volume-verb-required': error(
    'forbidden',
    { userName: word, volumeName: word, verb: word },
    ({ userName, volumeName, verb }) => words`No volume group lets ${userName} ${verb} volume ${volumeName}. Ask an administrator.`,
    { userName: 'vera', volumeName: 'orders-db', verb: 'change' },
  ),
  'volume-labels-outside': error(
    'forbidden',
    { userName: word },
    ({ userName }) => words`No volume group lets ${userName} change volumes with these labels. Use the labels of one of the groups.`,
    { userName: 'vera' },
  ),
  'volume-name-in-use': error(
    'name-taken',
    { volumeName: word },
    ({ volumeName }) => words`The name ${volumeName} is in use. Choose another name.`,
    { volumeName: 'orders-db' },
  ),
  'role-not-found': error('not-found', { id: word }, ({ id }) => words`There is no role ${id}.`, { id: 'ID' }),
  'role-unknown': error('not-possible', { role: word }, ({ role }) => words`There is no role ${role}. Create it first.`, {
    role: 'db-operator',
  }),
  'role-built-in': error('wrong-state', { role: word }, ({ role }) => words`${role} is a built-in role. Create a custom role instead.`, {
    role: 'viewer',
  }),
  'role-in-use': error(
    'in-use',
    { role: word, users: count, tokens: count },
    ({ role, users, tokens }) => words`Role ${role} is used by ${users} users and ${tokens} API tokens. Give them another role first.`,
    { role: 'db-operator', users: 2, tokens: 1 },
  ),
  'role-name-taken': error('name-taken', { role: word }, ({ role }) => words`There is a role ${role} already. Choose another name.`, {
    role: 'db-operator',
  }),
  'permission-not-yours': error(
    'forbidden',
    { permission: word },
    ({ permission }) => words`You cannot give the permission ${permission}: you do not have it.`,
    { permission: 'drive:wipe' },
  ),
  'volume-group-not-found': error('not-found', { id: word }, ({ id }) => words`There is no volume group ${id}.`, { id: 'ID' }),
  'volume-group-name-taken': error(
    'name-taken',
    { groupName: word },
    ({ groupName }) => words`There is a volume group ${groupName} already. Choose another name.`,
    { groupName: 'databases' },
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
  'event-forbidden': error('forbidden', { access: word }, ({ access }) => words`This event needs ${access}.`, { access: 'user' }),
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
