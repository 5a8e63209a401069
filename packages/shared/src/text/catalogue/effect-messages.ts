import { entry } from '../entry.js';
import { messages, volume } from '../field.js';
import type { Message } from '../message.js';
import { listed, words } from '../words.js';
import { leg0, orders, t1 } from './examples.js';

const leg: Message = { code: 'leg-on-node', params: { leg: leg0, node: t1 } };

/* Effects of the loss of an object on a volume. */
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
    { volume, legs: messages },
    {
      message: ({ volume, legs }) => words`${volume} stalls until ${listed(legs, ', ')} returns: no other reachable leg has its data`,
      example: { volume: orders, legs: [leg] },
    },
  ),
  'volume-loses-data': entry(
    { volume, legs: messages },
    {
      message: ({ volume, legs }) => words`${volume} loses data: no other leg has the data of ${listed(legs, ', ')}`,
      example: { volume: orders, legs: [leg] },
    },
  ),
};
