import { readFile, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { dmName, dmUuid } from '@weft/shared/identity';
import type { FileSystem } from '../../controller/capabilities.js';
import { RpcError } from '../../rpc/rpc-error.js';
import type { Content, Device, HostCommands, Usage, VolumeMount } from '../host.js';
import { isBindOfDevice, parseMountInfo } from './mount-table.js';
import { probe } from './probe.js';
import { run, runOk } from './run.js';

const SECTOR = 512;
const UUID = /^WEFT-weft-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The kernel's word and util-linux: dm's UUID of a device is the identity of its volume (@weft/shared/identity). */
export class LinuxHost implements HostCommands {
  async bootId(): Promise<string> {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  }

  async device(volumeId: string, path: string): Promise<Device | undefined> {
    const found = await orUndefined(stat(path));
    if (!found) return undefined;
    // By its number: without udev, the path is a node of its own and no link to /dev/dm-N.
    const name = found.isBlockDevice() ? await nameOf(found.rdev) : undefined;
    const uuid = name && (await dmUuidOf(name));
    if (!name || uuid !== dmUuid(dmName(volumeId)))
      throw new RpcError(
        'FAILED_PRECONDITION',
        `${path} is not the device of the volume ${volumeId}: it is ${name ?? 'no block device'}, and its dm UUID is ${uuid || 'none'}.`,
      );
    return readDevice(volumeId, name);
  }

  /** The path may be another volume's by now: the identity is read again with each use. */
  private async same({ volumeId, path }: Device): Promise<void> {
    if ((await dmUuidOf(basename(path))) !== dmUuid(dmName(volumeId)))
      throw new RpcError('ABORTED', `${path} is not the device of the volume ${volumeId} any more. Repeat the call.`);
  }

  async content(device: Device, zeroedIfBlank: boolean): Promise<Content> {
    await this.same(device);
    return probe(run, device.path, device.sizeBytes, zeroedIfBlank);
  }

  async makeFileSystem(device: Device, type: FileSystem, overwrite: boolean): Promise<void> {
    await this.same(device);
    // Weft has zeroed the space: discarding it first would only take time. Without -f and -F the programs look for signatures themselves.
    if (type === 'xfs') await runOk('mkfs.xfs', ['-K', ...(overwrite ? ['-f'] : []), device.path]);
    else await runOk('mkfs.ext4', ['-E', 'nodiscard', ...(overwrite ? ['-F'] : []), device.path]);
    await runOk('blockdev', ['--flushbufs', device.path]);
  }

  async mounts(): Promise<VolumeMount[]> {
    const lines = parseMountInfo(await readFile('/proc/self/mountinfo', 'utf8'));
    const found = await Promise.all(
      lines.map(async ({ device, root, target, options, superOptions, type }): Promise<VolumeMount | undefined> => {
        const block = isBindOfDevice({ root, type });
        const bound = block ? await orUndefined(stat(target)) : undefined;
        const uuid = await dmUuidAt(bound ? folderOf(bound.rdev) : `/sys/dev/block/${device}`);
        const volumeId = UUID.exec(uuid ?? '')?.[1];
        if (!volumeId) return undefined;
        const readOnly = options.includes('ro') || (!block && superOptions.includes('ro'));
        return { target, volumeId, readOnly, ...(block ? { kind: 'block' } : { kind: 'file-system', type }) };
      }),
    );
    return found.filter((each) => each !== undefined);
  }

  async mountFileSystem(device: Device, type: FileSystem, target: string, options: readonly string[]): Promise<void> {
    await this.same(device);
    await runOk('mount', ['-t', type, ...(options.length > 0 ? ['-o', options.join(',')] : []), device.path, target]);
  }

  async bindMount(source: string, target: string, readOnly: boolean): Promise<void> {
    await runOk('mount', ['--bind', source, target]);
    // The kernel ignores `ro` in the call that makes a bind mount (mount(8), "Bind mounts").
    if (readOnly) await runOk('mount', ['-o', 'remount,bind,ro', target]);
  }

  async unmount(target: string): Promise<void> {
    await runOk('umount', [target]);
  }

  async growFileSystem({ type, target }: VolumeMount, { path }: Device): Promise<void> {
    if (type === 'xfs') await runOk('xfs_growfs', ['-d', target]);
    else await runOk('resize2fs', [path]);
  }

  async usage({ target }: VolumeMount): Promise<Usage> {
    // A process of its own: statfs(2) on a stalled volume does not return.
    const text = await runOk('stat', ['--file-system', '--format=%S %b %f %a %c %d', target]);
    const [unit = 0, blocks = 0, free = 0, available = 0, inodes = 0, freeInodes = 0] = text.trim().split(' ').map(Number);
    return {
      ...{ totalBytes: blocks * unit, usedBytes: (blocks - free) * unit, availableBytes: available * unit },
      ...{ totalInodes: inodes, usedInodes: inodes - freeInodes, availableInodes: freeInodes },
    };
  }

  async deviceOf({ volumeId, target, kind }: VolumeMount): Promise<Device> {
    const { rdev, dev } = await stat(target);
    return readDevice(volumeId, await nameOf(kind === 'block' ? rdev : dev));
  }
}

/** What sysfs has about a device number. glibc's makedev(3): 12 bits of the major number, and the minor number around it. */
const folderOf = (number: number): string => `/sys/dev/block/${(number >> 8) & 0xfff}:${(number & 0xff) | ((number >>> 12) & 0xfff00)}`;

/** Name that the kernel has for a device number: `dm-3`. */
const nameOf = (number: number): Promise<string> => realpath(folderOf(number)).then((path) => basename(path));

async function readDevice(volumeId: string, name: string): Promise<Device> {
  const value = async (file: string): Promise<number> => Number((await readFile(`/sys/class/block/${name}/${file}`, 'utf8')).trim());
  const [sectors, ro] = await Promise.all([value('size'), value('ro')]);
  return { volumeId, path: `/dev/${name}`, sizeBytes: sectors * SECTOR, readOnly: ro === 1 };
}

const dmUuidOf = (name: string): Promise<string | undefined> => dmUuidAt(`/sys/class/block/${name}`);
const dmUuidAt = async (folder: string): Promise<string | undefined> => (await orUndefined(readFile(`${folder}/dm/uuid`, 'utf8')))?.trim();

async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
