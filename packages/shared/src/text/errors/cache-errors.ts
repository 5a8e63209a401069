import { drive0, t1 } from '../examples.js';
import { drive, node, texts, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';
import { all } from './phrases.js';

/* Errors of caches and cache drives. */
export const cacheErrors = {
  'cache-size-unclear': error('invalid-field', {}, () => words`A cache has one size: set either bytesPerLeg or percentOfLeg.`, {}),
  'write-back-needs-mirror': error(
    'invalid-field',
    { protection: word },
    ({ protection }) =>
      words`A ${protection} volume has each byte once. With a write-back cache the loss of one cache drive loses its newest writes, and with them the volume. Choose write-through, or set acceptsLoss.`,
    { protection: 'raid0' },
  ),
  'node-without-caches': error(
    'not-possible',
    { node, drive },
    ({ node, drive }) =>
      words`Node ${node} cannot have caches: its kernel has no dm-cache, or its agent is of an earlier version. Take drive ${drive} for data, or upgrade the node.`,
    { node: t1, drive: drive0 },
  ),
  'servers-without-caches': error(
    'wrong-state',
    { servers: texts },
    ({ servers }) =>
      words`Servers of an earlier version are online: ${all(servers)}. They would place legs on cache drives. Upgrade them first.`,
    { servers: ['weft2:4000'] },
  ),
};
