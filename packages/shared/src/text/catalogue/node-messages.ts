import { entry } from '../entry.js';
import { report, t1 } from '../examples.js';
import { count, message, messages, moment, node, seconds, word } from '../field.js';
import type { Message } from '../message.js';
import { at, words } from '../words.js';

const SINCE = '2026-11-21T14:16:31.725Z';
const ENDS = '2026-11-21T16:16:31.725Z';
const otherHistory: Message = { code: 'other-history', params: { node: t1, generation: 12 } };

/* Conditions of nodes and their agents. */
export const nodeMessages = {
  'two-holders': entry(
    { node, address: word, holderAddress: word.optional() },
    {
      message: ({ node, address, holderAddress = 'an unknown address' }) =>
        words`Two agents hold the credential of ${node}: one connected from ${holderAddress}, and one from ${address}, which is refused`,
      waitingFor: () => words`a decision which of the two is the node`,
      unblockedBy: ({ node }) =>
        words`stopping the agent that is not ${node}, then revoking the credential of ${node} and enrolling the right machine with the new token`,
      example: { node: t1, address: '192.0.2.9', holderAddress: '192.0.2.1' },
    },
  ),
  'reports-stale': entry(
    { node, staleAfterSeconds: seconds },
    {
      message: ({ node, staleAfterSeconds }) =>
        words`The agent of ${node} is connected, but has reported nothing for ${staleAfterSeconds / 60} minutes: the current state of ${node} is unknown`,
      waitingFor: ({ node }) => words`a report from ${node}`,
      unblockedBy: ({ node }) =>
        words`checking its agent (journalctl -u weft-agent), and restarting it: systemctl restart weft-agent on ${node}`,
      example: { node: t1, staleAfterSeconds: 900 },
    },
  ),
  'clock-differs': entry(
    { node, report: message },
    {
      message: ({ node, report }) =>
        words`${node} reports that ${report}: times in its logs differ from those of other nodes, and certificates may count as expired or not yet valid. Weft's decisions and history do not depend on the clock`,
      waitingFor: ({ node }) => words`the clock of ${node}`,
      unblockedBy: ({ node }) => words`its time service (chronyc tracking on ${node}), or that of the server if several nodes report this`,
      example: {
        node: t1,
        report: { code: 'agent-report', params: { code: 'clock-off', text: "its clock is at least 37 s ahead of the server's" } },
      },
    },
  ),
  'latency-by-direction-missing': entry(
    { node, report: message },
    {
      message: ({ node, report }) => words`${node} reports that ${report}. All other statistics go on`,
      unblockedBy: ({ node }) =>
        words`installing bpftrace 0.21 or newer on ${node}, with a kernel 6.12 or newer that has BTF; or removing latencyByDirection from /etc/weft/agent.json of ${node}`,
      example: {
        node: t1,
        report: {
          code: 'agent-report',
          params: {
            code: 'latency-by-direction-unavailable',
            text: 'latency of reads and of writes is not collected separately: bpftrace ended',
          },
        },
      },
    },
  ),
  'agent-version-differs': entry(
    { node, agentVersion: word, agentProtocol: count, server: word, serverVersion: word, serverProtocol: count },
    {
      message: ({ node, agentVersion, agentProtocol, server, serverVersion, serverProtocol }) =>
        words`The agent of ${node} is ${agentVersion} with protocol ${agentProtocol}; server ${server}, which it is connected to, is ${serverVersion} with protocol ${serverProtocol}`,
      unblockedBy: ({ node }) => words`upgrading every server, then the agent of ${node}`,
      example: { node: t1, agentVersion: '0.1.0', agentProtocol: 1, server: 'weft-1', serverVersion: '0.2.0', serverProtocol: 2 },
    },
  ),
  'node-storage-unreadable': entry(
    { node, report: message },
    {
      message: ({ node, report }) =>
        words`The agent of ${node} cannot read the storage of the node: ${report}. Its drives and legs are unknown, and this starts no repair`,
      waitingFor: ({ node }) => words`an answer from the storage of ${node}`,
      unblockedBy: ({ node }) =>
        words`pulling out the drive of ${node} that does not answer: see the kernel log and "ps -eo pid,stat,wchan:30,args"`,
      example: { node: t1, report: { code: 'agent-report', params: { code: 'host-unreadable', text: 'lvs did not end within 60 s' } } },
    },
  ),
  'message-out-of-bounds': entry(
    { node, kind: word, detail: word },
    {
      message: ({ node, kind, detail }) =>
        words`The server refuses a message (${kind}) of ${node}, because a part of it exceeds its limit: ${detail}`,
      waitingFor: ({ node, kind }) => words`a message (${kind}) of ${node} within its limits`,
      unblockedBy: ({ node }) =>
        words`checking what runs as weft-agent on ${node}; if somebody else may have its credential, revoking the credential`,
      example: { node: t1, kind: 'inventory', detail: 'drives[1].model: Too big' },
    },
  ),
  'message-refused': entry(
    { node, kind: word, detail: word },
    {
      message: ({ node, kind, detail }) =>
        words`The server refuses a message (${kind}) of ${node}: ${detail} What it stored of earlier messages stays in force`,
      waitingFor: ({ node, kind }) => words`a message (${kind}) of ${node} that the server accepts`,
      unblockedBy: ({ node }) =>
        words`doing what the reason says; otherwise checking the version of weft-agent on ${node} and its log (journalctl -u weft-agent)`,
      example: {
        node: t1,
        kind: 'inventory',
        detail: 'Two drives of the inventory have the same serial and namespace. Look at "nvme list -v" on the node.',
      },
    },
  ),
  'agent-healthy': entry({}, { message: () => words`the agent reports no problem of its own`, example: {} }),
  'agent-problems': entry({ reports: messages }, { message: ({ reports }) => words`${reports}`, example: { reports: [report] } }),
  'assignment-stored': entry({}, { message: () => words`the agent stored its newest assignment`, example: {} }),
  'assignment-refused': entry(
    { refusal: word },
    { message: ({ refusal }) => words`${refusal}`, example: { refusal: 'the ledger cannot be written: no space left on device' } },
  ),
  'credential-revoked': entry(
    { by: word },
    {
      message: ({ by }) => words`${by} revoked its credential. Running I/O continues`,
      waitingFor: () => words`a new credential for its agent`,
      unblockedBy: () =>
        words`weft-agent enroll --renew on the node, with the token of the revocation; another revocation issues another token`,
      example: { by: 'admin' },
    },
  ),
  'history-doubted': entry(
    { node, doubt: message },
    {
      message: ({ node, doubt }) => words`${doubt}. ${node} keeps its configuration and gets no orders, and its reports complete none`,
      waitingFor: ({ node }) => words`an administrator, who compares ${node} with this database`,
      unblockedBy: ({ node }) =>
        words`accepting this database's history for ${node} (POST /api/v1/history-acceptances), or restoring a newer backup of the database`,
      example: { node: t1, doubt: otherHistory },
    },
  ),
  'other-history': entry(
    { node, generation: count, historyId: word.optional() },
    {
      message: ({ node, generation, historyId }) =>
        words`${node} follows generation ${generation} of ${historyId === undefined ? 'an earlier history' : `history ${historyId}`}, not of this database: the database was restored or replaced`,
      example: { node: t1, generation: 12 },
    },
  ),
  'database-older': entry(
    { node, generation: count, storedGeneration: count },
    {
      message: ({ node, generation, storedGeneration }) =>
        words`${node} follows generation ${generation}, but the database had only ${storedGeneration}: the database was restored from an older state`,
      example: { node: t1, generation: 12, storedGeneration: 9 },
    },
  ),
  'other-content': entry(
    { node, generation: count },
    {
      message: ({ node, generation }) =>
        words`${node} follows a generation ${generation} that this database never sent to it: the database was restored from an older state, or is a copy`,
      example: { node: t1, generation: 12 },
    },
  ),
  'facts-lost': entry(
    { node, acceptedBy: word.optional() },
    {
      message: ({ node }) =>
        words`${node} lost the facts of its ledger: the legs it wiped, the orders it completed, the arrays it ran. It creates and wipes no leg, erases no drive and creates no array`,
      waitingFor: ({ node, acceptedBy }) =>
        acceptedBy === undefined
          ? words`an administrator, who accepts the loss`
          : words`${node}, which has not yet received the acceptance by ${acceptedBy}`,
      unblockedBy: () => words`accepting the loss (POST /api/v1/history-acceptances)`,
      example: { node: t1 },
    },
  ),
  'maintenance-in-force': entry(
    { since: moment, until: moment, requestedBy: word, ends: moment },
    {
      message: ({ since, until, requestedBy }) =>
        words`in maintenance since ${at(since)}, until ${at(until)}, requested by ${requestedBy}: no new legs are placed, and its legs are not replaced`,
      waitingFor: () => words`the end of the maintenance`,
      unblockedBy: ({ ends }) => words`ending it (DELETE …/maintenance); it ends by itself at ${at(ends)}`,
      example: { since: SINCE, until: ENDS, requestedBy: 'ops', ends: ENDS },
    },
  ),
  /** Part of a finding about a node, which names the state itself. */
  'maintenance-requested': entry(
    { requestedBy: word, until: moment },
    {
      message: ({ requestedBy, until }) =>
        words`requested by ${requestedBy} until ${at(until)}: no new legs are placed, and its legs are not replaced`,
      example: { requestedBy: 'ops', until: ENDS },
    },
  ),
  'maintenance-ended': entry(
    { since: moment, ends: moment, endedBy: word.optional() },
    {
      message: ({ since, ends, endedBy }) =>
        words`the maintenance since ${at(since)} ended by ${endedBy ?? 'itself'} at ${at(ends)}: legs that are still lost are replaced after the rebuildDelay of their volumes, counted from then`,
      example: { since: SINCE, ends: ENDS, endedBy: 'ops' },
    },
  ),
};
