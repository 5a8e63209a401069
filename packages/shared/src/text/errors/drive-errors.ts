import { OBSTACLE_TEXTS, sanitizeObstacles } from '../../wipe/wipe-method.js';
import { drive0, t1, t2 } from '../examples.js';
import { drive, node, oneOf, texts, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';
import { either } from './phrases.js';

const scheduling = { scheduling: word, action: word, allowedSchedulings: texts };

/* Errors of drives, drive classes and evictions. */
export const driveErrors = {
  'drive-not-found': error('not-found', { id: word }, ({ id }) => words`There is no drive ${id}.`, { id: 'ID' }),
  'serial-not-repeated': error(
    'invalid-field',
    { drive, sentSerial: word },
    ({ drive, sentSerial }) =>
      words`The drive's serial is ${drive}, not "${sentSerial}": nothing was wiped. Repeat the serial of the drive that you mean.`,
    { drive: drive0, sentSerial: 'S64GNE0' },
  ),
  'drive-in-wrong-state': error(
    'wrong-state',
    { drive, node, state: word, contents: texts, action: word, allowedStates: texts },
    ({ drive, node, state, contents, action, allowedStates }) =>
      words`Drive ${drive} of ${node} is ${state}${contents.length > 0 ? ` (${contents.join(', ')})` : ''}; ${action} needs it ${either(allowedStates)}.${action === 'release' ? '' : hintOf(state)}`,
    { drive: drive0, node: t1, state: 'occupied', contents: ['xfs filesystem'], action: 'take', allowedStates: ['blank'] },
  ),
  'drive-holds-legs': error(
    'in-use',
    { drive, volumes: texts },
    ({ drive, volumes }) => words`Drive ${drive} holds legs of ${volumes}. Delete or move these volumes first.`,
    { drive: drive0, volumes: ['orders'] },
  ),
  'drive-of-other-node': error(
    'in-use',
    { drive, node, formerDrive: drive, formerNode: node, volumes: texts },
    ({ drive, node, formerDrive, formerNode, volumes }) =>
      words`Drive ${drive} of ${node} carries the volume group of drive ${formerDrive} of node ${formerNode}, with legs of ${volumes}. Plug it into ${formerNode} again; or evict that drive or delete these volumes first.`,
    { drive: drive0, node: t2, formerDrive: drive0, formerNode: t1, volumes: ['orders'] },
  ),
  'wipe-needs-connection': error(
    'wrong-state',
    { drive, node },
    ({ drive, node }) => words`Node ${node} has never connected. Start its agent, then order the wipe of drive ${drive}.`,
    { drive: drive0, node: t1 },
  ),
  'drive-not-sanitizable': error(
    'not-possible',
    { drive, node, obstacle: oneOf(...sanitizeObstacles) },
    ({ drive, node, obstacle }) =>
      words`Weft cannot sanitize drive ${drive} of ${node}: ${OBSTACLE_TEXTS[obstacle]}. Wipe it with the method zero, or without naming a method.`,
    { drive: drive0, node: t1, obstacle: 'no-action' },
  ),
  'wipe-started': error(
    'wrong-state',
    { drive, node },
    ({ drive, node }) =>
      words`${node} has begun to overwrite drive ${drive}: its former contents are lost, so the wipe can no longer be cancelled. Wait until it ends.`,
    { drive: drive0, node: t1 },
  ),
  'release-started': error(
    'wrong-state',
    { drive, node },
    ({ drive, node }) =>
      words`${node} removes the volume group of drive ${drive} now, so the release can no longer be cancelled. When it has ended, take the drive again.`,
    { drive: drive0, node: t1 },
  ),
  'drive-job-ended': error(
    'wrong-state',
    { drive },
    ({ drive }) => words`The job of drive ${drive} has ended: nothing of it is left to cancel.`,
    { drive: drive0 },
  ),
  'drive-not-in-service': error(
    'wrong-state',
    { drive },
    ({ drive }) => words`Drive ${drive} is not in service: it holds no legs, and there is nothing to evict.`,
    { drive: drive0 },
  ),
  'drive-scheduled-otherwise': error(
    'wrong-state',
    { drive, ...scheduling },
    ({ drive, scheduling, action, allowedSchedulings }) =>
      words`Drive ${drive} is ${scheduling}; ${action} needs it ${either(allowedSchedulings)}.`,
    { drive: drive0, scheduling: 'evicted', action: 'evict', allowedSchedulings: ['open', 'cordoned'] },
  ),
  'node-scheduled-otherwise': error(
    'wrong-state',
    { node, ...scheduling },
    ({ node, scheduling, action, allowedSchedulings }) =>
      words`Node ${node} is ${scheduling}; ${action} needs it ${either(allowedSchedulings)}.`,
    { node: t1, scheduling: 'evicted', action: 'evict', allowedSchedulings: ['open', 'cordoned'] },
  ),
  'drive-class-not-found': error('not-found', { id: word }, ({ id }) => words`There is no drive class ${id}.`, { id: 'ID' }),
  'drive-class-name-taken': error(
    'name-taken',
    { className: word },
    ({ className }) => words`There is a drive class ${className} already, with another spec. Choose another name, or change that class.`,
    { className: 'fast' },
  ),
  'drive-class-in-use': error(
    'in-use',
    { className: word, volumes: texts },
    ({ className, volumes }) => words`Drive class ${className} is used by the volumes ${volumes}. Delete them first.`,
    { className: 'fast', volumes: ['orders'] },
  ),
};

function hintOf(state: string): string {
  if (state === 'occupied') return ' Wipe it first if nobody needs its contents.';
  if (state === 'in-service') return ' Release it first.';
  return state === 'missing' ? ' Plug it in again.' : '';
}
