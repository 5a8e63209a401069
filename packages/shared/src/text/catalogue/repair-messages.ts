import { entry } from '../entry.js';
import { leg, messages, moment, node, word } from '../field.js';
import type { Message } from '../message.js';
import { at, listed, words } from '../words.js';
import { c1, leg0, t1 } from './examples.js';

const place: Message = { code: 'leg-on-node', params: { leg: leg0, node: t1 } };

/* Blockers of a leg's replacement or move: the condition RepairWaiting. */
export const repairMessages = {
  'leg-on-node': entry({ leg, node }, { message: ({ leg, node }) => words`leg ${leg} on ${node}`, example: { leg: leg0, node: t1 } }),
  'held-by-maintenance': entry(
    { leg, node, dueAt: moment },
    {
      message: ({ leg, node, dueAt }) =>
        words`leg ${leg} is lost during the maintenance of ${node}: it is not replaced before ${at(dueAt)}, the rebuildDelay after the maintenance ends`,
      waitingFor: ({ leg, node }) => words`leg ${leg} on ${node}`,
      unblockedBy: ({ node }) =>
        words`its return; or ending the maintenance of ${node}, which starts the delay; or draining ${node}, which does not wait`,
      example: { leg: leg0, node: t1, dueAt: '2026-11-21T14:16:31.725Z' },
    },
  ),
  'move-after-growth': entry(
    { legs: messages },
    {
      message: ({ legs }) => words`the move of ${listed(legs, ', ')} starts after the volume has grown`,
      waitingFor: () => words`the growth`,
      unblockedBy: () => words`the job volume.grow`,
      example: { legs: [place] },
    },
  ),
  'move-after-redundancy': entry(
    { legs: messages, first: word },
    {
      message: ({ legs, first }) => words`the move of ${listed(legs, ', ')} starts after redundancy is restored: ${first} is not in sync`,
      waitingFor: ({ first }) => words`${first}`,
      unblockedBy: ({ first }) => words`a resync or replacement of ${first}`,
      example: { legs: [place], first: 'leg 1 on t2' },
    },
  ),
  'repair-needs-attachment': entry(
    {},
    {
      message: () => words`a leg is due for replacement, but only a client with an exclusive attachment can resync a mirror`,
      waitingFor: () => words`an exclusive attachment`,
      unblockedBy: () => words`attaching the volume`,
      example: {},
    },
  ),
  'repair-needs-array': entry(
    { client: node, health: word },
    {
      message: ({ client, health }) =>
        words`a leg is due for replacement, but the volume is ${health} on ${client}: its array does not run, or its state is unknown`,
      waitingFor: ({ client }) => words`the array on ${client}`,
      unblockedBy: ({ health }) => words`removing the cause of ${health}: see the condition Healthy`,
      example: { client: c1, health: 'unavailable' },
    },
  ),
};
