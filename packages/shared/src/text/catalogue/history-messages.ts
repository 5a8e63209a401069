import { entry } from '../entry.js';
import { c1, drive0, leg0, orders, t1 } from '../examples.js';
import { count, drive, messages, node, volume, volumes, word } from '../field.js';
import { listed, words } from '../words.js';

/* What a node does after an administrator has accepted this database's history for it, or the loss of its ledger. */
export const historyMessages = {
  'node-follows-database': entry(
    { node },
    {
      message: ({ node }) => words`${node} follows this database from then on, and discards the orders of the other history.`,
      example: { node: t1 },
    },
  ),
  'node-exports-legs': entry(
    { node, volume, hostNqn: word },
    {
      message: ({ node, volume, hostNqn }) =>
        words`${node} exports its legs of ${volume} to host ${hostNqn}. If another host has had the volume since the backup, the writes of both hosts are lost or mixed.`,
      example: { node: t1, volume: orders, hostNqn: 'nqn.2014-08.org.nvmexpress:uuid:ID' },
    },
  ),
  'node-attaches-volume': entry(
    { node, volume, mode: word },
    {
      message: ({ node, volume, mode }) => words`${node} attaches ${volume} (${mode}). If another client has it now, do not accept.`,
      example: { node: c1, volume: orders, mode: 'exclusive' },
    },
  ),
  'node-removes-objects': entry(
    { node, objects: messages },
    {
      message: ({ node, objects }) => words`${node} removes ${listed(objects, ', ')}.`,
      example: { node: t1, objects: [{ code: 'export-of-volume', params: { volume: orders } }] },
    },
  ),
  'export-of-volume': entry({ volume }, { message: ({ volume }) => words`the export of ${volume}`, example: { volume: orders } }),
  'attachment-of-volume': entry({ volume }, { message: ({ volume }) => words`the attachment of ${volume}`, example: { volume: orders } }),
  'leg-with-data': entry({ legId: word }, { message: ({ legId }) => words`leg ${legId}, with its data`, example: { legId: leg0.id } }),
  'node-erases-drive': entry(
    { node, drive },
    {
      message: ({ node, drive }) => words`${node} erases drive ${drive}, if it has not done so on the same order.`,
      example: { node: t1, drive: drive0 },
    },
  ),
  /** `orphans`: those that the node reports now. */
  'others-become-orphans': entry(
    { node, orphans: count },
    {
      message: ({ node, orphans }) =>
        words`What runs on ${node} and is not in this database becomes an orphan: it is listed and not touched${orphans > 0 ? ` (${orphans} now)` : ''}.`,
      example: { node: t1, orphans: 2 },
    },
  ),
  'object-of-node': entry(
    { objectKind: word, objectId: word },
    { message: ({ objectKind, objectId }) => words`${objectKind} ${objectId}`, example: { objectKind: 'leg', objectId: leg0.id } },
  ),
  'differences-unknown': entry(
    { node },
    {
      message: ({ node }) =>
        words`What ${node} has and this database does not list is unknown until it sends a full report. Wait for it before you accept.`,
      example: { node: t1 },
    },
  ),
  'node-only-objects': entry(
    { node, objects: messages },
    {
      message: ({ node, objects }) =>
        words`Only ${node} has ${listed(objects, ', ')}. After an acceptance these objects are orphans: listed and not touched. To keep them in Weft, do not accept, and restore a newer backup; or accept, and adopt the volumes afterwards (weft-server adopt, docs/operating.md).`,
      example: { node: t1, objects: [{ code: 'object-of-node', params: { objectKind: 'leg', objectId: leg0.id } }] },
    },
  ),
  'database-only-legs': entry(
    { node, objects: messages },
    {
      message: ({ node, objects }) =>
        words`Only this database has ${listed(objects, ', ')}. ${node} reports these legs lost and does not make them again, because they may have held data.`,
      example: { node: t1, objects: [{ code: 'object-of-node', params: { objectKind: 'leg', objectId: leg0.id } }] },
    },
  ),
  'database-only-new-legs': entry(
    { node, objects: messages },
    {
      message: ({ node, objects }) =>
        words`Only this database has ${listed(objects, ', ')}, never ready so far. ${node} makes these legs and fills them with zeros.`,
      example: { node: t1, objects: [{ code: 'object-of-node', params: { objectKind: 'leg', objectId: leg0.id } }] },
    },
  ),
  'database-only-objects': entry(
    { node, objects: messages },
    {
      message: ({ node, objects }) =>
        words`Only this database has ${listed(objects, ', ')}. ${node} makes what is missing. If another node has the volume now, do not accept.`,
      example: { node: t1, objects: [{ code: 'export-of-volume', params: { volume: orders } }] },
    },
  ),
  'differences-not-listed': entry(
    { node, nodeOnly: count, databaseOnly: count },
    {
      message: ({ node, nodeOnly, databaseOnly }) =>
        words`${nodeOnly} more objects of ${node} alone and ${databaseOnly} more of this database alone are not listed here. With so many differences, look for a newer backup before you accept.`,
      example: { node: t1, nodeOnly: 37, databaseOnly: 0 },
    },
  ),
  'node-makes-legs': entry(
    { node, legs: count },
    {
      message: ({ node, legs }) =>
        words`${node} makes and wipes legs of its assignment (${legs}) that are not there or were not wiped in full. A leg that held data and was removed behind Weft's back comes back empty.`,
      example: { node: t1, legs: 3 },
    },
  ),
  'node-creates-arrays': entry(
    { node, volumes },
    {
      message: ({ node, volumes }) => words`${node} creates the arrays of ${volumes}, which were never reported as created.`,
      example: { node: c1, volumes: [orders] },
    },
  ),
  'open-wipes-lapse': entry(
    {},
    { message: () => words`Orders to erase a drive that are open now are not carried out: order them again.`, example: {} },
  ),
};
