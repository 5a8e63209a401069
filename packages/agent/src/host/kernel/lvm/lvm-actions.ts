import { GROWN_TAG, INTEGRITY_TAG, WIPED_TAG, WRITE_BACK_TAG } from '@weft/shared/identity';
import type { Operation } from '../../operations.js';
import { dropIntegrity, makeSuperblock } from '../dm/integrity-actions.js';
import type { Action } from '../run/action.js';
import { lvmCommand, lvPath } from './lvm-command.js';

/** LVM answers in well under a second; a minute means that a device it must read does not answer. */
const LVM_SECONDS = 60;
/** Any NVMe drive that is not broken zeroes faster than 100 MB/s. */
const ZERO_SECONDS_PER_GIB = 11;
/** A drive's cache holds at most a few GiB. */
const FLUSH_SECONDS = 120;
/** One ioctl per GiB, so that an aborted zeroing stops within seconds (blkdiscard(8), --step). */
const ZERO_STEP = String(2 ** 30);

/** Label, 8 MiB of metadata and the alignment behind it. */
const HEAD_BYTES = String(16 * 2 ** 20);
/** The check for a blank drive reads the same length (drive-contents.ts). */
const TAIL_BYTES = 2 ** 20;

type LvmOperation = Extract<
  Operation,
  {
    op:
      | 'create-volume-group'
      | 'remove-volume-group'
      | 'wipe-drive'
      | 'sanitize-drive'
      | 'check-sanitized'
      | 'create-logical-volume'
      | 'activate-logical-volume'
      | 'reactivate-logical-volume'
      | 'wipe-logical-volume'
      | 'format-integrity'
      | 'merge-logical-volume'
      | 'settle-logical-volume'
      | 'label-logical-volume'
      | 'record-thin'
      | 'extend-pool-volume'
      | 'mark-write-back'
      | 'zero-cache-metadata'
      | 'remove-logical-volume';
  }
>;

export function lvmActions(operation: LvmOperation, udev: boolean): Action[] {
  const lvm = (...argv: [string, ...string[]]) => lvmCommand(udev, ...argv);
  switch (operation.op) {
    case 'create-volume-group':
      return createVolumeGroup(operation.vg, operation.device, lvm);
    case 'remove-volume-group':
      return removeVolumeGroup(operation.vg, operation.device, lvm);
    case 'wipe-drive':
      return wipeDrive(operation, lvm);
    case 'sanitize-drive':
      return sanitizeDrive(operation);
    case 'check-sanitized':
      return checkSanitized(operation, lvm);
    case 'create-logical-volume': {
      const { vg, lv, sizeBytes } = operation;
      const tags = operation.tags.flatMap((tag) => ['--addtag', tag]);
      // -Wn -Zn: LVM must neither ask about old data under the LV nor touch it; wipe-logical-volume zeroes all of it (S2).
      const create = lvm(
        'lvcreate',
        ...['-Wn', '-Zn', '--type', 'linear', '--setautoactivation', 'n', '--size', `${sizeBytes}b`, '--name', lv],
        ...tags,
        vg,
      );
      return [
        { do: 'exec', argv: create, seconds: LVM_SECONDS, unless: { fact: 'logical-volume-exists', vg, lv } },
        { do: 'check', fact: { fact: 'logical-volume-size', vg, lv, sizeBytes } },
      ];
    }
    case 'activate-logical-volume': {
      const { vg, lv } = operation;
      return [
        { do: 'exec', argv: lvm('lvchange', '--activate', 'y', `${vg}/${lv}`), seconds: LVM_SECONDS },
        { do: 'check', fact: { fact: 'block-device', path: lvPath(vg, lv) }, waitSeconds: 10 },
      ];
    }
    case 'reactivate-logical-volume': {
      const { vg, lv } = operation;
      const path = lvPath(vg, lv);
      return [
        { do: 'check', fact: { fact: 'not-exported', device: path } },
        { do: 'check', fact: { fact: 'closed', device: path } },
        { do: 'exec', argv: lvm('lvchange', '--activate', 'n', `${vg}/${lv}`), seconds: LVM_SECONDS },
        { do: 'exec', argv: lvm('lvchange', '--activate', 'y', `${vg}/${lv}`), seconds: LVM_SECONDS },
        { do: 'check', fact: { fact: 'block-device', path }, waitSeconds: 10 },
      ];
    }
    case 'wipe-logical-volume':
      return wipeLogicalVolume(operation.vg, operation.lv, lvm);
    case 'format-integrity':
      return formatLogicalVolume(operation, udev, lvm);
    case 'merge-logical-volume':
      return mergeLogicalVolume(operation, lvm);
    case 'settle-logical-volume': {
      const { vg, lv } = operation;
      return [{ do: 'exec', argv: lvm('lvchange', '--deltag', GROWN_TAG, `${vg}/${lv}`), seconds: LVM_SECONDS }];
    }
    case 'extend-pool-volume':
      return extend(operation, lvm);
    case 'record-thin':
      return [{ do: 'check', fact: { fact: 'records-free', ...placeOf(operation), add: operation.add } }, ...changeTags(operation, lvm)];
    case 'label-logical-volume':
      return changeTags(operation, lvm);
    case 'mark-write-back': {
      const { vg, lv, marked } = operation;
      return [{ do: 'exec', argv: lvm('lvchange', marked ? '--addtag' : '--deltag', WRITE_BACK_TAG, `${vg}/${lv}`), seconds: LVM_SECONDS }];
    }
    case 'zero-cache-metadata': {
      const path = lvPath(operation.vg, operation.lv);
      return [{ do: 'check', fact: { fact: 'closed', device: path } }, zero(path), flush(path)];
    }
    case 'remove-logical-volume': {
      const { vg, lv } = operation;
      const path = lvPath(vg, lv);
      const there = { fact: 'logical-volume-exists', vg, lv } as const;
      return [
        { do: 'check', fact: { fact: 'not-exported', device: path } },
        { do: 'check', fact: { fact: 'closed', device: path } },
        // Deactivation refuses an open LV, and LVM removes an inactive one without asking: no --yes, no --force (S5).
        { do: 'exec', argv: lvm('lvchange', '--activate', 'n', `${vg}/${lv}`), seconds: LVM_SECONDS, when: there },
        { do: 'exec', argv: lvm('lvremove', `${vg}/${lv}`), seconds: LVM_SECONDS, when: there },
        { do: 'check', fact: { fact: 'absent', path } },
      ];
    }
  }
}

const placeOf = ({ vg, lv }: { vg: string; lv: string }) => ({ vg, lv });

function changeTags({ vg, lv, add, remove }: Extract<LvmOperation, { op: 'record-thin' | 'label-logical-volume' }>, lvm: Lvm): Action[] {
  const tags = [...remove.flatMap((tag) => ['--deltag', tag]), ...add.flatMap((tag) => ['--addtag', tag])];
  return [{ do: 'exec', argv: lvm('lvchange', ...tags, `${vg}/${lv}`), seconds: LVM_SECONDS }];
}

function extend({ vg, lv, sizeBytes }: Extract<LvmOperation, { op: 'extend-pool-volume' }>, lvm: Lvm): Action[] {
  const size = { fact: 'logical-volume-size', vg, lv, sizeBytes } as const;
  return [
    { do: 'exec', argv: lvm('lvextend', '--size', `${sizeBytes}b`, `${vg}/${lv}`), seconds: LVM_SECONDS, unless: size },
    { do: 'check', fact: size },
  ];
}

type Lvm = (...argv: [string, ...string[]]) => string[];

function createVolumeGroup(vg: string, device: string, lvm: Lvm): Action[] {
  const present = { fact: 'physical-volume-of', device, vg } as const;
  return [
    { do: 'check', fact: { fact: 'block-device', path: device } },
    // A drive that already carries this group only needs an entry (power failed before the file was on disk, or the machine was reinstalled).
    {
      do: 'exec',
      argv: lvm('lvmdevices', '--adddev', device),
      seconds: LVM_SECONDS,
      when: present,
      unless: { fact: 'in-devices-file', device },
    },
    { do: 'check', fact: { fact: 'blank', device }, unless: present },
    {
      // 8 MiB of metadata hold a thousand LVs. No --yes: a signature that LVM finds must stop it (S1).
      do: 'exec',
      argv: lvm('vgcreate', '--metadatasize', '8m', '--physicalextentsize', '4m', '--setautoactivation', 'n', vg, device),
      seconds: LVM_SECONDS,
      unless: present,
    },
    { do: 'check', fact: { fact: 'volume-group-exists', vg } },
  ];
}

function removeVolumeGroup(vg: string, device: string, lvm: Lvm): Action[] {
  const listed = { fact: 'in-devices-file', device } as const;
  const present = { fact: 'volume-group-exists', vg } as const;
  return [
    { do: 'check', fact: { fact: 'volume-group-empty', vg } },
    // The group may be on another drive, and this drive may carry another group: what follows zeroes the first bytes of the drive.
    { do: 'check', fact: { fact: 'no-other-group', device, vg } },
    { do: 'check', fact: { fact: 'physical-volume-of', device, vg }, when: present },
    { do: 'exec', argv: lvm('vgremove', vg), seconds: LVM_SECONDS, when: present },
    // vgremove leaves an orphan PV; pvremove refuses one that belongs to a group (no --force).
    { do: 'exec', argv: lvm('pvremove', device), seconds: LVM_SECONDS, when: { fact: 'physical-volume-of', device, vg: '' } },
    // Old metadata and the end of the last leg would make the drive look used. Only while the devices file lists the drive as Weft's.
    { ...zeroHead(device), when: listed },
    { do: 'zero-tail', device, bytes: TAIL_BYTES, seconds: 60, when: listed },
    { ...flush(device), when: listed },
    { do: 'exec', argv: lvm('lvmdevices', '--deldev', device), seconds: LVM_SECONDS, when: listed },
  ];
}

function wipeDrive({ device, serial, foreignGroup, resumes }: Extract<LvmOperation, { op: 'wipe-drive' }>, lvm: Lvm): Action[] {
  return [
    { do: 'check', fact: { fact: 'serial', device, serial } },
    { do: 'check', fact: { fact: 'unused', device } },
    { do: 'check', fact: { fact: 'no-legs-on', device, foreignGroup } },
    ...(resumes ? [{ do: 'check', fact: { fact: 'nothing-newer', device } } as const] : []),
    zero(device),
    flush(device),
    ...forgetContents(device, lvm),
  ];
}

const forgetContents = (device: string, lvm: Lvm): Action[] => [
  // The kernel keeps old partitions until it is asked to read the table again (blockdev(8)).
  { do: 'exec', argv: ['blockdev', '--rereadpt', device], seconds: 30 },
  { do: 'exec', argv: lvm('lvmdevices', '--deldev', device), seconds: LVM_SECONDS, when: { fact: 'in-devices-file', device } },
  { do: 'check', fact: { fact: 'blank', device } },
];

const zeroHead = (device: string): Action => ({
  do: 'exec',
  argv: ['blkdiscard', '--zeroout', '--length', HEAD_BYTES, device],
  seconds: 60,
});

/** SANACT of the Sanitize command (NVM Express Base 2.0, Sanitize command, Command Dword 10). */
const SANACT = { 'block-erase': 2, 'crypto-erase': 4 } as const;
/** The drive answers when it has accepted the command. Its I/O queues are drained before that (nvme_passthru_start in drivers/nvme/host/core.c). */
const SANITIZE_SECONDS = 120;

/**
 * The head is zeroed first: that opens the drive exclusively, so a drive that was mounted since the check is refused, and nothing can be mounted afterwards.
 * A drive whose last sanitize failed takes nothing but another sanitize.
 */
function sanitizeDrive({ device, serial, action, foreignGroup, resumes }: Extract<LvmOperation, { op: 'sanitize-drive' }>): Action[] {
  const unless = { fact: 'sanitize-failed', device } as const;
  return [
    { do: 'check', fact: { fact: 'serial', device, serial } },
    { do: 'check', fact: { fact: 'unused', device } },
    { do: 'check', fact: { fact: 'sanitizable', device, action } },
    { do: 'check', fact: { fact: 'no-legs-on', device, foreignGroup }, unless },
    ...(resumes ? [{ do: 'check', fact: { fact: 'nothing-newer', device }, unless } as const] : []),
    { ...zeroHead(device), unless },
    { ...flush(device), unless },
    { do: 'exec', argv: ['nvme', 'sanitize', device, `--sanact=${SANACT[action]}`], seconds: SANITIZE_SECONDS },
  ];
}

function checkSanitized({ device, serial }: Extract<LvmOperation, { op: 'check-sanitized' }>, lvm: Lvm): Action[] {
  return [
    { do: 'check', fact: { fact: 'serial', device, serial } },
    { do: 'check', fact: { fact: 'unused', device } },
    { do: 'check', fact: { fact: 'sanitized', device } },
    // The kernel does not know that the contents changed: without this it could return blocks from before, from its cache (BLKFLSBUF, blockdev(8)).
    { do: 'exec', argv: ['blockdev', '--flushbufs', device], seconds: 30 },
    { do: 'check', fact: { fact: 'erased', device } },
    // Deallocated blocks may read as ones, and Weft takes a drive only if its ends are zero.
    zeroHead(device),
    { do: 'zero-tail', device, bytes: TAIL_BYTES, seconds: 60 },
    flush(device),
    ...forgetContents(device, lvm),
  ];
}

function wipeLogicalVolume(vg: string, lv: string, lvm: Lvm): Action[] {
  const path = lvPath(vg, lv);
  const wiped = { fact: 'logical-volume-wiped', vg, lv } as const;
  return [
    { do: 'check', fact: { fact: 'block-device', path }, unless: wiped },
    { do: 'check', fact: { fact: 'not-exported', device: path }, unless: wiped },
    { do: 'check', fact: { fact: 'closed', device: path }, unless: wiped },
    { ...zero(path), unless: wiped },
    // A write cache without battery may store the zeros later than the tag, which LVM writes to another place of the drive.
    { ...flush(path), unless: wiped },
    // Only now: an interrupted wipe starts again (S2).
    { do: 'exec', argv: lvm('lvchange', '--addtag', WIPED_TAG, `${vg}/${lv}`), seconds: LVM_SECONDS, unless: wiped },
    { do: 'check', fact: wiped },
  ];
}

/** Zeros first: the kernel formats only those. The tags come last, so an interrupted format starts again, and a marked volume is never formatted. */
function formatLogicalVolume({ vg, lv, ...table }: Extract<LvmOperation, { op: 'format-integrity' }>, udev: boolean, lvm: Lvm): Action[] {
  const { device: path } = table;
  const wiped = { fact: 'logical-volume-wiped', vg, lv } as const;
  const actions: Action[] = [
    { do: 'check', fact: { fact: 'block-device', path } },
    { do: 'check', fact: { fact: 'not-exported', device: path } },
    ...dropIntegrity(table.name, udev),
    { do: 'check', fact: { fact: 'closed', device: path } },
    zero(path),
    flush(path),
    ...makeSuperblock(table, udev),
    flush(path),
    { do: 'exec', argv: lvm('lvchange', '--addtag', INTEGRITY_TAG, '--addtag', WIPED_TAG, `${vg}/${lv}`), seconds: LVM_SECONDS },
  ];
  return [...actions.map((action) => ({ ...action, unless: wiped })), { do: 'check', fact: wiped }];
}

/** After an interruption the growth is created and zeroed again. Its extents are free meanwhile, and only this agent allocates in its groups. */
function mergeLogicalVolume({ vg, lv, growth, sizeBytes }: Extract<LvmOperation, { op: 'merge-logical-volume' }>, lvm: Lvm): Action[] {
  const grown = { fact: 'logical-volume-size', vg, lv, sizeBytes } as const;
  const from = lvPath(vg, growth);
  return [
    { do: 'check', fact: { fact: 'logical-volume-wiped', vg, lv: growth }, unless: grown },
    { do: 'check', fact: { fact: 'not-exported', device: from }, unless: grown },
    { do: 'check', fact: { fact: 'closed', device: from }, unless: grown },
    { do: 'exec', argv: lvm('lvchange', '--addtag', GROWN_TAG, `${vg}/${lv}`), seconds: LVM_SECONDS, unless: grown },
    { do: 'extend-onto', vg, lv, growth, sizeBytes, seconds: LVM_SECONDS, unless: grown },
    { do: 'check', fact: grown },
  ];
}

/** Zeroes every byte: after a plain discard the drive may return any data. blkdiscard opens the device exclusively, so it refuses one in use. */
const zero = (device: string): Action => ({
  do: 'exec',
  argv: ['blkdiscard', '--zeroout', '--step', ZERO_STEP, device],
  seconds: 60,
  perGiBOf: { device, seconds: ZERO_SECONDS_PER_GIB },
});

/** sync(1) with a path calls fsync(2), which sends a Flush (block/fops.c, blkdev_fsync); blkdiscard and LVM do not (docs/decisions/flush-before-the-tag.md). */
const flush = (device: string): Action => ({ do: 'exec', argv: ['sync', device], seconds: FLUSH_SECONDS });
