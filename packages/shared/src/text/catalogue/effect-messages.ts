import { entry } from '../entry.js';
import { leg0, orders, t1, t2 } from '../examples.js';
import { messages, volume } from '../field.js';
import type { Message } from '../message.js';
import { listed, type Words, words } from '../words.js';

const leg: Message = { code: 'leg-on-node', params: { leg: leg0, node: t1 } };

const because = (causes: readonly Message[] = []): Words | string => (causes.length > 0 ? words` (${causes})` : '');

/* Effects of the loss of an object on a volume. `causes`: why legs of other nodes do not count. */
export const effectMessages = {
  'volume-keeps-paths': entry(
    { volume },
    { message: ({ volume }) => words`${volume} keeps a path to every leg, but has fewer paths`, example: { volume: orders } },
  ),
  'volume-degrades': entry(
    { volume, legs: messages },
    {
      message: ({ volume, legs }) => words`${volume} continues without ${listed(legs, ', ')}`,
      example: { volume: orders, legs: [leg] },
    },
  ),
  'volume-stalls': entry(
    { volume, legs: messages, causes: messages.optional() },
    {
      message: ({ volume, legs, causes }) =>
        words`${volume} stalls until ${listed(legs, ', ')} returns: no other reachable leg has its data${because(causes)}`,
      example: { volume: orders, legs: [leg], causes: [{ code: 'node-silent', params: { node: t2 } }] },
    },
  ),
  'volume-loses-data': entry(
    { volume, legs: messages, causes: messages.optional() },
    {
      message: ({ volume, legs, causes }) =>
        words`${volume} loses data: no other leg has the data of ${listed(legs, ', ')}${because(causes)}`,
      example: { volume: orders, legs: [leg] },
    },
  ),
};
