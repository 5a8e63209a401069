import { conflictText } from '../../kinds/attachment.js';
import { reachMessages } from '../catalogue/reach-messages.js';
import { c1, leg0, orders, t1 } from '../examples.js';
import { count, message, messages, moment, node, nodes, oneOf, texts, volume, word, yes } from '../field.js';
import type { Message } from '../message.js';
import { at, words } from '../words.js';
import { error } from './entry/error-entry.js';
import { all, either } from './phrases.js';

const legOn0: Message = { code: 'leg-on-node', params: { leg: leg0, node: t1 } };

/* Errors of attaching, detaching and forced moves. */
export const attachmentErrors = {
  'attachment-not-found': error('not-found', { id: word }, ({ id }) => words`There is no attachment ${id}.`, { id: 'ID' }),
  'volume-not-attachable': error(
    'wrong-state',
    { volume, state: word, allowedStates: texts },
    ({ volume, state, allowedStates }) => words`Volume ${volume} is ${state}: it can be attached once it is ${either(allowedStates)}.`,
    { volume: orders, state: 'creating', allowedStates: ['ready'] },
  ),
  'mode-not-possible': error(
    'not-possible',
    { protection: word, mode: word, allowedModes: texts },
    ({ protection, mode, allowedModes }) => words`A ${protection} volume cannot be attached ${mode}. Choose ${either(allowedModes)}.`,
    { protection: 'raid1', mode: 'shared', allowedModes: ['exclusive', 'readonly'] },
  ),
  'readonly-before-first-write': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`Volume ${volume} was never written. Attach it exclusive once, so that its array is created.`,
    { volume: orders },
  ),
  'volume-attached-elsewhere': error(
    'in-use',
    { volume, mode: word, otherMode: word, clients: nodes, revoking: yes },
    ({ volume, mode, otherMode, clients, revoking }) =>
      words`Volume ${volume} cannot be attached ${mode}: ${conflictText(mode, otherMode)}. It is on ${clients}. ${revoking ? 'It is being force-detached there: follow the job attachment.revoke.' : 'Detach it there first.'}`,
    { volume: orders, mode: 'exclusive', otherMode: 'exclusive', clients: [c1], revoking: false },
  ),
  'attachment-not-gone': error(
    'in-use',
    { volume, client: node, fence: message.optional() },
    ({ volume, client, fence }) =>
      words`Volume ${volume} was force-detached from ${client}, and ${client} has not removed all of it yet (${fence ?? 'not reported'}). Wait, or attach it elsewhere.`,
    { volume: orders, client: c1 },
  ),
  'attachment-exists': error(
    'in-use',
    { volume, client: node, state: word, mode: word, transport: word },
    ({ volume, client, state, mode, transport }) =>
      words`Volume ${volume} is ${state} on ${client} (${mode}, ${transport}). Detach it there first.`,
    { volume: orders, client: c1, state: 'attached', mode: 'exclusive', transport: 'rdma' },
  ),
  'attachment-not-detachable': error(
    'wrong-state',
    { volume, client: node, state: word },
    ({ volume, client, state }) => words`Volume ${volume} is ${state} on ${client} already. Follow that job.`,
    { volume: orders, client: c1, state: 'detaching' },
  ),
  'nodes-share-no-network': { errorCode: 'no-shared-network' as const, ...reachMessages['nodes-share-no-network'] },
  'service-ids-used-up': { errorCode: 'not-possible' as const, ...reachMessages['service-ids-used-up'] },
  'authentication-required': error(
    'not-possible',
    { client: node, target: node, gap: oneOf('no-secrets-key', 'client-cannot', 'target-cannot', 'connected-before') },
    ({ client, target, gap }) =>
      words`The cluster requires authentication, and ${client} and ${target} cannot authenticate each other: ${
        {
          'no-secrets-key': words`the servers have no key to encrypt secrets with. Set secretsKeyFile on every server`,
          'client-cannot': words`the kernel or the agent of ${client} cannot. Update them`,
          'target-cannot': words`the kernel or the agent of ${target} cannot. Update them`,
          'connected-before': words`they are connected without. Detach the other volumes of ${target} from ${client} first`,
        }[gap]
      }.`,
    { client: c1, target: t1, gap: 'target-cannot' },
  ),
  'storage-encryption-required': error(
    'not-possible',
    {
      client: node,
      target: node,
      gap: oneOf('rdma', 'no-secrets-key', 'older-server', 'client-cannot', 'target-cannot', 'client-daemon', 'target-daemon'),
    },
    ({ client, target, gap }) =>
      words`The cluster requires encrypted storage traffic, and the paths between ${client} and ${target} cannot be encrypted: ${
        {
          rdma: words`RDMA has no TLS. Attach the volume over TCP`,
          'no-secrets-key': words`the servers have no key to encrypt secrets with. Set secretsKeyFile on every server`,
          'older-server': words`a server of an earlier version is running. Update all servers first`,
          'client-cannot': words`the kernel or the agent of ${client} cannot (Linux 6.12 of Debian 13 can). Update them`,
          'target-cannot': words`the kernel or the agent of ${target} cannot (Linux 6.12 of Debian 13 can). Update them`,
          'client-daemon': words`tlshd is not ready on ${client}. Install ktls-utils, and set keyrings=.nvme in /etc/tlshd.conf`,
          'target-daemon': words`tlshd is not ready on ${target}. Install ktls-utils, and set keyrings=.nvme in /etc/tlshd.conf`,
        }[gap]
      }.`,
    { client: c1, target: t1, gap: 'target-cannot' },
  ),
  'client-cannot-encrypt': error(
    'not-possible',
    { volume, client: node },
    ({ volume, client }) =>
      words`Volume ${volume} is encrypted, and ${client} cannot encrypt: its kernel has no dm-crypt with AES-XTS, keyctl is not installed (package keyutils), or its agent is too old. Mend that, or attach it elsewhere.`,
    { volume: orders, client: c1 },
  ),
  'client-cannot-limit': error(
    'not-possible',
    { client: node },
    ({ client }) => words`The agent of ${client} is too old to limit I/O. Update it, or attach the volume without limits.`,
    { client: c1 },
  ),
  'attachment-not-limitable': error(
    'wrong-state',
    { volume, client: node, state: word },
    ({ volume, client, state }) => words`Volume ${volume} is ${state} on ${client}: its limits cannot be changed any more.`,
    { volume: orders, client: c1, state: 'detaching' },
  ),
  'client-has-fewer-copies': error(
    'not-possible',
    { volume, client: node, copies: count, supported: count },
    ({ volume, client, copies, supported }) =>
      words`Volume ${volume} has ${copies} copies of each byte, and the agent of ${client} handles at most ${supported}: it is of an earlier version. Upgrade it, or attach the volume elsewhere.`,
    { volume: orders, client: c1, copies: 3, supported: 2 },
  ),
  'client-without-array-per-set': error(
    'not-possible',
    { volume, client: node },
    ({ volume, client }) =>
      words`Volume ${volume} is a raid10 with three copies, and the agent of ${client} is of an earlier version, which makes none. Upgrade it, or attach the volume elsewhere.`,
    { volume: orders, client: c1 },
  ),
  'volume-key-unusable': error(
    'wrong-state',
    { volume, problem: oneOf('missing', 'unreadable') },
    ({ volume, problem }) =>
      problem === 'missing'
        ? words`The key of the encrypted volume ${volume} is not in the database, so nobody can read its data. Give the key that was exported (docs/encryption.md).`
        : words`The key of the encrypted volume ${volume} was wrapped with another key of the cluster. Set secretsKeyFile, or previousSecretsKeyFile, to that key on every server.`,
    { volume: orders, problem: 'missing' },
  ),
  'client-in-maintenance': error(
    'wrong-state',
    { node, since: moment, until: moment, requestedBy: word },
    ({ node, since, until, requestedBy }) =>
      words`Node ${node} is in maintenance since ${at(since)}, until ${at(until)}, asked for by ${requestedBy}: its attachments may be cut off at any time. Wait for its end, end it (DELETE /api/v1/nodes/${node.id}/maintenance), or attach the volume all the same (force).`,
    { node: c1, since: '2026-11-21T13:00:00.000Z', until: '2026-11-21T17:00:00.000Z', requestedBy: 'ops' },
  ),
  'client-is-connected': error(
    'wrong-state',
    { client: node },
    ({ client }) => words`${client} is connected to a server: it is not off. Leave the statement out; ${client} reports for itself.`,
    { client: c1 },
  ),
  'target-is-connected': error(
    'wrong-state',
    { target: node },
    ({ target }) => words`${target} is connected to a server: it is not off, and fences its legs itself. Leave the statement out.`,
    { target: t1 },
  ),
  'target-exports-nothing': error(
    'invalid-field',
    { nodeId: word, volume, client: node },
    ({ nodeId, volume, client }) => words`Node ${nodeId} exports no leg of volume ${volume} to ${client}.`,
    { nodeId: 'ID', volume: orders, client: c1 },
  ),
  'legs-all-needed': error(
    'not-possible',
    { volume, protection: word, targets: nodes },
    ({ volume, protection, targets }) => words`Volume ${volume} is ${protection}: no leg of it can be left out. Wait for ${targets}.`,
    { volume: orders, protection: 'raid0', targets: [t1] },
  ),
  'volume-attached-by-others': error(
    'in-use',
    { volume, clients: nodes },
    ({ volume, clients }) =>
      words`Volume ${volume} is also attached by ${clients}: leaving legs out starts a new epoch. Detach or force-detach it there first.`,
    { volume: orders, clients: [c1] },
  ),
  'writes-would-be-lost': error(
    'not-possible',
    { legs: messages },
    ({ legs }) =>
      words`Without ${all(legs)} no leg of the mirror set is in sync: the last writes would be lost. Wait for these targets, or accept the loss too (acceptLoss).`,
    { legs: [legOn0] },
  ),
  'writes-may-be-lost': error(
    'not-possible',
    { client: node, legs: messages },
    ({ client, legs }) =>
      words`${client} has not reported that it released the volume before its legs were fenced: since its last report it may have written to ${all(legs)} alone, and these writes would be lost. Wait for these targets, or accept the loss too (acceptLoss).`,
    { client: c1, legs: [legOn0] },
  ),
};
