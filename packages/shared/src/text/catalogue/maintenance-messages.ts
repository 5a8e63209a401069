import { entry } from '../entry.js';
import { c1, leg0, leg1, orders, t1, t2 } from '../examples.js';
import { leg, messages, moment, node, volume, word, yes } from '../field.js';
import type { Message } from '../message.js';
import { at, listed, words } from '../words.js';

const inUse: Message = { code: 'volume-in-use', params: { volume: orders, node: c1 } };
const degrades: Message = {
  code: 'volume-degrades',
  params: { volume: orders, legs: [{ code: 'leg-on-node', params: { leg: leg0, node: t1 } }] },
};

/* Plans of maintenances: blockers, their causes, and the answer. */
export const maintenanceMessages = {
  'volume-in-use': entry(
    { volume, node },
    {
      message: ({ volume, node }) => words`${volume} is in use on ${node}: its device is open there`,
      example: { volume: orders, node: c1 },
    },
  ),
  'node-in-maintenance': entry(
    { node, until: moment },
    {
      message: ({ node, until }) => words`${node} is in maintenance until ${at(until)}`,
      example: { node: t2, until: '2026-11-21T16:16:31.725Z' },
    },
  ),
  'leg-not-healthy': entry(
    { leg, node, health: word },
    {
      message: ({ leg, node, health }) => words`leg ${leg} on ${node} is ${health}`,
      example: { leg: leg1, node: t2, health: 'missing' },
    },
  ),
  'node-needed': entry(
    { node, effects: messages, stalls: yes, inUse: yes },
    {
      message: ({ node, effects, stalls, inUse }) =>
        words`Node ${node} is needed: ${effects}. Ways to make it possible: ${[
          ...(stalls ? ['drain the node', 'wait until the other legs are in sync and within reach'] : []),
          ...(inUse ? ['close and detach the volumes that it uses'] : []),
          'have an administrator force it (force, with nodeName)',
        ]}.`,
      example: { node: c1, effects: [inUse], stalls: false, inUse: true },
    },
  ),
  'maintenance-forced': entry(
    { effects: messages },
    { message: ({ effects }) => words`It is forced: ${effects}.`, example: { effects: [inUse] } },
  ),
  'maintenance-degrades': entry(
    { effects: messages },
    { message: ({ effects }) => words`${listed(effects)}.`, example: { effects: [degrades] } },
  ),
  'maintenance-harmless': entry({}, { message: () => words`no volume needs it.`, example: {} }),
};
