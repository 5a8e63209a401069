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
  'second-factor-absent': error('wrong-state', {}, () => words`You have no second factor. Set one up first.`, {}),
};
