import { entry } from '../entry.js';
import { c1, drive0, leg0, leg1, report, t1, t2 } from '../examples.js';
import { count, drive, leg, legs, message, messages, moment, node, word } from '../field.js';
import type { Message } from '../message.js';
import { at, quote, words } from '../words.js';

/* Findings about one leg, and contradictions between reports about it. */
export const legMessages = {
  /** A reason exactly as the agent reported it. `report`: its code and data in the agents' catalogue, which the first load of the console does not have. */
  'agent-report': entry(
    { code: word, text: word, report: message.optional() },
    { message: ({ text, report }) => words`${quote(text, report)}`, example: report.params },
  ),
  removing: entry({ node }, { message: ({ node }) => words`${node} must remove it`, example: { node: t1 } }),
  'not-reported': entry({ node }, { message: ({ node }) => words`${node} has not reported it yet`, example: { node: t1 } }),
  'history-unknown': entry(
    { node },
    {
      message: ({ node }) => words`${node} follows a different history from this database: its reports are ignored`,
      example: { node: t1 },
    },
  ),
  'node-silent': entry(
    { node, since: moment.optional() },
    {
      message: ({ node, since }) => (since ? words`${node} has been offline since ${at(since)}` : words`${node} is offline`),
      example: { node: t1, since: '2026-11-21T14:16:31.725Z' },
    },
  ),
  'node-restarted': entry({ node }, { message: ({ node }) => words`${node} has restarted`, example: { node: t1 } }),
  'node-unreadable': entry(
    { node, report: message },
    { message: ({ node, report }) => words`${node} cannot read it: ${report}`, example: { node: t1, report } },
  ),
  'reported-by': entry(
    { node, report: message },
    { message: ({ node, report }) => words`${node}: ${report}`, example: { node: t1, report } },
  ),
  creating: entry({ node }, { message: ({ node }) => words`${node} is creating it`, example: { node: t1 } }),
  'leg-gone': entry(
    { node, report: message.optional() },
    {
      message: ({ node, report }) =>
        report ? words`${node} cannot find it: ${report}` : words`${node} cannot find it: its drive may be missing`,
      example: { node: t1, report },
    },
  ),
  'drive-gone': entry(
    { node, drive },
    { message: ({ node, drive }) => words`its drive ${drive} is missing from ${node}`, example: { node: t1, drive: drive0 } },
  ),
  wiping: entry({ node }, { message: ({ node }) => words`${node} is wiping it`, example: { node: t1 } }),
  reported: entry({ node }, { message: ({ node }) => words`${node} has it`, example: { node: t1 } }),
  growing: entry({ client: node }, { message: ({ client }) => words`${client} does not use it yet`, example: { client: c1 } }),
  'not-exported': entry({ client: node }, { message: ({ client }) => words`it is not exported to ${client} yet`, example: { client: c1 } }),
  'export-unknown': entry({ node }, { message: ({ node }) => words`${node} has not reported on its export`, example: { node: t1 } }),
  'namespace-disabled': entry(
    { node, client: node },
    {
      message: ({ node, client }) => words`${node} does not export it to ${client}: its namespace is not enabled`,
      example: { node: t1, client: c1 },
    },
  ),
  'not-linked': entry(
    { node, client: node },
    { message: ({ node, client }) => words`${node} does not export it to ${client}: no port is open`, example: { node: t1, client: c1 } },
  ),
  exported: entry({ node }, { message: ({ node }) => words`${node} exports it`, example: { node: t1 } }),
  'client-unknown': entry(
    { client: node },
    { message: ({ client }) => words`client ${client} has not reported on it`, example: { client: c1 } },
  ),
  'active-without-path': entry(
    { client: node, node },
    {
      message: ({ client, node }) => words`${client} needs it and has no live path to ${node}: I/O is blocked`,
      example: { client: c1, node: t1 },
    },
  ),
  'no-path': entry(
    { client: node, node },
    { message: ({ client, node }) => words`${client} has no live path to ${node}`, example: { client: c1, node: t1 } },
  ),
  'not-taken-in': entry(
    { client: node, report: message.optional() },
    { message: ({ client, report }) => words`md on ${client} has not added it${because(report)}`, example: { client: c1 } },
  ),
  'not-listed': entry(
    { client: node, report: message.optional() },
    { message: ({ client, report }) => words`md on ${client} does not list it${because(report)}`, example: { client: c1 } },
  ),
  'not-a-member': entry(
    { client: node, report: message.optional() },
    { message: ({ client, report }) => words`md on ${client} runs without it${because(report)}`, example: { client: c1 } },
  ),
  faulty: entry(
    { client: node, report: message.optional() },
    { message: ({ client, report }) => words`md on ${client} has marked it faulty${because(report)}`, example: { client: c1, report } },
  ),
  'bad-blocks': entry(
    { client: node, badBlocks: count },
    {
      message: ({ client, badBlocks }) => words`md on ${client} has recorded ${badBlocks} bad blocks on it`,
      example: { client: c1, badBlocks: 3 },
    },
  ),
  'write-error': entry(
    { client: node },
    { message: ({ client }) => words`md on ${client} has recorded a write error on it`, example: { client: c1 } },
  ),
  'want-replacement': entry(
    { client: node },
    { message: ({ client }) => words`md on ${client} has requested a replacement for it`, example: { client: c1 } },
  ),
  copying: entry(
    { client: node, report: message.optional() },
    { message: ({ client, report }) => words`md on ${client} is resyncing it${because(report)}`, example: { client: c1 } },
  ),
  spare: entry(
    { client: node, report: message.optional() },
    {
      message: ({ client, report }) => words`md on ${client} has it as a spare and is not resyncing it${because(report)}`,
      example: { client: c1 },
    },
  ),
  'path-lost': entry(
    { client: node, live: count, paths: count },
    {
      message: ({ client, live, paths }) => words`${client} uses it over ${live} of ${paths} paths`,
      example: { client: c1, live: 1, paths: 2 },
    },
  ),
  'in-use': entry({ client: node }, { message: ({ client }) => words`${client} uses it`, example: { client: c1 } }),
  'active-paths-down': entry(
    { client: node, paths: count },
    {
      message: ({ client, paths }) => words`md on ${client} shows it active, but all its ${paths} paths are down`,
      example: { client: c1, paths: 2 },
    },
  ),
  'active-without-leg': entry(
    { client: node, node },
    {
      message: ({ client, node }) => words`md on ${client} shows it active, but ${node} reports it missing`,
      example: { client: c1, node: t1 },
    },
  ),
  'exported-without-path': entry(
    { node, client: node },
    {
      message: ({ node, client }) => words`${node} exports it, but ${client} has no live path: check the networks between them`,
      example: { node: t1, client: c1 },
    },
  ),
  'leg-ready': entry({ node }, { message: ({ node }) => words`${node} reports the LV present and wiped`, example: { node: t1 } }),
  /** Legs of one node with the same finding. */
  'legs-of-node': entry(
    { legs, node, finding: message },
    {
      message: ({ legs, node, finding }) => words`${legs.length === 1 ? 'leg' : 'legs'} ${legs} on ${node}: ${finding}`,
      example: { legs: [leg0, leg1], node: t2, finding: { code: 'no-path', params: { client: c1, node: t2 } } },
    },
  ),
  'leg-lost-for-good': entry(
    { leg, node, drive, report: message },
    {
      message: ({ leg, node, drive, report }) => words`leg ${leg} on ${node}, drive ${drive}: ${report}`,
      example: { leg: leg0, node: t1, drive: drive0, report },
    },
  ),
  /** Several legs, each with its finding. */
  'legs-described': entry(
    { findings: messages },
    {
      message: ({ findings }) => words`${findings}`,
      example: {
        findings: [{ code: 'legs-of-node', params: { legs: [leg0], node: t1, finding: { code: 'reported', params: { node: t1 } } } }],
      },
    },
  ),
};

const because = (report: Message | undefined) => (report ? words`: ${report}` : words``);
