import { entry } from '../../entry.js';
import { word } from '../../field.js';
import { quote, words } from '../../words.js';

/* Why statistics that only the long memory has are missing in an answer. */
export const longMemoryMessages = {
  'long-memory-failed': entry(
    { failure: word },
    {
      message: ({ failure }) => words`the long memory of statistics did not answer: ${quote(failure)}`,
      unblockedBy: () =>
        words`a running long memory at the address of the setting longMemoryQueryUrl, which accepts the credentials of the servers (docs/observability.md)`,
      example: { failure: 'ECONNREFUSED' },
    },
  ),
  'long-memory-busy': entry(
    {},
    {
      message: () => words`too many queries wait for the long memory of statistics already`,
      unblockedBy: () => words`a long memory that answers faster, or fewer charts of old periods at a time`,
      example: {},
    },
  ),
};
