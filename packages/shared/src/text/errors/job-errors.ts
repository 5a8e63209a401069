import { notCancellable } from '../../kinds/job.js';
import { word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

const reasons: Partial<Record<string, string>> = notCancellable;

/* Errors of jobs. */
export const jobErrors = {
  'job-not-found': error('not-found', { id: word }, ({ id }) => words`There is no job ${id}.`, { id: 'ID' }),
  'job-not-cancellable': error(
    'wrong-state',
    { kind: word },
    ({ kind }) => words`A job ${kind} cannot be cancelled.${reasons[kind] === undefined ? '' : ` ${reasons[kind]}`}`,
    { kind: 'volume.grow' },
  ),
  'job-ended': error(
    'wrong-state',
    { kind: word, subjectName: word, state: word },
    ({ kind, subjectName, state }) => words`The job ${kind} of ${subjectName} is ${state} already: nothing of it is left to cancel.`,
    { kind: 'volume.create', subjectName: 'orders', state: 'done' },
  ),
};
