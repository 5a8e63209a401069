import { texts } from '../field.js';
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
