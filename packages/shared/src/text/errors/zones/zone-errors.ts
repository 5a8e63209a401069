import { count, word } from '../../field.js';
import { words } from '../../words.js';
import { error } from '../entry/error-entry.js';

/* Errors of a federation of clusters. */
export const zoneErrors = {
  'zone-unknown': error('not-found', { zone: word }, ({ zone }) => words`There is no zone ${zone}. List the zones.`, { zone: 'ams' }),
  'reader-token-required': error(
    'unauthenticated',
    {},
    () => words`Send a token of this federation as a bearer token. Its operator makes one with \`weft-server federate-token\`.`,
    {},
  ),
  'reader-token-invalid': error(
    'unauthenticated',
    {},
    () =>
      words`The bearer token is no token of this federation: it is unknown or has expired. Ask the operator of the federation for another one.`,
    {},
  ),
  'reader-without-all-zones': error(
    'forbidden',
    {},
    () =>
      words`The metrics name every zone, and this token sees only some. Ask the operator of the federation for a token without \`zones\`.`,
    {},
  ),
  'too-many-searches': error(
    'rate-limited',
    { mostSearches: count, retryAfterSeconds: count },
    ({ mostSearches, retryAfterSeconds }) =>
      words`This federation already runs ${mostSearches} searches, its limit. Try again in ${retryAfterSeconds} s.`,
    { mostSearches: 8, retryAfterSeconds: 1 },
  ),
};
