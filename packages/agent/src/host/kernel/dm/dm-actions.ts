import { keyDescription } from '@weft/shared/identity';
import { VOLUME_KEY_BYTES } from '@weft/shared/messages/encryption';
import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import type { DmSegment, Operation } from '../../operations.js';
import type { Action } from '../run/action.js';
import type { Surroundings } from '../run/host-snapshot.js';
import { below } from '../run/paths.js';
import { cacheActions } from './cache-actions.js';
import { createIntegrity } from './integrity-actions.js';
import { createMapping, DM_SECONDS, linearTable, replaceTable, SECTOR } from './mapping-actions.js';
import { type ThinOperation, thinActions } from './thin-actions.js';

/** I/O in flight ends within moments, or waits for a path that must be ended first. */
const DRAIN_SECONDS = 10;
const CIPHER = 'aes-xts-plain64';

export const WEFT_DEV = '/dev/weft';
/** One file per mapping with its human name, read by Weft's udev rule (packaging/udev/65-weft-volumes.rules). */
export const NAMES = '/run/weft/names';
/** Program id of Weft's dm-stats regions. */
export const STATS_PROGRAM = 'weft';

type DmOperation = Extract<
  Operation,
  {
    op:
      | 'create-linear'
      | 'create-striped'
      | 'resize-linear'
      | 'resize-striped'
      | 'create-crypt'
      | 'resize-crypt'
      | 'remove-mapping'
      | 'fail-mapping'
      | 'create-stats'
      | 'publish-device'
      | 'unpublish-device'
      | 'create-cache'
      | 'change-cache'
      | 'clean-cache'
      | 'move-leg-device'
      | 'create-integrity'
      | ThinOperation['op'];
  }
>;

export function dmActions(operation: DmOperation, { udev, published }: Pick<Surroundings, 'udev' | 'published'>): Action[] {
  const sync = udev ? [] : ['--noudevsync'];
  switch (operation.op) {
    case 'create-linear':
      return createMapping(operation, linearTable(operation.segments), sync);
    case 'create-striped':
      return createMapping(operation, stripedTable(operation), sync);
    case 'create-crypt':
      return createMapping(operation, cryptTable(operation), sync, operation.keyId);
    case 'resize-crypt':
      return resizeMapping(operation, cryptTable(operation), sync, [], operation.keyId);
    case 'resize-linear': {
      const sectors = operation.segments.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0) / SECTOR;
      return resizeMapping(operation, linearTable(operation.segments), sync, renewStats(operation.name, sectors));
    }
    case 'resize-striped':
      return resizeMapping(operation, stripedTable(operation), sync, []);
    case 'remove-mapping':
      return [
        {
          do: 'exec',
          // Never --force and never --deferred: for an open mapping the command must fail. --retry: udev opens devices briefly.
          argv: ['dmsetup', 'remove', ...sync, ...(udev ? ['--retry'] : []), operation.name],
          seconds: DM_SECONDS,
          when: { fact: 'mapping-exists', name: operation.name },
        },
      ];
    case 'fail-mapping':
      return [
        {
          do: 'exec',
          // Without --nolockfs a file system on it would first write all its data, which may take any time.
          argv: ['dmsetup', 'wipe_table', ...sync, '--noflush', '--nolockfs', operation.name],
          seconds: DRAIN_SECONDS,
          unless: { fact: 'mapping-fails', name: operation.name },
        },
        { do: 'check', fact: { fact: 'mapping-fails', name: operation.name } },
      ];
    case 'create-stats': {
      const message = statsMessage('-');
      const exist = { fact: 'stats-exist', name: operation.name } as const;
      return [
        { do: 'exec', argv: ['dmsetup', 'message', operation.name, '0', message], seconds: DM_SECONDS, unless: exist },
        { do: 'check', fact: exist },
      ];
    }
    case 'create-cache':
    case 'change-cache':
    case 'clean-cache':
    case 'move-leg-device':
      return cacheActions(operation, udev);
    case 'create-integrity':
      return createIntegrity(operation, sync);
    case 'create-pool':
    case 'resize-pool':
    case 'create-thin':
    case 'delete-thin':
    case 'create-thin-device':
    case 'resize-thin-device':
    case 'hold-io':
    case 'release-io':
    case 'resume-mapping':
      return thinActions(operation, udev);
    case 'publish-device':
      return publish(operation.link, operation.name, udev);
    case 'unpublish-device':
      return unpublish(operation.link, published, udev);
  }
}

/** Region over a range of sectors (Documentation/admin-guide/device-mapper/statistics.rst). */
export const statsMessage = (range: string): string =>
  `@stats_create ${range} /1 2 precise_timestamps histogram:${LATENCY_BOUNDS_NS.join(',')} ${STATS_PROGRAM} -`;

/** Runs before the device grows: if an interruption came after that, nothing would show that the statistics end early. */
const renewStats = (name: string, sectors: number): Action[] => [
  {
    do: 'exec',
    argv: ['dmsetup', 'message', name, '0', statsMessage(`0+${sectors}`)],
    seconds: DM_SECONDS,
    unless: { fact: 'stats-cover', name, sectors },
  },
  { do: 'drop-stats', name, exceptSectors: sectors, seconds: DM_SECONDS },
];

function resizeMapping(mapping: ResizedMapping, table: string, sync: string[], before: Action[], keyId?: string): Action[] {
  const { name, uuid } = mapping;
  return [{ do: 'check', fact: { fact: 'mapping-extends', name, uuid, table } }, ...before, ...replaceTable(mapping, table, sync, keyId)];
}
type ResizedMapping = Parameters<typeof replaceTable>[0];

function stripedTable({ lengthBytes, chunkBytes, devices }: { lengthBytes: number; chunkBytes: number; devices: string[] }): string {
  const legs = devices.map((device) => `${device} 0`).join(' ');
  return `0 ${lengthBytes / SECTOR} striped ${devices.length} ${chunkBytes / SECTOR} ${legs}`;
}

/** Inline instead of in work queues: the queues cost more than they save on processors with AES instructions. */
const CRYPT_OPTIONS = ['allow_discards', 'no_read_workqueue', 'no_write_workqueue'];

/** `:64:logon:…`: 64 bytes from a keyring. The IV is the sector of the volume, not of the leg. */
const cryptTable = ({ keyId, segments }: { keyId: string; segments: readonly DmSegment[] }): string =>
  segments
    .map(({ startBytes, lengthBytes, device, offsetBytes }) =>
      [
        ...[startBytes / SECTOR, lengthBytes / SECTOR, 'crypt', CIPHER, `:${VOLUME_KEY_BYTES}:logon:${keyDescription(keyId)}`],
        ...[startBytes / SECTOR, device, offsetBytes / SECTOR, CRYPT_OPTIONS.length, ...CRYPT_OPTIONS],
      ].join(' '),
    )
    .join('\n');

const trigger = (device: string): Action => ({
  do: 'exec',
  argv: ['udevadm', 'trigger', '--action=change', '--settle', `--name-match=${device}`],
  seconds: DM_SECONDS,
});

/** With udev, the rule sets link and permissions, also on every later event; without udev, the agent sets them. */
function publish(link: string, name: string, udev: boolean): Action[] {
  const path = below(WEFT_DEV, link);
  const device = below('/dev/mapper', name);
  const there = { fact: 'link-to-mapping', link, name } as const;
  const file: Action[] = [
    { do: 'mkdir', path: '/run/weft' },
    { do: 'mkdir', path: NAMES },
    { do: 'file', path: below('/run/weft', 'names', name), content: `WEFT_NAME=${link}\n` },
  ];
  const make: Action[] = udev
    ? [{ ...trigger(device), unless: there }]
    : [
        { do: 'permit', path: device },
        { do: 'mkdir', path: WEFT_DEV },
        { do: 'symlink', path, target: `../mapper/${name}` },
      ];
  return [...file, ...make, { do: 'check', fact: there, waitSeconds: 10 }];
}

function unpublish(link: string, published: Surroundings['published'], udev: boolean): Action[] {
  const path = below(WEFT_DEV, link);
  const gone = { fact: 'absent', path } as const;
  const own = published.filter((entry) => entry.link === link);
  return [
    ...own.map(({ name }) => ({ do: 'unlink', path: below('/run/weft', 'names', name) }) as const),
    // Without its name file the rule no longer requests the link, and udev removes it.
    ...(udev ? own.map(({ name }) => ({ ...trigger(below('/dev/mapper', name)), when: { fact: 'mapping-exists', name } }) as const) : []),
    { do: 'unlink', path },
    { do: 'check', fact: gone },
  ];
}
