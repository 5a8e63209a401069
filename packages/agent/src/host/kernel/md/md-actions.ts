import { mdUuid } from '@weft/shared/identity';
import { KiB } from '@weft/shared/units';
import type { Operation } from '../../operations.js';
import type { Action, Fact } from '../run/action.js';
import { below } from '../run/paths.js';
import { type MemberOperation, memberActions } from './md-member-actions.js';

/** mdadm reads and writes one superblock per leg; a leg that waits for its target blocks it. */
const MDADM_SECONDS = 120;

/**
 * The system's mdadm.conf may set homehost, names or ignored arrays: Weft uses none of it (mdadm(8), --config).
 * The superblock's name must not contain a host name, because the array moves between clients.
 */
const OWN_CONFIG = ['--config=none', '--homehost=any'];

type MdOperation = Extract<
  Operation,
  { op: 'create-array' | 'assemble-array' | 'zero-superblock' | 'stop-array' | 'rename-array' | MemberOperation['op'] }
>;

export function mdActions(operation: MdOperation): Action[] {
  switch (operation.op) {
    case 'rename-array':
      return renameArray(operation);
    case 'create-array':
      return createArray(operation);
    case 'assemble-array':
      return assembleArray(operation);
    case 'zero-superblock': {
      const { device, uuid } = operation;
      return [
        { do: 'check', fact: { fact: 'superblock-absent-or', device, uuid } },
        {
          do: 'exec',
          argv: ['mdadm', '--zero-superblock', device],
          seconds: MDADM_SECONDS,
          unless: { fact: 'no-superblock', device },
        },
        { do: 'check', fact: { fact: 'no-superblock', device } },
      ];
    }
    case 'stop-array': {
      const stopped = { fact: 'array-stopped', device: operation.device, uuid: operation.uuid } as const;
      return [
        { do: 'check', fact: { fact: 'array-is', device: operation.device, uuid: operation.uuid }, unless: stopped },
        { do: 'exec', argv: ['mdadm', '--stop', below('/dev', operation.device)], seconds: MDADM_SECONDS, unless: stopped },
        { do: 'check', fact: stopped, waitSeconds: 10 },
      ];
    }
    default:
      return memberActions(operation);
  }
}

/** The only layout is near=2: with near=3 a leg may return without the writes that it missed (docs/decisions/three-way-mirrors.md). */
function requireTwoHalves({ level, devices }: Extract<Operation, { op: 'create-array' }>): void {
  if (level === 'raid10' && devices.length % 2 !== 0)
    throw new Error(`raid10 is created with two halves in each mirror set only, not over ${devices.length} legs`);
}

/**
 * Once in a volume's life. --assume-clean is correct only because every leg was zeroed in full (S2): all legs are equal.
 * No --run: if mdadm asks a question (a device looks used), it must fail; standard input is empty.
 */
function createArray(operation: Extract<Operation, { op: 'create-array' }>): Action[] {
  requireTwoHalves(operation);
  const running: Fact = { fact: 'array-running', uuid: operation.uuid, devices: operation.devices };
  const argv = [
    'mdadm',
    '--create',
    below('/dev/md', operation.name),
    ...OWN_CONFIG,
    `--name=${operation.holder ?? operation.name}`,
    '--metadata=1.2',
    `--level=${operation.level === 'raid1' ? '1' : '10'}`,
    `--uuid=${mdUuid(operation.uuid)}`,
    `--data-offset=${operation.dataOffsetBytes / KiB}K`,
    '--bitmap=internal',
    ...(operation.bitmapChunkBytes === null ? [] : [`--bitmap-chunk=${operation.bitmapChunkBytes / KiB}K`]),
    // near=2: roles 2i and 2i+1 hold the same data (md(4), RAID10).
    ...(operation.level === 'raid10' ? ['--layout=n2', `--chunk=${operation.chunkBytes / KiB}K`] : []),
    '--assume-clean',
    `--raid-devices=${operation.devices.length}`,
    ...operation.devices,
  ];
  return [
    { do: 'check', fact: { fact: 'no-superblocks', devices: operation.devices }, unless: running },
    { do: 'exec', argv, seconds: MDADM_SECONDS, unless: running },
    { do: 'check', fact: running, waitSeconds: 10 },
  ];
}

/**
 * An explicit list of devices, never --force. Without --run mdadm refuses a subset whose superblocks still count an absent leg as
 * active (S4). It then leaves an inactive array, which is stopped before the next try.
 */
function assembleArray(operation: Extract<Operation, { op: 'assemble-array' }>): Action[] {
  const running: Fact = { fact: 'array-running', uuid: operation.uuid, devices: operation.devices };
  const half = { fact: 'array-half-assembled', name: operation.name, uuid: operation.uuid } as const;
  const argv = [
    'mdadm',
    '--assemble',
    below('/dev/md', operation.name),
    ...OWN_CONFIG,
    `--uuid=${mdUuid(operation.uuid)}`,
    ...(operation.readOnly ? ['--readonly'] : []),
    // With --update=name, --name is the name to write, not the name to search for (mdadm(8)).
    ...(operation.holder !== undefined && !operation.readOnly ? ['--update=name', `--name=${operation.holder}`] : []),
    ...(operation.run ? ['--run'] : []),
    ...(operation.force ? ['--force'] : []),
    ...operation.devices,
  ];
  return [
    { do: 'exec', argv: ['mdadm', '--stop', below('/dev/md', operation.name)], seconds: MDADM_SECONDS, when: half },
    { do: 'exec', argv, seconds: MDADM_SECONDS, unless: running },
    { do: 'check', fact: running, waitSeconds: 10 },
  ];
}

/**
 * --update=uuid takes --uuid as the new UUID (mdadm(8)). mdadm writes all superblocks before it tries to start the array. Whether the start succeeds
 * does not matter: it is read-only, so that the event count stays, and the array is stopped again. Only the superblocks count afterwards.
 */
function renameArray({ name, uuid, previousUuid, devices }: Extract<Operation, { op: 'rename-array' }>): Action[] {
  const half = { fact: 'array-half-assembled', name, uuid: previousUuid } as const;
  const stop: Action = { do: 'exec', argv: ['mdadm', '--stop', below('/dev/md', name)], seconds: MDADM_SECONDS };
  const argv = ['mdadm', '--assemble', below('/dev/md', name), ...OWN_CONFIG, '--readonly', '--update=uuid', `--uuid=${mdUuid(uuid)}`];
  return [
    { ...stop, when: half },
    ...devices.map((device): Action => ({ do: 'check', fact: { fact: 'superblock-one-of', device, uuids: [previousUuid, uuid] } })),
    { do: 'exec', argv: [...argv, ...devices], seconds: MDADM_SECONDS, accept: [1, 2] },
    { ...stop, when: { fact: 'block-device', path: below('/dev/md', name) } },
    ...devices.map((device): Action => ({ do: 'check', fact: { fact: 'superblock-one-of', device, uuids: [uuid] } })),
  ];
}
