import { planMessages } from '../catalogue/plan-messages.js';
import { count, messages, seconds, texts, word } from '../field.js';
import { listed, quote, words } from '../words.js';
import { error } from './entry/error-entry.js';
import { either } from './phrases.js';

/* Errors of any request: HTTP, input, versions, limits, database. */
export const requestErrors = {
  'nothing-here': error('not-found', { method: word, path: word }, ({ method, path }) => words`There is nothing at ${method} ${path}.`, {
    method: 'GET',
    path: '/api/v1/volume',
  }),
  'method-not-allowed': error(
    'method-not-allowed',
    { method: word, allowed: texts },
    ({ method, allowed }) => words`There is no ${method} here. Use ${either(allowed)}.`,
    { method: 'PUT', allowed: ['GET', 'PATCH'] },
  ),
  'http-malformed': error('malformed', { explanation: word }, ({ explanation }) => words`The request is not valid: ${quote(explanation)}`, {
    explanation: 'Parse Error: Invalid method encountered',
  }),
  'http-refused': error('forbidden', { explanation: word }, ({ explanation }) => words`The request was refused: ${quote(explanation)}`, {
    explanation: 'Forbidden resource',
  }),
  'http-not-found': error('not-found', { explanation: word }, ({ explanation }) => words`There is nothing here: ${quote(explanation)}`, {
    explanation: 'Cannot GET /api/v1/volume',
  }),
  'http-unavailable': error(
    'unavailable',
    { explanation: word },
    ({ explanation }) => words`The server cannot answer now: ${quote(explanation)}`,
    { explanation: 'Service Unavailable' },
  ),
  'headers-too-large': error(
    'malformed',
    {},
    () => words`The headers of the request are too large: at most 16 KiB. Send fewer or shorter ones.`,
    {},
  ),
  'request-too-slow': error('malformed', {}, () => words`The request did not arrive in time. Send it again.`, {}),
  'request-cut-off': error('malformed', {}, () => words`The request ended before all of its body arrived. Send it again.`, {}),
  'body-too-large': error('body-too-large', {}, () => words`The body is larger than this server accepts (bodyLimitBytes).`, {}),
  'body-not-json': error('unsupported-media-type', {}, () => words`Send JSON with the header "Content-Type: application/json".`, {}),
  'body-compressed': error('unsupported-media-type', {}, () => words`Send the body without a Content-Encoding.`, {}),
  'body-not-utf8': error('malformed', {}, () => words`The body is not valid UTF-8.`, {}),
  'body-invalid-json': error(
    'malformed',
    { explanation: word },
    ({ explanation }) => words`The body is not valid JSON: ${quote(explanation)}`,
    { explanation: 'Unexpected end of JSON input' },
  ),
  'body-too-many-values': error(
    'malformed',
    { mostValues: count },
    ({ mostValues }) => words`The body has more than ${mostValues} values; no request needs so many.`,
    { mostValues: 10_000 },
  ),
  'invalid-value': error(
    'invalid-field',
    { issues: messages, moreCount: count },
    ({ issues, moreCount }) => words`${listed([...issues, ...(moreCount > 0 ? [`and ${moreCount} more`] : [])], '; ')}`,
    { issues: [{ code: 'invalid-input', params: { field: 'sizeBytes', explanation: 'must be a number' } }], moreCount: 1 },
  ),
  'body-not-expected': error('invalid-field', {}, () => words`This request takes no body.`, {}),
  'query-not-expected': error('invalid-field', {}, () => words`This request takes no query parameters.`, {}),
  'version-required': error(
    'precondition-required',
    {},
    () =>
      words`Send the version that the change is based on in the header If-Match, as in \`If-Match: "12"\`. It is the \`version\` and the ETag of the object.`,
    {},
  ),
  'version-malformed': error(
    'malformed',
    {},
    () => words`If-Match must be one version in quotes, as in \`If-Match: "12"\`: no list, no \`*\`, no weak tag.`,
    {},
  ),
  'version-changed': error(
    'version-mismatch',
    { sentVersion: count, currentVersion: count },
    ({ sentVersion, currentVersion }) =>
      words`The object has changed: you have version ${sentVersion}, the current one is ${currentVersion}. Read it again and repeat the change.`,
    { sentVersion: 12, currentVersion: 13 },
  ),
  'changed-meanwhile': error('unavailable', {}, () => words`The object changed while it was being changed. Repeat the request.`, {}),
  'object-not-found': error(
    'not-found',
    { collection: word, id: word },
    ({ collection, id }) => words`There is no object ${id} in ${collection}. It may have been removed: list them again.`,
    { collection: 'volumes', id: 'ID' },
  ),
  'cursor-unknown': error(
    'invalid-cursor',
    {},
    () => words`The cursor is not one that this list gave with the same sort and filters. Start again without a cursor.`,
    {},
  ),
  'idempotency-key-malformed': error(
    'malformed',
    {},
    () => words`Idempotency-Key must be 1 to 255 printable ASCII characters without spaces: a UUID is best.`,
    {},
  ),
  'idempotency-key-reused': error(
    'idempotency-mismatch',
    {},
    () => words`This Idempotency-Key was used for another body. Use a new key for a new request.`,
    {},
  ),
  'idempotency-key-busy': error(
    'wrong-state',
    {},
    () => words`The first request with this Idempotency-Key is still running. Repeat this one later for its answer.`,
    {},
  ),
  'too-many-requests': error(
    'rate-limited',
    { retryAfterSeconds: seconds },
    ({ retryAfterSeconds }) => words`Too many requests. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds: 2 },
  ),
  'too-many-plans': error(
    'rate-limited',
    { mostPlans: count, retryAfterSeconds: seconds },
    ({ mostPlans, retryAfterSeconds }) =>
      words`This server already computes ${mostPlans} plans, its limit. Try again in ${retryAfterSeconds} s.`,
    { mostPlans: 2, retryAfterSeconds: 2 },
  ),
  'commands-unknown': { errorCode: 'not-possible' as const, ...planMessages['commands-unknown'] },
  'database-unavailable': error(
    'unavailable',
    {},
    () => words`The database has no primary or does not answer in time. Nothing is lost: repeat the request in a few seconds.`,
    {},
  ),
  'database-without-primary': error(
    'unavailable',
    { forSeconds: seconds, reachable: count, members: count },
    ({ forSeconds, reachable, members }) =>
      words`MongoDB has had no primary for ${forSeconds} s: this server reaches ${reachable} of ${members} members, and changes need a majority. Nothing was changed. Start the missing members; changes then work again.`,
    { forSeconds: 12, reachable: 1, members: 3 },
  ),
  'change-unconfirmed': error(
    'unavailable',
    {},
    () => words`The database did not confirm the change in time: it may or may not have been made. Read the object again before repeating.`,
    {},
  ),
  'change-conflicts': error(
    'unavailable',
    { elapsedSeconds: seconds, tries: count, explanation: word },
    ({ elapsedSeconds, tries, explanation }) =>
      words`The change met conflicting changes or a database without a primary for ${elapsedSeconds} s (${tries} tries, last: ${quote(explanation)}). Nothing was changed: repeat the request.`,
    { elapsedSeconds: 10, tries: 7, explanation: 'WriteConflict error' },
  ),
  'support-bundle-sending': error(
    'unavailable',
    { limitSeconds: seconds },
    ({ limitSeconds }) =>
      words`This server is sending a support bundle already. Try again when that is complete; it takes at most ${limitSeconds} s.`,
    { limitSeconds: 900 },
  ),
  'too-many-changes': error(
    'unavailable',
    { mostWaiting: count },
    ({ mostWaiting }) => words`${mostWaiting} changes wait already. Try again in some seconds.`,
    { mostWaiting: 100 },
  ),
  'server-stopping': error('unavailable', {}, () => words`Not ready: this server is stopping. Use another one.`, {}),
  'changes-not-followed': error('unavailable', { problem: word }, ({ problem }) => words`Not ready: ${quote(problem)}.`, {
    problem: 'the change stream is not open',
  }),
  'schema-differs': error(
    'unavailable',
    { foundVersion: count, neededVersion: count },
    ({ foundVersion, neededVersion }) =>
      words`Not ready: the database has schema ${foundVersion}, this server needs ${neededVersion}. Run \`weft-server migrate\`.`,
    { foundVersion: 10, neededVersion: 11 },
  ),
  'console-not-built': error(
    'not-found',
    {},
    () => words`The console is not built: run \`npm run build\`. The API is documented at /api/v1/docs.`,
    {},
  ),
  'answer-invalid': error(
    'internal',
    { endpoint: word },
    ({ endpoint }) => words`The answer of ${endpoint} does not follow its contract.`,
    {
      endpoint: 'listVolumes',
    },
  ),
  'server-failed': error('internal', {}, () => words`The server failed. Its log has the reason under the request id.`, {}),
};
