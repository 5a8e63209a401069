import { t1 } from '../examples.js';
import { bytes, count, node, seconds, word } from '../field.js';
import { quote, words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Why the server refuses a connection or a message of an agent. The class is the `code` that the agent gets. */
export const agentRefusals = {
  'agent-connects-too-often': error(
    'rate-limited',
    { address: word, retryAfterSeconds: seconds },
    ({ address, retryAfterSeconds }) => words`Too many refused connections from ${address}. Try again in ${retryAfterSeconds} s.`,
    { address: '10.0.0.4', retryAfterSeconds: 1 },
  ),
  'agent-has-to-pause': error(
    'rate-limited',
    { retryAfterSeconds: seconds },
    ({ retryAfterSeconds }) => words`Too many messages of this node were refused. Connect again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds: 30 },
  ),
  'agent-sends-too-often': error(
    'rate-limited',
    { perSecond: count, mostUnanswered: count },
    ({ perSecond, mostUnanswered }) => words`At most ${perSecond} messages a second and ${mostUnanswered} unanswered ones. Send fewer.`,
    { perSecond: 20, mostUnanswered: 50 },
  ),
  'agent-handshake-malformed': error(
    'malformed',
    { explanation: word },
    ({ explanation }) => words`The handshake is not one of an agent: ${quote(explanation)}`,
    { explanation: 'Invalid input: expected string, received number at nodeId' },
  ),
  'agent-event-unknown': error('malformed', {}, () => words`Agents send only inventory, report and sample.`, {}),
  'agent-message-malformed': error('malformed', { explanation: word }, ({ explanation }) => words`${quote(explanation)}`, {
    explanation: 'Invalid input: expected string, received number at bootId',
  }),
  'agent-message-too-large': error('out-of-bounds', { explanation: word }, ({ explanation }) => words`${quote(explanation)}`, {
    explanation: 'Too big: expected string to have <=40 characters at drives[1].model',
  }),
  'agent-data-too-large': error(
    'out-of-bounds',
    { messageKind: word, mostBytes: bytes },
    ({ messageKind, mostBytes }) =>
      words`everything stored of a node's messages (${messageKind}) is at most ${mostBytes} bytes, and this would be more`,
    { messageKind: 'inventory', mostBytes: 8_388_608 },
  ),
  'node-removed': error(
    'node-removed',
    { nodeName: word },
    ({ nodeName }) => words`Node ${nodeName} was removed. Enroll it again with a new token.`,
    { nodeName: 't1' },
  ),
  'node-being-removed': error('node-removed', { nodeName: word }, ({ nodeName }) => words`Node ${nodeName} is being removed.`, {
    nodeName: 't1',
  }),
  'connection-superseded': error('superseded', { nodeName: word }, ({ nodeName }) => words`Node ${nodeName} has a newer connection.`, {
    nodeName: 't1',
  }),
  'boot-differs': error(
    'wrong-boot',
    { messageBootId: word, connectionBootId: word },
    ({ messageBootId, connectionBootId }) =>
      words`The message is of boot ${messageBootId}, the connection of boot ${connectionBootId}. Connect again (S12).`,
    { messageBootId: 'ID-1', connectionBootId: 'ID-2' },
  ),
  'drive-listed-twice': error(
    'duplicate-drive',
    {},
    () => words`Two drives of the inventory have the same serial and namespace. Look at "nvme list -v" on the node.`,
    {},
  ),
  'too-many-drives': error(
    'too-many-drives',
    { node, mostDrives: count },
    ({ node, mostDrives }) =>
      words`${node} would have more than ${mostDrives} drives, present and missing ones together. Remove the node and enroll it again to forget the missing ones.`,
    { node: t1, mostDrives: 512 },
  ),
  'credential-shared': error(
    'two-holders',
    { nodeName: word, holderAddress: word.optional() },
    ({ nodeName, holderAddress }) =>
      words`Another agent is connected as ${nodeName}, from ${holderAddress ?? 'an unknown address'}. If this machine is ${nodeName}, have its credential revoked and enroll again with --renew.`,
    { nodeName: 't1', holderAddress: '10.0.0.4' },
  ),
  'protocol-unsupported': error(
    'protocol-mismatch',
    { serverVersion: word, serverProtocol: count, agentProtocol: count },
    ({ serverVersion, serverProtocol, agentProtocol }) =>
      words`Server ${serverVersion} speaks the agent protocols ${serverProtocol} and ${serverProtocol - 1}, the agent speaks ${agentProtocol}. Upgrade the older of the two.`,
    { serverVersion: '0.1.0', serverProtocol: 3, agentProtocol: 1 },
  ),
  'credential-unknown': error(
    'unauthenticated',
    {},
    () => words`The node is not known here or its credential is wrong. If it was removed, enroll it again with a new token.`,
    {},
  ),
};

export type RefusalReason = keyof typeof agentRefusals;
export type RefusalParams<R extends RefusalReason> = (typeof agentRefusals)[R]['example'];
