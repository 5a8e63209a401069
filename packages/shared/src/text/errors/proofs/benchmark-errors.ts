import { t1 } from '../../examples.js';
import { node, word } from '../../field.js';
import { words } from '../../words.js';
import { error } from '../error-entry.js';

/* Errors of benchmarks. */
export const benchmarkErrors = {
  'benchmark-not-found': error('not-found', { id: word }, ({ id }) => words`There is no benchmark ${id}.`, { id: 'ID' }),
  'benchmark-output-not-found': error(
    'not-found',
    { id: word },
    ({ id }) => words`There is no output ${id} of this benchmark. Its report lists those that there are.`,
    { id: 'ID' },
  ),
  'benchmark-ended': error(
    'wrong-state',
    { state: word },
    ({ state }) => words`The benchmark has ended (${state}) and cannot be cancelled.`,
    { state: 'done' },
  ),
  'benchmark-not-ended': error('wrong-state', {}, () => words`The benchmark has not ended. Cancel it first.`, {}),
  'benchmark-client-busy': error(
    'wrong-state',
    { node, benchmark: word },
    ({ node, benchmark }) => words`${node} takes part in benchmark ${benchmark}, which has not ended. Wait for its end, or cancel it.`,
    { node: t1, benchmark: 'ID' },
  ),
  'benchmark-client-offline': error(
    'wrong-state',
    { node },
    ({ node }) => words`${node} is not connected. A benchmark needs the agents of all its clients.`,
    { node: t1 },
  ),
  'benchmark-volume-not-attached': error(
    'wrong-state',
    { volume: word, state: word },
    ({ volume, state }) => words`Volume ${volume} is not ready at its client (${state}). Wait until it is attached, writable and healthy.`,
    { volume: 'orders', state: 'attaching' },
  ),
  'benchmark-volume-open': error(
    'wrong-state',
    { volume: word, users: word },
    ({ volume, users }) => words`Volume ${volume} is in use at its client by ${users}. End that first.`,
    { volume: 'orders', users: 'postgres (pid 4711)' },
  ),
  'benchmark-volume-shared': error(
    'wrong-state',
    { volume: word },
    ({ volume }) =>
      words`Volume ${volume} is attached to other clients too, which may use it. Detach it there first, or name all its attachments.`,
    { volume: 'orders' },
  ),
  'benchmark-name-not-repeated': error(
    'not-possible',
    { volume: word, sent: word },
    ({ volume, sent }) =>
      words`The volume is named ${volume}, not "${sent}": nothing was measured. Repeat its name if its data may be destroyed.`,
    { volume: 'orders', sent: 'order' },
  ),
};
