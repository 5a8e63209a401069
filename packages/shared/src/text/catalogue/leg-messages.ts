import { entry } from '../entry.js';
import { count, drive, leg, legs, message, messages, moment, node, word } from '../field.js';
import type { Message } from '../message.js';
import { at, quote, words } from '../words.js';
import { c1, drive0, leg0, leg1, report, t1, t2 } from './examples.js';

/* Findings about one leg, and contradictions between its witnesses. */
export const legMessages = {
  /** A reason exactly as the agent reported it. */
  'agent-report': entry({ code: word, text: word }, { message: ({ text }) => words`${quote(text)}`, example: report.params }),
  removing: entry({ node }, { message: ({ node }) => words`${node} is to remove it`, example: { node: t1 } }),
  'not-reported': entry({ node }, { message: ({ node }) => words`${node} has not reported it yet`, example: { node: t1 } }),
  'history-unknown': entry(
    { node },
    {
      message: ({ node }) => words`${node} follows another history than this database: its reports do not count`,
      example: { node: t1 },
    },
  ),
  'node-silent': entry(
    { node, since: moment.optional() },
    {
      message: ({ node, since }) => (since ? words`${node} is silent since ${at(since)}` : words`${node} is silent`),
      example: { node: t1, since: '2026-11-21T14:16:31.725Z' },
    },
  ),
  'node-restarted': entry({ node }, { message: ({ node }) => words`${node} has restarted`, example: { node: t1 } }),
  'node-unreadable': entry(
    { node, report: message },
    { message: ({ node, report }) => words`${node} cannot read it now: ${report}`, example: { node: t1, report } },
  ),
  'reported-by': entry(
    { node, report: message },
    { message: ({ node, report }) => words`${node}: ${report}`, example: { node: t1, report } },
  ),
  creating: entry({ node }, { message: ({ node }) => words`${node} is making it`, example: { node: t1 } }),
  'leg-gone': entry(
    { node, report: message.optional() },
    {
      message: ({ node, report }) =>
        report ? words`${node} does not see it: ${report}` : words`${node} does not see it: its drive may be gone`,
      example: { node: t1, report },
    },
  ),
  'drive-gone': entry(
    { node, drive },
    { message: ({ node, drive }) => words`the drive ${drive} under it is gone from ${node}`, example: { node: t1, drive: drive0 } },
  ),
  wiping: entry({ node }, { message: ({ node }) => words`${node} is wiping it`, example: { node: t1 } }),
  reported: entry({ node }, { message: ({ node }) => words`${node} has it`, example: { node: t1 } }),
  growing: entry({ client: node }, { message: ({ client }) => words`${client} has not taken it up yet`, example: { client: c1 } }),
  'not-exported': entry({ client: node }, { message: ({ client }) => words`it is not exported to ${client} yet`, example: { client: c1 } }),
  'export-unknown': entry({ node }, { message: ({ node }) => words`${node} says nothing of its export`, example: { node: t1 } }),
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
    { message: ({ client }) => words`client ${client} says nothing of it`, example: { client: c1 } },
  ),
  'active-without-path': entry(
    { client: node, node },
    {
      message: ({ client, node }) => words`${client} counts on it and has no live path to ${node}: its I/O waits`,
      example: { client: c1, node: t1 },
    },
  ),
  'no-path': entry(
    { client: node, node },
    { message: ({ client, node }) => words`${client} has no live path to ${node}`, example: { client: c1, node: t1 } },
  ),
  'not-taken-in': entry(
    { client: node, report: message.optional() },
    { message: ({ client, report }) => words`md on ${client} has not taken it in${because(report)}`, example: { client: c1 } },
  ),
  'not-listed': entry(
    { client: node, report: message.optional() },
    { message: ({ client, report }) => words`md on ${client} does not list it now${because(report)}`, example: { client: c1 } },
  ),
  'not-a-member': entry(
    { client: node, report: message.optional() },
    { message: ({ client, report }) => words`md on ${client} runs without it${because(report)}`, example: { client: c1 } },
  ),
  faulty: entry(
    { client: node, report: message.optional() },
    { message: ({ client, report }) => words`md on ${client} has failed it${because(report)}`, example: { client: c1, report } },
  ),
  'bad-blocks': entry(
    { client: node, badBlocks: count },
    {
      message: ({ client, badBlocks }) => words`md on ${client} has ${badBlocks} bad blocks for it`,
      example: { client: c1, badBlocks: 3 },
    },
  ),
  'write-error': entry(
    { client: node },
    { message: ({ client }) => words`md on ${client} has a write error for it`, example: { client: c1 } },
  ),
  'want-replacement': entry(
    { client: node },
    { message: ({ client }) => words`md on ${client} has asked for a replacement for it`, example: { client: c1 } },
  ),
  copying: entry({ client: node }, { message: ({ client }) => words`md on ${client} copies onto it`, example: { client: c1 } }),
  spare: entry(
    { client: node, report: message.optional() },
    {
      message: ({ client, report }) => words`md on ${client} has it as a spare and does not copy onto it${because(report)}`,
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
      message: ({ client, paths }) => words`md on ${client} shows it active while all its ${paths} paths are down`,
      example: { client: c1, paths: 2 },
    },
  ),
  'active-without-leg': entry(
    { client: node, node },
    {
      message: ({ client, node }) => words`md on ${client} shows it active while ${node} says that it is gone`,
      example: { client: c1, node: t1 },
    },
  ),
  'exported-without-path': entry(
    { node, client: node },
    {
      message: ({ node, client }) => words`${node} exports it while ${client} has no live path: look at the networks between`,
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
