import { KiB } from '@weft/shared/units';
import type { Operation } from '../../operations.js';
import type { Action, Fact } from '../run/action.js';
import { below } from '../run/paths.js';
import { checkActions } from './md-check.js';

const MDADM_SECONDS = 120;
const READ_SECONDS = 10;
/** The longest that a detach waits for the flush of one leg. */
const FLUSH_SECONDS = 10;

export type MemberOperation = Extract<
  Operation,
  {
    op:
      | 'fail-member'
      | 'fail-gone-member'
      | 'remove-member'
      | 're-add-member'
      | 'add-member'
      | 'replace-member'
      | 'set-bitmap-delay'
      | 'resync-recent-writes'
      | 'flush-member'
      | 'set-sync-speed'
      | 'grow-array'
      | 'start-check'
      | 'stop-check';
  }
>;

function failActions({ op, array, member }: Extract<MemberOperation, { op: 'fail-member' | 'fail-gone-member' }>): Action[] {
  const path = below('/sys/block', array, 'md', `dev-${member}`);
  const state = { do: 'write' as const, path: `${path}/state`, value: 'faulty', blocking: true, seconds: 30 };
  const fails: Action = { ...state, unless: { fact: 'absent', path } };
  const gone: Action = { do: 'check', fact: { fact: 'absent', path: below('/sys/block', member) } };
  return op === 'fail-gone-member' ? [gone, fails] : [fails];
}

function flushActions({ array, device, orFail }: Extract<MemberOperation, { op: 'flush-member' }>): Action[] {
  const state = below('/sys/block', array, 'md', `dev-${device.replace('/dev/', '')}`, 'state');
  return [
    { do: 'check', fact: { fact: 'array-member', array, device } },
    { do: 'flush', device, orFail: orFail ? state : null, seconds: FLUSH_SECONDS },
  ];
}

/** Changes to a running array (mdadm(8), MANAGE MODE; Documentation/admin-guide/md.rst). */
export function memberActions(operation: MemberOperation): Action[] {
  const { array, uuid } = operation;
  const md = below('/sys/block', array, 'md');
  const is: Action = { do: 'check', fact: { fact: 'array-is', device: array, uuid } };
  const manage = (...argv: string[]) => ({
    do: 'exec' as const,
    argv: ['mdadm', '--manage', below('/dev', array), ...argv],
    seconds: MDADM_SECONDS,
  });
  switch (operation.op) {
    case 'fail-gone-member':
    case 'fail-member':
      return [is, ...failActions(operation)];
    case 'remove-member': {
      // By its name in sysfs: mdadm needs the device node, which may no longer exist or may be another device by now.
      const path = below('/sys/block', array, 'md', `dev-${operation.member}`);
      const gone = { fact: 'absent', path } as const;
      return [
        is,
        { do: 'write', path: `${path}/state`, value: 'remove', blocking: true, always: true, seconds: 30, unless: gone },
        { do: 'check', fact: gone, waitSeconds: 10 },
      ];
    }
    case 're-add-member': {
      const member = memberFact(array, operation.device);
      return [is, { ...manage('--re-add', operation.device), unless: member }, { do: 'check', fact: member, waitSeconds: 10 }];
    }
    case 'add-member': {
      // --add would re-add a leg that has a superblock; --add-spare never does.
      const { device } = operation;
      const member = memberFact(array, device);
      return [
        is,
        { do: 'check', fact: { fact: 'no-superblock', device }, unless: member },
        { ...manage('--add-spare', device), unless: member },
        { do: 'check', fact: member, waitSeconds: 10 },
      ];
    }
    case 'replace-member': {
      const { device, old } = operation;
      const member = memberFact(array, device);
      const placed = { ...member, fact: 'array-member-placed' } as const;
      return [
        is,
        { do: 'check', fact: { fact: 'no-superblock', device }, unless: member },
        { ...manage('--add-spare', device), unless: member },
        { ...manage('--replace', below('/dev', old), '--with', device), unless: placed },
        { do: 'check', fact: placed, waitSeconds: 10 },
      ];
    }
    case 'set-bitmap-delay':
      return [is, { do: 'write', path: `${md}/bitmap/time_base`, value: String(operation.seconds) }];
    case 'resync-recent-writes':
      return [is, { do: 'keep-marks', array, uuid, device: operation.device, seconds: READ_SECONDS }];
    case 'flush-member':
      return [is, ...flushActions(operation)];
    case 'set-sync-speed':
      return [is, ...speedActions(md, operation)];
    case 'start-check':
    case 'stop-check':
      return [is, ...checkActions(md, operation)];
    case 'grow-array': {
      const grown: Fact = { fact: 'array-size', device: array, sizeBytes: operation.sizeBytes };
      return [
        is,
        {
          do: 'exec',
          // The new space was zeroed on all legs before the array could see it: nothing to resync.
          argv: ['mdadm', '--grow', below('/dev', array), '--size=max', '--assume-clean'],
          seconds: MDADM_SECONDS,
          unless: grown,
        },
        { do: 'check', fact: grown, waitSeconds: 10 },
      ];
    }
  }
}

const memberFact = (array: string, device: string) => ({ fact: 'array-member', array, device }) as const;

function speedActions(md: string, { minBytesPerSecond, maxBytesPerSecond }: Extract<MemberOperation, { op: 'set-sync-speed' }>): Action[] {
  const speed = (name: string, bytesPerSecond: number): Action => ({
    do: 'write',
    path: `${md}/${name}`,
    value: String(Math.round(bytesPerSecond / KiB)),
  });
  return [speed('sync_speed_max', maxBytesPerSecond), speed('sync_speed_min', minBytesPerSecond)];
}
