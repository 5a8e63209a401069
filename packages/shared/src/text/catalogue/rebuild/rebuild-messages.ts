import { entry } from '../../entry.js';
import { count, texts, word } from '../../field.js';
import { words } from '../../words.js';

const LEFT_OUT = 'it is left out, and the orphans list its legs';

/* What a database that was made again from the nodes does not have, or has by inference (`weft-server rebuild`). */
export const rebuildMessages = {
  'rebuild-never-known': entry(
    {},
    {
      message: () =>
        words`Nodes do not know: users, settings of statistics and backups, labels of nodes (racks and zones among them), descriptions and labels of volumes, selectors of drive classes, cordons, maintenance, jobs, audit, statistics. Set again what is needed.`,
      example: {},
    },
  ),
  /** `node`: id, or name if one is known. */
  'rebuild-node-missing': entry(
    { node: word },
    {
      message: ({ node }) => words`Node ${node} is named by others, and its description is missing.`,
      unblockedBy: () => words`running weft-agent describe on it and giving its file`,
      example: { node: 'target-3' },
    },
  ),
  'rebuild-facts-lost': entry(
    { node: word },
    {
      message: ({ node }) => words`The ledger of node ${node} lost its facts: which legs it saw in sync is not known from it.`,
      example: { node: 'client-1' },
    },
  ),
  'rebuild-no-networks': entry(
    {},
    {
      message: () => words`No volume is exported, so the storage networks are not known: set them before the next attachment.`,
      example: {},
    },
  ),
  'rebuild-class-members': entry(
    { driveClass: word, drives: count },
    {
      message: ({ driveClass, drives }) =>
        words`Drive class ${driveClass} has the ${drives} drives that hold its legs as a list; its other drives and its selector are not known.`,
      example: { driveClass: 'fast', drives: 6 },
    },
  ),
  /** `reason`: of the legs. */
  'rebuild-volume-left-out': entry(
    { volume: word, reason: word },
    {
      message: ({ volume, reason }) => words`Volume ${volume}: ${reason}; ${LEFT_OUT}.`,
      example: { volume: 'orders', reason: 'leg 1 of 2 is missing' },
    },
  ),
  'rebuild-legs-unlabelled': entry(
    { node: word, legs: texts },
    {
      message: ({ node, legs }) =>
        words`Node ${node} has legs without a label, so their volumes are not known: ${legs.join(', ')}. The orphans list them.`,
      example: { node: 'target-1', legs: ['weft-…/leg-…'] },
    },
  ),
  'rebuild-leg-missing': entry(
    { volume: word, indexes: texts },
    {
      message: ({ volume, indexes }) =>
        words`Volume ${volume} lacks the legs with index ${indexes.join(', ')}; their mirror halves have the data, and a repair places new ones.`,
      example: { volume: 'orders', indexes: ['1'] },
    },
  ),
  'rebuild-in-sync-inferred': entry(
    { volume: word },
    {
      message: ({ volume }) =>
        words`Volume ${volume}: no ledger says which legs were in sync, so it is taken from the event counts in their superblocks.`,
      example: { volume: 'orders' },
    },
  ),
  'rebuild-growth-ended': entry(
    { volume: word },
    {
      message: ({ volume }) => words`Volume ${volume} was growing: it has its size from before. Grow it again.`,
      example: { volume: 'orders' },
    },
  ),
  'rebuild-key-missing': entry(
    { volume: word, keyId: word },
    {
      message: ({ volume, keyId }) =>
        words`Volume ${volume} is encrypted with key ${keyId}, which no node has stored. It cannot be attached before an administrator gives the exported key (POST /api/v1/volumes/ID/key-import).`,
      example: { volume: 'orders', keyId: '3f0d1c2b4a5968778695a4b3c2d1e0f0' },
    },
  ),
  'rebuild-assignment-differs': entry(
    { node: word, parts: texts },
    {
      message: ({ node, parts }) =>
        words`The new assignment of node ${node} differs from the one that it has, in: ${parts.join(', ')}. The acceptance of the node shows what that means.`,
      example: { node: 'target-1', parts: ['legs'] },
    },
  ),
};
