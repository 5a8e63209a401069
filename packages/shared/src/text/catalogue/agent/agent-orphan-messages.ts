import { entry } from '../../entry.js';
import { texts, word } from '../../field.js';
import { words } from '../../words.js';

/* Why an agent did not remove an orphan. Nothing was changed. */

export const orphanReasons = {
  'orphan-in-use': entry(
    { object: word, users: texts },
    {
      message: ({ object, users }) => words`${object} is in use by ${users}; nothing was removed. End that first`,
      example: { object: 'weft-x', users: ['postgres (pid 4711)'] },
    },
  ),
  'orphan-listed': entry(
    { object: word },
    {
      message: ({ object }) => words`an assignment lists ${object} by now, so it is no orphan; nothing was removed`,
      example: { object: 'weft-x/leg-y' },
    },
  ),
  'orphans-unknown': entry(
    {},
    {
      message: () =>
        words`the stored assignment of this node is lost, so its orphans are not known; nothing was removed. Try again when its agent follows a server`,
      example: {},
    },
  ),
  /** A volume group. */
  'orphan-drive-missing': entry(
    { object: word },
    {
      message: ({ object }) => words`the drive of ${object} is missing, so its content is not known; nothing was removed`,
      example: { object: 'weft-x' },
    },
  ),
  'orphan-kind-unknown': entry(
    { kind: word },
    {
      message: ({ kind }) => words`this agent does not remove a ${kind}; nothing was removed`,
      example: { kind: 'port' },
    },
  ),
};
