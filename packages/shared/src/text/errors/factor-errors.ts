import { count, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Errors of second factors. */
export const factorErrors = {
  'second-factor-required': error(
    'second-factor-required',
    {},
    () => words`The password is right. Answer with a second factor: in the console, or by POST /api/v1/login/second-factor.`,
    {},
  ),
  'second-factor-wrong': error(
    'unauthenticated',
    { triesLeft: count },
    ({ triesLeft }) =>
      words`The code is wrong, or it was used before. Wait for the next code of the app. This login accepts ${triesLeft} more codes.`,
    { triesLeft: 3 },
  ),
  'login-challenge-ended': error(
    'unauthenticated',
    {},
    () => words`This login has ended: it took too long, had too many wrong codes, or was used. Log in again with name and password.`,
    {},
  ),
  'second-factor-setup-required': error(
    'second-factor-setup-required',
    { userName: word },
    ({ userName }) => words`${userName} must set up a second factor first: in the console, or by POST /api/v1/session/totp.`,
    { userName: 'vera' },
  ),
  'factor-code-wrong': error(
    'invalid-field',
    {},
    () => words`The code is wrong, or it was used before. Check the clock of the app, and wait for its next code.`,
    {},
  ),
  'totp-present': error('wrong-state', {}, () => words`You have an authenticator app already. Remove it first.`, {}),
  'totp-absent': error('wrong-state', {}, () => words`You have no authenticator app.`, {}),
  'totp-not-started': error(
    'wrong-state',
    {},
    () => words`There is no secret to confirm: this session made none, or it is too old. Make a new one.`,
    {},
  ),
  'security-keys-off': error(
    'not-possible',
    {},
    () => words`Security keys belong to a host name. Set publicUrl with a host name on every server, and open the console there.`,
    {},
  ),
  'security-key-refused': error(
    'not-possible',
    { failure: word },
    ({ failure }) => words`The answer of the security key is not valid: ${failure}.`,
    { failure: 'Unexpected registration response origin' },
  ),
  'security-key-counter': error(
    'unauthenticated',
    { keyName: word },
    ({ keyName }) =>
      words`The counter of security key ${keyName} went back: there may be a copy of the key. Log in with another second factor, and remove this key.`,
    { keyName: 'blue key' },
  ),
  'security-key-not-started': error(
    'wrong-state',
    {},
    () => words`There is no registration to finish: this session began none, or it is too old. Begin again.`,
    {},
  ),
  'security-keys-full': error(
    'wrong-state',
    { limit: count },
    ({ limit }) => words`You have ${limit} security keys, the most that a user may have. Remove one first.`,
    {
      limit: 10,
    },
  ),
  'security-key-not-found': error('not-found', { id: word }, ({ id }) => words`You have no security key ${id}.`, { id: 'ID' }),
  'second-factor-absent': error('wrong-state', {}, () => words`You have no second factor. Set one up first.`, {}),
};
