import { entry } from '../../entry.js';
import { c1, report, t1 } from '../../examples.js';
import { count, message, node, nodes, word } from '../../field.js';
import { listed, words } from '../../words.js';

/* Why a snapshot was not taken, or is late. */
export const snapshotMessages = {
  'snapshot-not-prepared': entry(
    { targets: nodes, seconds: count },
    {
      message: ({ targets, seconds }) =>
        words`the legs of the snapshot were not ready within ${seconds} s on ${listed(targets, ', ')}; its volumes were not held`,
      example: { targets: [t1], seconds: 60 },
    },
  ),
  'snapshot-not-held': entry(
    { client: node, seconds: count },
    {
      message: ({ client, seconds }) => words`${client} did not begin to hold the volumes within ${seconds} s`,
      example: { client: c1, seconds: 20 },
    },
  ),
  'snapshot-not-copied': entry(
    { targets: nodes, milliseconds: count },
    {
      message: ({ targets, milliseconds }) => words`the legs were not copied within ${milliseconds} ms on ${listed(targets, ', ')}`,
      example: { targets: [t1], milliseconds: 10_000 },
    },
  ),
  'snapshot-let-go': entry(
    { client: node, reason: message },
    {
      message: ({ client, reason }) => words`${client} let the volumes go before all legs were copied: ${reason}`,
      example: { client: c1, reason: report },
    },
  ),
  'snapshot-client-gone': entry(
    { client: node },
    {
      message: ({ client }) => words`a volume was detached from ${client}, or its outcome is unknown`,
      example: { client: c1 },
    },
  ),
  'snapshot-overdue': entry(
    { hours: count, since: word },
    {
      message: ({ hours, since }) => words`a snapshot every ${hours} h is due, and the last one is of ${since}`,
      unblockedBy: () => words`its job shows why: a pool that takes no copies, or a target or client that is offline`,
      example: { hours: 24, since: '2026-03-01T12:00:00.000Z' },
    },
  ),
};
