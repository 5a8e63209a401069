import { t1 } from '../catalogue/examples.js';
import { node, word } from '../field.js';
import { words } from '../words.js';
import { error } from './error-entry.js';

/* Errors of orphans. */
export const orphanErrors = {
  'orphan-not-found': error(
    'not-found',
    { id: word },
    ({ id }) => words`There is no orphan ${id} now. Its counterpart may be back, or it was removed: list them again.`,
    { id: 'ID' },
  ),
  'orphan-not-identified': error(
    'not-possible',
    { node, name: word },
    ({ node, name }) =>
      words`The agent of ${node} reports no identity of ${name}, so that a later object of the same name would be ignored too. Update the agent first.`,
    { node: t1, name: 'weft-x' },
  ),
  'orphan-already-ignored': error(
    'wrong-state',
    { name: word, user: word },
    ({ name, user }) => words`${user} ignored ${name} already. End that first, to give another reason.`,
    { name: 'weft-x', user: 'vera' },
  ),
  'orphan-not-ignored': error('not-found', { id: word }, ({ id }) => words`Orphan ${id} is not ignored.`, { id: 'ID' }),
};
