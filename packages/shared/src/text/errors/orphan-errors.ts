import { t1 } from '../examples.js';
import { node, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

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
  /** `why`: of `cleanRefusal`, a whole sentence. */
  'orphan-not-cleanable': error('not-possible', { name: word, why: word }, ({ name, why }) => words`Weft does not remove ${name}. ${why}`, {
    name: '7',
    why: 'It goes with the last subsystem that it exports. Remove that one.',
  }),
  'orphan-serial-not-repeated': error(
    'not-possible',
    { name: word, serial: word, sentSerial: word.optional() },
    ({ name, serial, sentSerial }) =>
      words`${name} may hold the only copy of its bytes, and is on the drive with serial ${serial}${sentSerial === undefined ? '' : words`, not "${sentSerial}"`}: nothing was removed. Send that serial.`,
    { name: 'weft-x/leg-y', serial: 'SERIAL-1', sentSerial: 'SERIAL-2' },
  ),
  'orphan-node-away': error(
    'wrong-state',
    { node, name: word },
    ({ node, name }) =>
      words`${node} is not connected, or its history is in doubt: whether it still has ${name} is not known. Try again when it is back.`,
    { node: t1, name: 'weft-x' },
  ),
  'orphan-clean-in-progress': error(
    'wrong-state',
    { name: word, job: word },
    ({ name, job }) => words`Job ${job} removes ${name} already.`,
    { name: 'weft-x', job: 'ID' },
  ),
  'orphan-not-ignored': error('not-found', { id: word }, ({ id }) => words`Orphan ${id} is not ignored.`, { id: 'ID' }),
};
