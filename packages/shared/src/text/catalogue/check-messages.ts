import { entry } from '../entry.js';
import { c1, drive0, ids, leg0, orders, t1 } from '../examples.js';
import { bytes, count, drive, leg, moment, node, nodes, texts, volume, word } from '../field.js';
import { at, listed, words } from '../words.js';

const restore = () => words`Create no volumes. Restore the database from a backup, or ask for help with the output of this command.`;
const lookAtVolume = () =>
  words`Look at the volume's page: its conditions say what would help. Do not delete it before its data is copied.`;

const distrust = () =>
  words`Compare with what syslog, exports and backups have of that time: somebody with access to the database may have changed its audit.`;

/* What `weft-server audit verify` finds. */
export const auditChainMessages = {
  'audit-link-missing': entry(
    { sequence: count },
    {
      message: ({ sequence }) => words`Link ${sequence} of the audit's hash chain is missing.`,
      unblockedBy: distrust,
      example: { sequence: 41 },
    },
  ),
  'audit-link-changed': entry(
    { sequence: count },
    {
      message: ({ sequence }) =>
        words`Link ${sequence} of the audit's hash chain is not the one that was written after link ${sequence - 1}.`,
      unblockedBy: distrust,
      example: { sequence: 41 },
    },
  ),
  'audit-entry-missing': entry(
    { id: word, sequence: count },
    {
      message: ({ id, sequence }) => words`Audit entry ${id} was removed: link ${sequence} has it.`,
      unblockedBy: distrust,
      example: { id: ids.other, sequence: 41 },
    },
  ),
  'audit-entry-changed': entry(
    { id: word, sequence: count },
    {
      message: ({ id, sequence }) => words`Audit entry ${id} was changed after link ${sequence} was written.`,
      unblockedBy: distrust,
      example: { id: ids.other, sequence: 41 },
    },
  ),
  'audit-entry-unsealed': entry(
    { id: word, since: moment },
    {
      message: ({ id, since }) => words`Audit entry ${id} of ${at(since)} is in no link of the hash chain.`,
      unblockedBy: () =>
        words`If servers run, it was stored more than 15 minutes after its time, or added by hand. If none runs, start one and look again.`,
      example: { id: ids.other, since: '2026-11-28T12:00:00.000Z' },
    },
  ),
  'audit-head-missing': entry(
    { sequence: count, last: count },
    {
      message: ({ sequence, last }) => words`The audit's hash chain ends with link ${last}; a server logged link ${sequence}.`,
      unblockedBy: () =>
        words`A restored database has no link that is newer than its backup. Without a restore, somebody removed the newest links.`,
      example: { sequence: 41, last: 40 },
    },
  ),
  'audit-head-pruned': entry(
    { sequence: count, first: count },
    {
      message: ({ sequence, first }) =>
        words`A server logged link ${sequence}, which cannot be compared any more: the setting auditKeptDays has removed the links before ${first}.`,
      unblockedBy: () => words`Give a newer head.`,
      example: { sequence: 41, first: 60 },
    },
  ),
  'audit-head-other': entry(
    { sequence: count },
    {
      message: ({ sequence }) => words`Link ${sequence} of the audit's hash chain has another hash than the one that a server logged.`,
      unblockedBy: distrust,
      example: { sequence: 41 },
    },
  ),
};

/* What `weft-server check` finds in the database, or between the database and the last reports of the nodes. */
export const checkMessages = {
  'check-schema-older': entry(
    { found: count, known: count },
    {
      message: ({ found, known }) => words`The database has schema ${found}; this version needs ${known}.`,
      unblockedBy: () => words`Run weft-server migrate, or start the server, which does the same.`,
      example: { found: 14, known: 17 },
    },
  ),
  'check-leg-drive-unknown': entry(
    { leg, volume, drive, node },
    {
      message: ({ leg, volume, drive, node }) =>
        words`Leg ${leg} of volume ${volume} is on drive ${drive} of ${node}, which is not in the database.`,
      unblockedBy: restore,
      example: { leg: leg0, volume: orders, drive: drive0, node: t1 },
    },
  ),
  'check-reference-unknown': entry(
    { object: word, field: word, id: word },
    {
      message: ({ object, field, id }) => words`${object}: its ${field} is ${id}, which is not in the database.`,
      unblockedBy: restore,
      example: { object: 'volume orders', field: 'drive class', id: ids.other },
    },
  ),
  'check-id-shared': entry(
    { what: word, id: word, owners: texts },
    {
      message: ({ what, id, owners }) => words`${what} ${id} occurs more than once: ${listed(owners)}.`,
      unblockedBy: () => words`Attach none of these. Restore the database from a backup, or ask for help with the output of this command.`,
      example: { what: 'host id', id: ids.other, owners: ['node c1', 'node c2'] },
    },
  ),
  'check-service-id-shared': entry(
    { serviceId: count, node, first: volume, second: volume },
    {
      message: ({ serviceId, node, first, second }) => words`Service id ${serviceId} of ${node} is used by ${first} and by ${second}.`,
      unblockedBy: ({ second }) => words`Detach ${second} and attach it again.`,
      example: { serviceId: 4420, node: t1, first: orders, second: { ...orders, name: 'logs' } },
    },
  ),
  'check-allocated-differs': entry(
    { drive, node, recordedBytes: bytes, legBytes: bytes },
    {
      message: ({ drive, node, recordedBytes, legBytes }) =>
        words`Drive ${drive} of ${node}: ${recordedBytes} bytes are recorded as allocated, its legs use ${legBytes}.`,
      unblockedBy: () => words`Create no volumes before it is mended (weft-server check --repair).`,
      example: { drive: drive0, node: t1, recordedBytes: 4_194_304, legBytes: 8_388_608 },
    },
  ),
  'check-drive-overbooked': entry(
    { drive, node, legBytes: bytes, capacityBytes: bytes },
    {
      message: ({ drive, node, legBytes, capacityBytes }) =>
        words`Drive ${drive} of ${node}: its legs use ${legBytes} bytes, its capacity is ${capacityBytes}.`,
      unblockedBy: restore,
      example: { drive: drive0, node: t1, legBytes: 8_388_608, capacityBytes: 4_194_304 },
    },
  ),
  'check-generation-ahead': entry(
    { node, acceptedGeneration: count, generation: count },
    {
      message: ({ node, acceptedGeneration, generation }) =>
        words`${node} has accepted generation ${acceptedGeneration} of its assignment; this database has generation ${generation}.`,
      unblockedBy: () =>
        words`The database is older than the node, or another one. Look at GET /api/v1/history once its agent has connected, before anything is accepted.`,
      example: { node: t1, acceptedGeneration: 41, generation: 37 },
    },
  ),
  'check-order-ahead': entry(
    { object: word, node, orderGeneration: count, generation: count },
    {
      message: ({ object, node, orderGeneration, generation }) =>
        words`${object}: its last order has generation ${orderGeneration}, the assignment of ${node} has ${generation}, so no report completes it.`,
      unblockedBy: restore,
      example: { object: 'leg 0 of volume orders', node: t1, orderGeneration: 41, generation: 37 },
    },
  ),
  'check-node-in-doubt': entry(
    { nodes },
    {
      message: ({ nodes }) => words`The history of these nodes is in doubt, so nothing is compared with them: ${listed(nodes)}.`,
      unblockedBy: () => words`GET /api/v1/history lists the differences of each, and what an acceptance does.`,
      example: { nodes: [t1] },
    },
  ),
  'check-nodes-not-compared': entry(
    { nodes },
    {
      message: ({ nodes }) => words`No report of these nodes is current, so nothing is compared with them: ${listed(nodes)}.`,
      unblockedBy: () => words`Start a server and their agents, and run weft-server check again.`,
      example: { nodes: [c1] },
    },
  ),
  'check-objects-not-compared': entry(
    { node, objects: count },
    {
      message: ({ node, objects }) =>
        words`${node} did not read ${objects} of the objects that it was ordered to have, or has not reported them since their last order: they are not compared.`,
      unblockedBy: () => words`Look at the conditions of the node and at its jobs, and run weft-server check again.`,
      example: { node: t1, objects: 2 },
    },
  ),
  'check-leg-absent': entry(
    { leg, volume, drive, node },
    {
      message: ({ leg, volume, drive, node }) => words`${node} does not have leg ${leg} of volume ${volume} on drive ${drive}.`,
      unblockedBy: lookAtVolume,
      example: { leg: leg0, volume: orders, drive: drive0, node: t1 },
    },
  ),
  'check-leg-size-differs': entry(
    { leg, volume, drive, node, bookedBytes: bytes, foundBytes: bytes },
    {
      message: ({ leg, volume, drive, node, bookedBytes, foundBytes }) =>
        words`Leg ${leg} of volume ${volume} on drive ${drive} of ${node} has ${foundBytes} bytes; ${bookedBytes} are booked.`,
      unblockedBy: lookAtVolume,
      example: { leg: leg0, volume: orders, drive: drive0, node: t1, bookedBytes: 8_388_608, foundBytes: 4_194_304 },
    },
  ),
  'check-drive-without-group': entry(
    { drive, node },
    {
      message: ({ drive, node }) => words`Drive ${drive} of ${node} is in service, and the node does not find its volume group.`,
      unblockedBy: () => words`Look at the drive's page and at vgs on the node. Do not wipe the drive while a volume has a leg there.`,
      example: { drive: drive0, node: t1 },
    },
  ),
  'check-drive-uses-more': entry(
    { drive, node, usedBytes: bytes, bookedBytes: bytes },
    {
      message: ({ drive, node, usedBytes, bookedBytes }) =>
        words`Drive ${drive} of ${node}: ${usedBytes} bytes of its volume group are used, ${bookedBytes} are booked.`,
      unblockedBy: () => words`Look for logical volumes that nobody lists among the orphans of the node.`,
      example: { drive: drive0, node: t1, usedBytes: 8_388_608, bookedBytes: 4_194_304 },
    },
  ),
  'check-export-absent': entry(
    { node, volume },
    {
      message: ({ node, volume }) => words`${node} does not export its legs of volume ${volume}, which is attached.`,
      unblockedBy: lookAtVolume,
      example: { node: t1, volume: orders },
    },
  ),
  'check-hosts-differ': entry(
    { node, volume, ordered: word, allowed: texts },
    {
      message: ({ node, volume, ordered, allowed }) =>
        words`${node} exports its legs of volume ${volume} to ${allowed.length === 0 ? 'no host' : listed(allowed)}; ordered is ${ordered}.`,
      unblockedBy: () => words`Find out who changed nvmet on the node. A second host that writes destroys the data.`,
      example: { node: t1, volume: orders, ordered: 'nqn.2014-08.org.nvmexpress:uuid:1', allowed: ['nqn.2014-08.org.nvmexpress:uuid:2'] },
    },
  ),
  'check-device-absent': entry(
    { node, volume },
    {
      message: ({ node, volume }) => words`Volume ${volume} is attached to ${node}, which does not have its device.`,
      unblockedBy: lookAtVolume,
      example: { node: c1, volume: orders },
    },
  ),
  'check-orphans': entry(
    { node, orphans: count },
    {
      message: ({ node, orphans }) =>
        words`${node} has ${orphans} ${orphans === 1 ? 'object' : 'objects'} of Weft that no assignment lists.`,
      unblockedBy: () => words`GET /api/v1/orphans lists each, with what it may hold and what can be done.`,
      example: { node: t1, orphans: 2 },
    },
  ),
  'check-left-of-node': entry(
    { nodeId: word, statuses: count },
    {
      message: ({ nodeId, statuses }) =>
        words`An assignment or reports (${statuses}) are stored of node ${nodeId}, which is not in the database.`,
      example: { nodeId: ids.other, statuses: 3 },
    },
  ),
  'check-lease-stale': entry(
    { lease: word, holder: word, expiresAt: moment },
    {
      message: ({ lease, holder, expiresAt }) =>
        words`Lease ${lease} is held until ${at(expiresAt)} by server ${holder}, which is not online.`,
      unblockedBy: () => words`Nobody does its work until then. Check the clocks of the MongoDB members.`,
      example: { lease: 'reconcile', holder: ids.other, expiresAt: '2026-11-27T09:00:00Z' },
    },
  ),
  'check-job-without-subject': entry(
    { job: word, kind: word, subject: word },
    {
      message: ({ job, kind, subject }) => words`Job ${job} (${kind}) is open, and its ${subject} is not in the database.`,
      unblockedBy: restore,
      example: { job: ids.other, kind: 'volume.create', subject: 'volume orders' },
    },
  ),
  /** Audit entry of `weft-server adopt`. */
  'volume-adopted': entry(
    { volume, legs: count },
    {
      message: ({ volume, legs }) => words`Volume ${volume}, which only its drives knew, was adopted with ${legs} legs.`,
      example: { volume: orders, legs: 2 },
    },
  ),
  'mend-allocated': entry(
    { drive },
    {
      message: ({ drive }) => words`Set the allocated bytes of drive ${drive} to the sum of its legs at that moment.`,
      example: { drive: drive0 },
    },
  ),
  'mend-left-of-node': entry(
    { nodeId: word },
    {
      message: ({ nodeId }) => words`Delete the assignment and the reports of node ${nodeId} from the database, if it is still not there.`,
      example: { nodeId: ids.other },
    },
  ),
  'mend-lease': entry(
    { lease: word },
    {
      message: ({ lease }) =>
        words`Let lease ${lease} expire now, if its holder is still offline. A server that had it can write nothing with it afterwards.`,
      example: { lease: 'reconcile' },
    },
  ),
};
