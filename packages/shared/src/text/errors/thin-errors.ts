import { orders } from '../examples.js';
import { oneOf, texts, volume } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';
import { all } from './phrases.js';

/* Errors of thin volumes and their pools. */
export const thinErrors = {
  'cache-on-thin': error(
    'invalid-field',
    {},
    () => words`A thin volume has no cache: Weft cannot put a cache on a thin leg yet. Leave out the cache, or choose provisioning thick.`,
    {},
  ),
  'servers-without-thin': error(
    'wrong-state',
    { servers: texts },
    ({ servers }) =>
      words`Servers of an earlier version are online: ${all(servers)}. They would reserve the whole size of thin legs, and forget their pools. Upgrade them first.`,
    { servers: ['weft2:4000'] },
  ),
};

/* Errors of volumes with checksums (dm-integrity). */
export const integrityErrors = {
  'integrity-needs-mirror': error(
    'invalid-field',
    { protection: oneOf('concatenated', 'raid0', 'raid1', 'raid10') },
    ({ protection }) =>
      words`Protection ${protection} keeps one copy: wrong bytes would be found, and nothing could repair them. Choose raid1 or raid10, or integrity none.`,
    { protection: 'raid0' },
  ),
  'integrity-on-thin': error(
    'invalid-field',
    {},
    () =>
      words`A thin volume has no checksums: Weft cannot put dm-integrity on a thin leg yet. Choose integrity none, or provisioning thick.`,
    {},
  ),
  'cache-on-integrity': error(
    'invalid-field',
    {},
    () =>
      words`A volume with checksums has no cache: Weft cannot put a cache on dm-integrity yet. Leave out the cache, or choose integrity none.`,
    {},
  ),
  'integrity-fixed-size': error(
    'not-possible',
    { volume },
    ({ volume }) => words`Volume ${volume} lies on dm-integrity and keeps its size. Create a larger volume and copy the data.`,
    { volume: orders },
  ),
  'servers-without-integrity': error(
    'wrong-state',
    { servers: texts },
    ({ servers }) =>
      words`Servers of an earlier version are online: ${all(servers)}. They would order the legs of this volume without checksums. Upgrade them first.`,
    { servers: ['weft2:4000'] },
  ),
};
