import { count, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Errors of notes. */
export const noteErrors = {
  'note-not-found': error('not-found', { id: word }, ({ id }) => words`There is no note ${id}.`, { id: 'ID' }),
  'note-subject-not-found': error(
    'not-found',
    { kind: word, id: word },
    ({ kind, id }) => words`There is no ${kind} ${id}. It may have been deleted: list them again.`,
    { kind: 'drive class', id: 'ID' },
  ),
  'notes-full': error(
    'not-possible',
    { kind: word, name: word, limit: count },
    ({ kind, name, limit }) => words`The ${kind} ${name} has ${limit} notes, which is the limit. Delete one of them first.`,
    { kind: 'volume', name: 'orders', limit: 200 },
  ),
  'note-of-other-author': error(
    'forbidden',
    { author: word },
    ({ author }) => words`Only the author, ${author}, and administrators can change or delete this note.`,
    { author: 'vera' },
  ),
};
