import { formatBytes } from '../../../units.js';
import { entry } from '../../entry.js';
import { t1 } from '../../examples.js';
import { bytes, count, node, texts, word } from '../../field.js';
import { words } from '../../words.js';

/* Steps of deployments, in the order in which they run, and why a step cannot be taken. */
const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

export const deploymentStepMessages = {
  'deployment-networks': entry(
    { networks: texts },
    { message: ({ networks }) => words`add the storage networks ${networks}`, example: { networks: ['storage-1 (10.0.1.0/24)'] } },
  ),
  'deployment-labels': entry(
    { node, labels: texts },
    { message: ({ node, labels }) => words`set the labels of ${node}: ${labels}`, example: { node: t1, labels: ['rack=r1'] } },
  ),
  'deployment-take': entry(
    { node, drives: count, bytes },
    {
      message: ({ node, drives, bytes }) => words`take ${counted(drives, 'drive')} of ${node} (${formatBytes(bytes)}), if still blank`,
      example: { node: t1, drives: 2, bytes: 2 ** 41 },
    },
  ),
  'deployment-class': entry(
    { driveClass: word },
    { message: ({ driveClass }) => words`create the drive class ${driveClass}`, example: { driveClass: 'fast' } },
  ),
  'deployment-volume': entry(
    { volume: word, bytes, protection: word, failureDomain: word },
    {
      message: ({ volume, bytes, protection, failureDomain }) =>
        words`create the volume ${volume}: ${formatBytes(bytes)}, ${protection}, failure domain ${failureDomain}`,
      example: { volume: 'data-c1', bytes: 2 ** 40, protection: 'raid10', failureDomain: 'node' },
    },
  ),
  'deployment-attach': entry(
    { volume: word, node, transport: word },
    {
      message: ({ volume, node, transport }) => words`attach ${volume} to ${node} over ${transport}`,
      example: { volume: 'data-c1', node: t1, transport: 'rdma' },
    },
  ),
  'deployment-node-unknown': entry(
    { node: word },
    {
      message: ({ node }) => words`no node is named ${node}; enroll it under this name, or change the document`,
      example: { node: 't9' },
    },
  ),
  'deployment-node-offline': entry(
    { node },
    { message: ({ node }) => words`${node} is not connected; start its agent (systemctl status weft-agent)`, example: { node: t1 } },
  ),
  'deployment-drives-missing': entry(
    { node, model: word, bytes, wanted: count, found: count },
    {
      message: ({ node, model, bytes, wanted, found }) =>
        words`${node} has ${counted(found, 'blank or taken drive')} of model ${model} with ${formatBytes(bytes)} (${bytes} bytes), and the document has ${wanted}`,
      example: { node: t1, model: 'MZWLR3T8HBLS', bytes: 2 ** 41, wanted: 4, found: 3 },
    },
  ),
  'deployment-serial-missing': entry(
    { node, serial: word },
    { message: ({ node, serial }) => words`${node} reports no drive ${serial}`, example: { node: t1, serial: 'S64GNE0R' } },
  ),
  'deployment-class-empty': entry(
    { driveClass: word },
    {
      message: ({ driveClass }) => words`the list of drive class ${driveClass} is empty; give it serials or a selector`,
      example: { driveClass: 'fast' },
    },
  ),
  'deployment-drive-not-blank': entry(
    { node, serial: word, state: word },
    {
      message: ({ node, serial, state }) =>
        words`drive ${serial} of ${node} is ${state}, and only a blank drive is taken; wipe it on its own page if its contents may go`,
      example: { node: t1, serial: 'S64GNE0R', state: 'occupied' },
    },
  ),
  'deployment-drive-differs': entry(
    { node, serial: word, model: word },
    {
      message: ({ node, serial, model }) =>
        words`drive ${serial} of ${node} is of model ${model}, or of another size than the document has`,
      example: { node: t1, serial: 'S64GNE0R', model: 'MZWLR3T8HBLS' },
    },
  ),
  'deployment-role-missing': entry(
    { node: word, role: word, use: word },
    {
      message: ({ node, role, use }) => words`${node} does not have the role ${role} in the document; ${use} needs it`,
      example: { node: 'c1', role: 'client', use: 'the attachment of data-c1' },
    },
  ),
  'deployment-name-twice': entry(
    { kind: word, name: word },
    { message: ({ kind, name }) => words`the document has the ${kind} ${name} twice`, example: { kind: 'volume', name: 'data-c1' } },
  ),
  'deployment-reference-unknown': entry(
    { by: word, kind: word, name: word },
    {
      message: ({ by, kind, name }) => words`${by} names the ${kind} ${name}, which neither the document nor the cluster has`,
      example: { by: 'volume data-c1', kind: 'drive class', name: 'fast' },
    },
  ),
  'deployment-conflict': entry(
    { kind: word, name: word },
    {
      message: ({ kind, name }) => words`the ${kind} ${name} exists with other properties, and a deployment does not change it`,
      example: { kind: 'volume', name: 'data-c1' },
    },
  ),
  'deployment-does-not-fit': entry(
    { volume: word, reason: word },
    {
      message: ({ volume, reason }) => words`volume ${volume} does not fit: ${reason}`,
      example: { volume: 'data-c1', reason: 'Class fast has 1 failure domain, raid10 needs 2.' },
    },
  ),
  'deployment-no-network': entry(
    { volume: word, node },
    {
      message: ({ volume, node }) => words`${node} has no address on a storage network, so volume ${volume} cannot be attached there`,
      example: { volume: 'data-c1', node: t1 },
    },
  ),
  'deployment-step-late': entry(
    { minutes: count },
    {
      message: ({ minutes }) =>
        words`the step has not ended within ${minutes} min; its jobs name what they wait for. Resume when they have ended`,
      example: { minutes: 60 },
    },
  ),
  'deployment-object-gone': entry(
    { name: word },
    { message: ({ name }) => words`${name} was removed meanwhile. Resume to make it again`, example: { name: 'volume data-c1' } },
  ),
  'deployment-stopped': entry({ user: word }, { message: ({ user }) => words`${user} stopped it`, example: { user: 'vera' } }),
  'deployment-volume-attached': entry(
    { volume: word },
    {
      message: ({ volume }) =>
        words`volume ${volume} was attached and may hold data; if it may go, detach and delete the volume, then undo the rest`,
      example: { volume: 'data-c1' },
    },
  ),
  'deployment-drive-used': entry(
    { serial: word, volumes: texts },
    {
      message: ({ serial, volumes }) => words`drive ${serial} holds legs of ${volumes}`,
      example: { serial: 'S64GNE0R', volumes: ['orders'] },
    },
  ),
  'deployment-class-used': entry(
    { driveClass: word, volumes: texts },
    {
      message: ({ driveClass, volumes }) => words`drive class ${driveClass} has the volumes ${volumes}`,
      example: { driveClass: 'fast', volumes: ['orders'] },
    },
  ),
};
