import { entry } from '../../entry.js';
import { word } from '../../field.js';
import { words } from '../../words.js';

/* Why an agent did not run a step of a benchmark. (What fio or the host refused: failures.) */

export const benchmarkReasons = {
  'benchmark-volume-absent': entry(
    { volume: word },
    {
      message: ({ volume }) =>
        words`${volume} is not attached to this node now; nothing was measured. Attach it, and start the benchmark again`,
      example: { volume: 'orders' },
    },
  ),
  'benchmark-running': entry(
    {},
    {
      message: () => words`this node runs a step of another benchmark; nothing was measured. Start it again when that one has ended`,
      example: {},
    },
  ),
  'benchmark-forgotten': entry(
    {},
    {
      message: () => words`the agent of this node has restarted, or ended the step when no server listed it; start the benchmark again`,
      example: {},
    },
  ),
};
