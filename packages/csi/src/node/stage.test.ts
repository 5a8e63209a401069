import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileSystem } from '../controller/capabilities.js';
import { type Content, type HostCommands, NO_SIGNATURE, type VolumeMount } from '../host/host.js';
import type { VolumeCapability } from '../proto/messages.js';
import { FormattingMarks } from './formatting.js';
import { checkMountFlags, type Staging, stage } from './stage.js';

const capability = (fsType = 'xfs', mountFlags: string[] = []): VolumeCapability => ({
  ...{ accessType: 'mount', accessMode: { mode: 'SINGLE_NODE_WRITER' } },
  mount: { fsType, mountFlags, volumeMountGroup: '' },
});

let folder: string;
let content: Content;
let mounts: VolumeMount[];
let done: string[];
/** Ends mkfs at this moment, like a crash. */
let crash: { leaves: Content } | undefined;

const host = {
  device: async (volumeId, path) => ({ volumeId, path, sizeBytes: 2 ** 30, readOnly: false }),
  content: async () => content,
  mounts: async () => mounts,
  makeFileSystem: async (_, type: FileSystem, overwrite) => {
    done.push(`mkfs.${type}${overwrite ? ' over remains' : ''}`);
    if (crash) {
      content = crash.leaves;
      throw new Error('killed');
    }
    content = { state: 'file-system', type };
  },
  mountFileSystem: async ({ volumeId }, type, target, options) => {
    done.push(`mount ${type} ${options.join(',')}`.trim());
    mounts.push({ target, volumeId, kind: 'file-system', type, readOnly: options.includes('ro') });
  },
} satisfies Partial<HostCommands> as unknown as HostCommands;

let staging: Staging;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-stage-'));
  [content, mounts, done, crash] = [{ state: 'blank' }, [], [], undefined];
  staging = {
    ...{ volumeId: randomUUID(), stagingPath: join(folder, 'staging'), capability: capability(), device: '/dev/weft/x' },
    ...{ attachmentId: randomUUID(), readOnly: false, encrypted: false },
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

const staged = (more: Partial<Staging> = {}): Promise<void> =>
  stage(host, new FormattingMarks(join(folder, 'formatting')), { ...staging, ...more });

describe('stage', () => {
  it('formats a blank volume once, and mounts it', async () => {
    await staged();
    await staged();
    expect(done).toEqual(['mkfs.xfs', 'mount xfs']);
  });

  it.each<[string, Content, string]>([
    ['another file system', { state: 'file-system', type: 'ext4' }, 'It stays as it is'],
    ['a signature', { state: 'other', what: 'LVM2_member' }, 'not blank (LVM2_member)'],
    ['bytes without a signature', { state: 'other', what: NO_SIGNATURE }, 'not blank'],
    ['a device that cannot be read', { state: 'unknown', why: 'Input/output error' }, 'cannot be read, so it is not formatted'],
  ])('leaves %s as it is', async (_, found, message) => {
    content = found;
    await expect(staged()).rejects.toThrow(message);
    expect(done).toEqual([]);
  });

  it('mounts read-only without a replay of the journal, and formats nothing there', async () => {
    await expect(staged({ readOnly: true })).rejects.toThrow('blank');
    content = { state: 'file-system', type: 'ext4' };
    await staged({ readOnly: true, capability: capability('ext4') });
    expect(done).toEqual(['mount ext4 ro,noload']);
  });

  it('begins a killed mkfs again, over its own remains alone', async () => {
    crash = { leaves: { state: 'other', what: NO_SIGNATURE } };
    await expect(staged()).rejects.toThrow('killed');
    crash = undefined;
    // Another attachment: in between, another node may have written.
    await expect(staged({ attachmentId: randomUUID() })).rejects.toThrow('not blank');
    await staged();
    expect(done).toEqual(['mkfs.xfs', 'mkfs.xfs over remains', 'mount xfs']);
    // The mark ends with the success: from now on there is data.
    mounts = [];
    content = { state: 'other', what: NO_SIGNATURE };
    await expect(staged()).rejects.toThrow('not blank');
  });

  it('refuses a foreign signature also after a killed mkfs', async () => {
    crash = { leaves: { state: 'other', what: 'a partition table (gpt)' } };
    await expect(staged()).rejects.toThrow('killed');
    crash = undefined;
    await expect(staged()).rejects.toThrow('gpt');
  });

  it('refuses a path where another volume is mounted', async () => {
    mounts = [{ target: staging.stagingPath, volumeId: randomUUID(), kind: 'file-system', readOnly: false }];
    await expect(staged()).rejects.toThrow('Another volume');
  });
});

describe('checkMountFlags', () => {
  it.each(['noatime,remount', 'bind', 'loop=/dev/loop0'])('refuses %s', (flag) => {
    expect(() => checkMountFlags(capability('xfs', [flag]))).toThrow('not allowed');
  });
  it('accepts options of the file system', () => expect(checkMountFlags(capability('xfs', ['noatime', 'logbsize=256k']))).toBeUndefined());
});
