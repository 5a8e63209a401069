import type { Operation } from '../../operations.js';
import { limitActions } from '../cgroup/limit-actions.js';
import { dmActions } from '../dm/dm-actions.js';
import { fabricsActions } from '../fabrics/fabrics-actions.js';
import { lvmActions } from '../lvm/lvm-actions.js';
import { mdActions } from '../md/md-actions.js';
import { nvmetActions } from '../nvmet/nvmet-actions.js';
import type { Action } from '../run/action.js';
import type { Surroundings } from '../run/host-snapshot.js';

/** Pure: the actions that carry out one operation, in order. */
export function actionsFor(operation: Operation, around: Surroundings): Action[] {
  switch (operation.op) {
    case 'connect':
    case 'set-controller-keys':
    case 'set-fast-io-fail':
    case 'set-io-policy':
    case 'probe-controller':
    case 'refuse-sending':
    case 'abort-connections':
    case 'forget-neighbour':
    case 'disconnect':
      return fabricsActions(operation);
    case 'create-array':
    case 'assemble-array':
    case 'zero-superblock':
    case 'stop-array':
    case 'rename-array':
    case 'fail-member':
    case 'fail-gone-member':
    case 'remove-member':
    case 're-add-member':
    case 'add-member':
    case 'replace-member':
    case 'set-bitmap-delay':
    case 'resync-recent-writes':
    case 'flush-member':
    case 'set-sync-speed':
    case 'grow-array':
    case 'start-check':
    case 'stop-check':
      return mdActions(operation);
    case 'set-io-limits':
      return limitActions(operation);
    default:
      return deviceActions(operation, around);
  }
}

type DeviceOperation = Parameters<typeof lvmActions>[0] | Parameters<typeof nvmetActions>[0] | Parameters<typeof dmActions>[0];

function deviceActions(operation: DeviceOperation, around: Surroundings): Action[] {
  switch (operation.op) {
    case 'create-volume-group':
    case 'remove-volume-group':
    case 'wipe-drive':
    case 'sanitize-drive':
    case 'check-sanitized':
    case 'create-logical-volume':
    case 'activate-logical-volume':
    case 'reactivate-logical-volume':
    case 'wipe-logical-volume':
    case 'format-integrity':
    case 'merge-logical-volume':
    case 'settle-logical-volume':
    case 'label-logical-volume':
    case 'record-thin':
    case 'extend-pool-volume':
    case 'mark-write-back':
    case 'zero-cache-metadata':
    case 'remove-logical-volume':
      return lvmActions(operation, around.udev);
    case 'set-host-keys':
    case 'set-tls-key':
    case 'forget-tls-keys':
    case 'create-subsystem':
    case 'create-namespace':
    case 'enable-namespace':
    case 'revalidate-namespace':
    case 'link-port':
    case 'disallow-host':
    case 'unlink-port':
    case 'disable-namespace':
    case 'remove-namespace':
    case 'check-drained':
    case 'check-foreign-host':
    case 'remove-subsystem':
      return nvmetActions(operation, around);
    default:
      return dmActions(operation, around);
  }
}
