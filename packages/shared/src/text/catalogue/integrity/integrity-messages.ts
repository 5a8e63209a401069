import { entry } from '../../entry.js';
import { drive0, leg0, t1 } from '../../examples.js';
import { count, drive, leg, messages, node } from '../../field.js';
import { words } from '../../words.js';

/* The condition ChecksumErrors of a volume. */
export const integrityMessages = {
  'checksum-errors': entry(
    { legs: messages },
    {
      message: ({ legs }) => words`wrong bytes were found and repaired from another half: ${legs}`,
      unblockedBy: () =>
        words`a look at the drive, and its eviction if the count rises; an acknowledgement ends this until more errors come`,
      example: { legs: [{ code: 'leg-checksum-errors', params: { leg: leg0, node: t1, drive: drive0, errors: 3 } }] },
    },
  ),
  'leg-checksum-errors': entry(
    { leg, node, drive, errors: count },
    {
      message: ({ leg, node, drive, errors }) =>
        words`leg ${leg} on drive ${drive} of ${node}, ${errors} ${errors === 1 ? 'time' : 'times'}`,
      example: { leg: leg0, node: t1, drive: drive0, errors: 3 },
    },
  ),
};
