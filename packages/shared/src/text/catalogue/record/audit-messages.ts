import { entry } from '../../entry.js';
import { c1, drive0, drive1, leg0, orders, t1, t2 } from '../../examples.js';
import { count, drive, leg, message, messages, moment, node, texts, volume, word, yes } from '../../field.js';
import type { Message } from '../../message.js';
import { at, listed, words } from '../../words.js';

const inUse: Message = { code: 'volume-in-use', params: { volume: orders, node: c1 } };

/* Statements of the audit, each a sentence of its own (S13). */
export const auditMessages = {
  'volume-force-detached': entry(
    { volume, client: node },
    {
      message: ({ volume, client }) =>
        words`Volume ${volume} is force detached from ${client}. Writes that the client has not completed by then are lost.`,
      example: { volume: orders, client: c1 },
    },
  ),
  'client-is-off': entry({ client: node }, { message: ({ client }) => words`${client} is off.`, example: { client: c1 } }),
  'target-is-off': entry(
    { target: node, acceptLoss: yes },
    {
      message: ({ target, acceptLoss }) =>
        words`${target} is off and exports nothing before it connects to a server.${acceptLoss ? ' Writes that only its legs have may be lost.' : ''}`,
      example: { target: t1, acceptLoss: true },
    },
  ),
  'leg-given-up': entry(
    { leg, node, drive, epoch: count },
    {
      message: ({ leg, node, drive, epoch }) =>
        words`Writes that only leg ${leg} on ${node} (drive ${drive}) has are given up; epoch ${epoch} ends, epoch ${epoch + 1} starts without this leg.`,
      example: { leg: leg0, node: t1, drive: drive0, epoch: 1 },
    },
  ),
  'leg-discarded': entry(
    { leg, node, drive, epoch: count },
    {
      message: ({ leg, node, drive, epoch }) =>
        words`The data of leg ${leg} of epoch ${epoch} on ${node} (drive ${drive}) may be destroyed.`,
      example: { leg: leg0, node: t1, drive: drive0, epoch: 1 },
    },
  ),
  /** `group`: the volume group of another drive that it carries. */
  'drive-wiped': entry(
    { drive, node, contents: texts, group: message.optional() },
    {
      message: ({ drive, node, contents, group }) =>
        words`Everything on drive ${drive} of ${node} may be destroyed: ${contents.length > 0 ? contents : 'unknown contents'}.${group ? words` ${group}` : ''}`,
      example: {
        ...{ drive: drive0, node: t1, contents: ['ext4'] },
        group: { code: 'volume-group-of-former-drive', params: { drive: drive1, node: t2 } },
      },
    },
  ),
  'volume-group-of-unknown-drive': entry(
    { driveId: word },
    {
      message: ({ driveId }) => words`It carries the volume group of Weft drive ${driveId}, which this cluster does not know.`,
      example: { driveId: drive0.id },
    },
  ),
  'volume-group-of-former-drive': entry(
    { drive, node },
    {
      message: ({ drive, node }) => words`It carries the volume group of drive ${drive} of node ${node}, on which no volume has a leg.`,
      example: { drive: drive1, node: t2 },
    },
  ),
  'maintenance-started': entry(
    { node, since: moment, until: moment },
    {
      message: ({ node, since, until }) => words`${node} is in maintenance from ${at(since)} until ${at(until)}.`,
      example: { node: t1, since: '2026-11-21T14:16:31.725Z', until: '2026-11-21T16:16:31.725Z' },
    },
  ),
  'forced-although': entry(
    { effect: message },
    { message: ({ effect }) => words`Forced, although ${effect}.`, example: { effect: inUse } },
  ),
  'maintenance-has-ended': entry({ node }, { message: ({ node }) => words`The maintenance of ${node} has ended.`, example: { node: t1 } }),
  'credential-rotated': entry(
    { node },
    {
      message: ({ node }) => words`The agent of ${node} gets a new credential; the old one ends when the agent has it.`,
      example: { node: t1 },
    },
  ),
  'credential-ended': entry(
    { node },
    {
      message: ({ node }) => words`The credential of ${node} is no longer valid; its agent needs a new one.`,
      example: { node: t1 },
    },
  ),
  'doubt-accepted': entry(
    { doubt: message, effects: messages },
    {
      message: ({ doubt, effects }) => words`${doubt}. Accepted: ${listed(effects, ' ')}`,
      example: {
        doubt: { code: 'facts-lost', params: { node: t1 } },
        effects: [{ code: 'open-wipes-lapse', params: {} }],
      },
    },
  ),
  'fault-simulated': entry(
    { fault: word, details: word },
    {
      message: ({ fault, details }) => words`Simulated fault ${fault}${details === '' ? '' : ` (${details})`}.`,
      example: { fault: 'slow-drive', details: 'node t1, serial S64GNE0R, factor 8' },
    },
  ),
  'audit-pruned': entry(
    { sequence: count, hash: word, entries: count, days: count },
    {
      message: ({ sequence, hash, entries, days }) =>
        words`Audit entries (${entries}) older than ${days} days were removed, with the links of the hash chain up to ${sequence}. The hash of that link is ${hash}.`,
      example: { sequence: 40, hash: 'a3f1', entries: 512, days: 400 },
    },
  ),
};
