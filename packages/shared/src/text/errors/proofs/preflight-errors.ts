import { word } from '../../field.js';
import { words } from '../../words.js';
import { error } from '../error-entry.js';

/* Errors of the preflight. */
export const preflightErrors = {
  'preflight-finding-not-found': error(
    'not-found',
    { id: word },
    ({ id }) => words`The latest preflight run has no finding ${id}. It may be fixed, or have changed: list the findings again.`,
    { id: 'ID' },
  ),
  'preflight-finding-accepted': error(
    'wrong-state',
    { user: word },
    ({ user }) => words`${user} accepted this finding already. End that acceptance first, to give another reason.`,
    { user: 'vera' },
  ),
  'preflight-finding-not-accepted': error('not-found', { id: word }, ({ id }) => words`Finding ${id} is not accepted.`, { id: 'ID' }),
};
