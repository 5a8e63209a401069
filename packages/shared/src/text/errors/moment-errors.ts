import { moment, seconds } from '../field.js';
import { at as time, type Words, words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Errors of reads of past moments. */
export const momentErrors = {
  'moment-not-recorded': error(
    'moment-not-recorded',
    { at: moment, from: moment.optional(), to: moment.optional() },
    ({ at, from, to }) => words`The state of the cluster at ${time(at)} is unknown: nothing is recorded ${gapText(from, to)}.`,
    { at: '2026-01-04T10:00:00.000Z', from: '2026-01-04T09:58:00.000Z', to: '2026-01-04T10:05:00.000Z' },
  ),
  'moments-reversed': error('invalid-field', {}, () => words`The first moment is not before the second one. Give an earlier \`from\`.`, {}),
  'too-many-moments': error(
    'rate-limited',
    { retryAfterSeconds: seconds },
    ({ retryAfterSeconds }) => words`Too many reads of past moments at once. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds: 5 },
  ),
};

function gapText(from: string | undefined, to: string | undefined): Words | string {
  if (from && to) return words`between ${time(from)} and ${time(to)}`;
  if (to) return words`before ${time(to)}`;
  return from ? words`after ${time(from)}` : 'yet';
}
