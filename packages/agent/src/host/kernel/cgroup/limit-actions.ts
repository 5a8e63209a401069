import type { Operation } from '../../operations.js';
import type { Action } from '../run/action.js';
import { below } from '../run/paths.js';
import { CGROUP } from './observe-limits.js';

/**
 * A slice has `io.max` only while the root hands the controller `io` down. The agent never takes it back: another program may rely on it. A slice that has
 * disappeared since the plan needs no limits.
 */
export function limitActions({ name, slices, limits }: Extract<Operation, { op: 'set-io-limits' }>): Action[] {
  return slices.flatMap((slice): Action[] => [
    {
      do: 'write',
      path: `${CGROUP}/cgroup.subtree_control`,
      value: '+io',
      when: { fact: 'absent', path: below(CGROUP, slice, 'io.max') },
    },
    { do: 'limit-io', name, slice, limits },
    { do: 'check', fact: { fact: 'io-limits', name, slice, limits } },
  ]);
}
