import { entry } from '../entry.js';
import { count, message, messages, moment, node, seconds, word } from '../field.js';
import type { Message } from '../message.js';
import { at, words } from '../words.js';
import { report, t1 } from './examples.js';

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
      waitingFor: () => words`a person who decides which of the two is the node`,
      unblockedBy: ({ node }) =>
        words`stopping the agent that is not ${node}, then revoking the credential of ${node} and enrolling the right machine with the new token`,
      example: { node: t1, address: '192.0.2.9', holderAddress: '192.0.2.1' },
    },
  ),
  'reports-stale': entry(
    { node, staleAfterSeconds: seconds },
    {
      message: ({ node, staleAfterSeconds }) =>
        words`The agent of ${node} is connected, but has reported nothing for ${staleAfterSeconds / 60} minutes: what is now on ${node} is unknown`,
      waitingFor: ({ node }) => words`a report of ${node}`,
      unblockedBy: ({ node }) =>
        words`looking at the agent there (journalctl -u weft-agent), and restarting it: systemctl restart weft-agent on ${node}`,
      example: { node: t1, staleAfterSeconds: 900 },
    },
  ),
  'clock-differs': entry(
    { node, report: message },
    {
      message: ({ node, report }) =>
        words`${node} says that ${report}: times in its logs do not fit those of other nodes, and certificates may count as expired or not yet valid; what Weft decides and its history do not depend on it`,
      waitingFor: ({ node }) => words`the clock of ${node}`,
      unblockedBy: ({ node }) => words`its time service (chronyc tracking on ${node}), or that of the server if several nodes say so`,
      example: {
        node: t1,
        report: { code: 'agent-report', params: { code: 'clock-off', text: "its clock is at least 37 s ahead of the server's" } },
      },
    },
  ),
  'node-storage-unreadable': entry(
    { node, report: message },
    {
      message: ({ node, report }) =>
        words`The agent of ${node} cannot read the storage of the node: ${report}. Its drives and legs are unknown, and no repair starts from that`,
      waitingFor: ({ node }) => words`the storage of ${node} answering`,
      unblockedBy: ({ node }) =>
        words`a drive that does not answer being found and pulled out on ${node}: see the kernel log and "ps -eo pid,stat,wchan:30,args"`,
      example: { node: t1, report: { code: 'agent-report', params: { code: 'host-unreadable', text: 'lvs did not end within 60 s' } } },
    },
  ),
  'message-out-of-bounds': entry(
    { node, kind: word, detail: word },
    {
      message: ({ node, kind, detail }) =>
        words`The server refuses a message (${kind}) of ${node}, because a part of it is over its bound: ${detail}`,
      waitingFor: ({ node, kind }) => words`a message (${kind}) of ${node} within its bounds`,
      unblockedBy: ({ node }) =>
        words`looking at what runs as weft-agent on ${node}; if its credential may be in other hands, revoking the credential`,
      example: { node: t1, kind: 'inventory', detail: 'drives[1].model: Too big' },
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
      waitingFor: () => words`its agent with a new credential`,
      unblockedBy: () => words`weft-agent enroll --renew there, with the token of the revocation; another revocation issues another token`,
      example: { by: 'admin' },
    },
  ),
  'history-doubted': entry(
    { node, doubt: message },
    {
      message: ({ node, doubt }) => words`${doubt}. ${node} keeps what it runs and gets no orders, and its reports complete none`,
      waitingFor: ({ node }) => words`an administrator, who compares what ${node} runs with this database`,
      unblockedBy: ({ node }) =>
        words`accepting this database's history for ${node} (POST /api/v1/history-acceptances), or restoring a newer backup of the database`,
      example: { node: t1, doubt: otherHistory },
    },
  ),
  'other-history': entry(
    { node, generation: count, historyId: word.optional() },
    {
      message: ({ node, generation, historyId }) =>
        words`${node} follows generation ${generation} of ${historyId === undefined ? 'an earlier history' : `history ${historyId}`}, which is not this database's: the database was restored or replaced`,
      example: { node: t1, generation: 12 },
    },
  ),
  'database-older': entry(
    { node, generation: count, storedGeneration: count },
    {
      message: ({ node, generation, storedGeneration }) =>
        words`${node} follows generation ${generation}, and the database had only ${storedGeneration}: it was restored from an older state`,
      example: { node: t1, generation: 12, storedGeneration: 9 },
    },
  ),
  'other-content': entry(
    { node, generation: count },
    {
      message: ({ node, generation }) =>
        words`${node} follows a generation ${generation} that this database never offered to it: it was restored from an older state, or is a copy`,
      example: { node: t1, generation: 12 },
    },
  ),
  'facts-lost': entry(
    { node, acceptedBy: word.optional() },
    {
      message: ({ node }) =>
        words`${node} lost the facts of its ledger: which legs it wiped, which orders it carried out, which arrays it ran. It makes and wipes no leg, erases no drive and creates no array`,
      waitingFor: ({ node, acceptedBy }) =>
        acceptedBy === undefined
          ? words`an administrator, who accepts the loss`
          : words`${node}, to hear that ${acceptedBy} accepted the loss`,
      unblockedBy: () => words`accepting the loss (POST /api/v1/history-acceptances)`,
      example: { node: t1 },
    },
  ),
  'maintenance-in-force': entry(
    { since: moment, until: moment, requestedBy: word, ends: moment },
    {
      message: ({ since, until, requestedBy }) =>
        words`in maintenance since ${at(since)}, until ${at(until)}, asked for by ${requestedBy}: no new leg comes, and its legs are not replaced`,
      waitingFor: () => words`the end of the maintenance`,
      unblockedBy: ({ ends }) => words`ending it (DELETE …/maintenance); at ${at(ends)} it ends by itself`,
      example: { since: SINCE, until: ENDS, requestedBy: 'ops', ends: ENDS },
    },
  ),
  'maintenance-ended': entry(
    { since: moment, ends: moment, endedBy: word.optional() },
    {
      message: ({ since, ends, endedBy }) =>
        words`the maintenance since ${at(since)} ended by ${endedBy ?? 'itself'} at ${at(ends)}: legs still lost are replaced after their volumes' rebuildDelay from then on`,
      example: { since: SINCE, ends: ENDS, endedBy: 'ops' },
    },
  ),
};
