import { formatBytes, formatNeeded } from '../../../units.js';
import { entry } from '../../entry.js';
import { leg0, t1 } from '../../examples.js';
import { bytes, leg, messages, node, word } from '../../field.js';
import { words } from '../../words.js';

/* The condition CacheIncomplete of a volume. */
export const cacheMessages = {
  'cache-incomplete': entry(
    { legs: messages },
    {
      message: ({ legs }) => words`without a cache: ${legs}`,
      unblockedBy: () => words`a cache drive with room on that node, or a change of the volume's cache`,
      example: { legs: [{ code: 'leg-without-cache', params: { leg: leg0, node: t1, neededBytes: 2 ** 30, freeBytes: 0 } }] },
    },
  ),
  'leg-without-cache': entry(
    { leg, node, neededBytes: bytes, freeBytes: bytes },
    {
      message: ({ leg, node, neededBytes, freeBytes }) =>
        words`leg ${leg} on ${node}, whose cache drives have ${formatBytes(freeBytes)} free of ${formatNeeded(neededBytes)}`,
      example: { leg: leg0, node: t1, neededBytes: 2 ** 30, freeBytes: 0 },
    },
  ),
  'leg-cache-lost': entry(
    { leg, node, serial: word },
    {
      message: ({ leg, node, serial }) => words`leg ${leg} on ${node}, which does not have cache drive ${serial} now`,
      example: { leg: leg0, node: t1, serial: 'S64GNE0R' },
    },
  ),
};
