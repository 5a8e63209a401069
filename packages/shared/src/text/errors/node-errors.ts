import { maintenanceMessages } from '../catalogue/maintenance-messages.js';
import { t1 } from '../examples.js';
import { count, node, texts, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Errors of nodes, their maintenance, their credentials and their history. */
export const nodeErrors = {
  'node-not-found': error('not-found', { id: word }, ({ id }) => words`There is no node ${id}.`, { id: 'ID' }),
  'node-has-no-keys': error(
    'wrong-state',
    { node },
    ({ node }) =>
      words`Node ${node} has no authentication keys: it authenticates no client and no target. Keys are made with an attachment.`,
    { node: t1 },
  ),
  'nic-not-found': error('not-found', { node, nic: word }, ({ node, nic }) => words`Node ${node} has no NIC ${nic}.`, {
    node: t1,
    nic: 'eth7',
  }),
  'storage-network-not-found': error(
    'not-found',
    { storageNetwork: word, known: texts },
    ({ storageNetwork, known }) =>
      words`There is no storage network ${storageNetwork}: the settings name ${known.length > 0 ? known.join(', ') : 'none'}.`,
    { storageNetwork: 'green', known: ['blue'] },
  ),
  'node-name-taken': error(
    'name-taken',
    { nodeName: word },
    ({ nodeName }) =>
      words`There is a node ${nodeName} already. Choose another name, or remove that node first; the token can still be used.`,
    { nodeName: 't1' },
  ),
  'node-name-not-repeated': error(
    'invalid-field',
    { node, sentName: word },
    ({ node, sentName }) =>
      words`The node's name is ${node}, not "${sentName}": nothing was changed. Repeat the name of the node that you mean.`,
    { node: t1, sentName: 't2' },
  ),
  'node-not-empty': error(
    'in-use',
    { node, volumes: texts, attachments: texts, drives: texts },
    ({ node, volumes, attachments, drives }) =>
      words`Node ${node} cannot be removed: ${[
        ...(volumes.length > 0 ? [`it holds legs of ${volumes.join(', ')} (delete or move these volumes)`] : []),
        ...(attachments.length > 0 ? [`it takes part in the attachments ${attachments.join(', ')} (detach them)`] : []),
        ...(drives.length > 0 ? [`it has drives in service: ${drives.join(', ')} (release them)`] : []),
      ].join('; ')}.`,
    { node: t1, volumes: ['orders'], attachments: ['orders on c1'], drives: ['S64GNE0R'] },
  ),
  'agent-not-connected': error(
    'wrong-state',
    { node },
    ({ node }) =>
      words`The agent of ${node} is not connected, so it cannot store a new credential. Start it and try again; if its credential is in wrong hands, revoke it.`,
    { node: t1 },
  ),
  'credential-has-two-holders': error(
    'wrong-state',
    { node },
    ({ node }) =>
      words`Two agents hold the credential of ${node}, and a rotation would give the new one to the connected agent, whichever that is. Revoke the credential, and enroll the right machine again.`,
    { node: t1 },
  ),
  'agent-protocol-unsupported': error(
    'not-possible',
    { protocol: count, serverVersion: word, serverProtocol: count },
    ({ protocol, serverVersion, serverProtocol }) =>
      words`The agent speaks protocol ${protocol}; weft-server ${serverVersion} speaks ${serverProtocol} and the one before. Install an agent of the server's version.`,
    { protocol: 1, serverVersion: '0.1.0', serverProtocol: 3 },
  ),
  'enrollment-token-invalid': error(
    'unauthenticated',
    {},
    () => words`This enrollment token is unknown, was used or has expired. Issue a new one.`,
    {},
  ),
  'node-needed': { errorCode: 'maintenance-unsafe' as const, ...maintenanceMessages['node-needed'] },
  'maintenance-not-in-force': error(
    'wrong-state',
    { node },
    ({ node }) => words`Node ${node} is not in maintenance: there is nothing to end.`,
    { node: t1 },
  ),
  'maintenance-force-forbidden': error(
    'forbidden',
    {},
    () => words`Only administrators may force a maintenance: volumes may stand still or lose data with it.`,
    {},
  ),
  'history-not-in-doubt': error(
    'wrong-state',
    { doubtId: word },
    ({ doubtId }) => words`${doubtId} is not in doubt, or not any more: nothing was accepted. Look again at GET /api/v1/history.`,
    { doubtId: 'ID' },
  ),
};
