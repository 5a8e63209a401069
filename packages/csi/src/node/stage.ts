import { mkdir } from 'node:fs/promises';
import { DEFAULT_FILE_SYSTEM, type FileSystem } from '../controller/capabilities.js';
import { type Content, type Device, type HostCommands, NO_SIGNATURE } from '../host/host.js';
import type { VolumeCapability } from '../proto/messages.js';
import { RpcError } from '../rpc/rpc-error.js';
import type { FormattingMarks } from './formatting.js';

export interface Staging {
  volumeId: string;
  stagingPath: string;
  capability: VolumeCapability;
  device: string;
  attachmentId: string;
  readOnly: boolean;
  encrypted: boolean;
}

/** Options with which a file system whose journal cannot be replayed is mounted (docs/mounting.md). */
const READ_ONLY: Record<FileSystem, string[]> = { xfs: ['ro', 'norecovery'], ext4: ['ro', 'noload'] };
/** Options that would mount something else, or elsewhere. */
const FORBIDDEN = /^(bind|rbind|move|remount|loop.*|offset=.*|X-.*|x-.*|defaults?=.*)$/;

/** Mounts the file system of a volume at the staging path, and makes it on a blank volume. Raw block: only checks the device. */
export async function stage(host: HostCommands, marks: FormattingMarks, staging: Staging): Promise<void> {
  const { volumeId, stagingPath, capability, readOnly } = staging;
  const device = await deviceNow(host, volumeId, staging.device);
  if (device.readOnly && !readOnly)
    throw new RpcError('FAILED_PRECONDITION', `${staging.device} is read-only on this node, and the claim is not.`);
  if (capability.accessType === 'block') return;
  const type = (capability.mount?.fsType || DEFAULT_FILE_SYSTEM) as FileSystem;
  const mounted = (await host.mounts()).find(({ target }) => target === stagingPath);
  if (mounted) {
    if (mounted.volumeId !== volumeId)
      throw new RpcError('INTERNAL', `Another volume (${mounted.volumeId}) is mounted at ${stagingPath}. Unmount it there.`);
    if (mounted.readOnly !== readOnly) throw new RpcError('ALREADY_EXISTS', `The volume is mounted at ${stagingPath} with other options.`);
    return;
  }
  await mkdir(stagingPath, { recursive: true, mode: 0o750 });
  await prepare(host, marks, staging, device, type);
  const flags = capability.mount?.mountFlags ?? [];
  await host.mountFileSystem(device, type, stagingPath, [...(readOnly ? READ_ONLY[type] : []), ...flags]);
}

/** @throws RpcError INVALID_ARGUMENT */
export function checkMountFlags({ mount }: VolumeCapability): void {
  const bad = (mount?.mountFlags ?? []).find((flag) => flag.includes(',') || FORBIDDEN.test(flag));
  if (bad !== undefined) throw new RpcError('INVALID_ARGUMENT', `The mount option "${bad}" is not allowed here.`);
}

/** @throws RpcError UNAVAILABLE while the device is not there */
async function deviceNow(host: HostCommands, volumeId: string, path: string): Promise<Device> {
  const device = await host.device(volumeId, path);
  if (device && device.sizeBytes > 0) return device;
  throw new RpcError('UNAVAILABLE', `${path} is not on this node. Run "weft-agent status" here: it names what the volume waits for.`);
}

/** Leaves a mountable file system, or throws. @throws RpcError FAILED_PRECONDITION when the device has anything else */
async function prepare(host: HostCommands, marks: FormattingMarks, staging: Staging, device: Device, type: FileSystem): Promise<void> {
  const { volumeId, attachmentId, readOnly, encrypted } = staging;
  const mark = { attachmentId, type };
  const interrupted = !readOnly && (await marks.has(volumeId, mark));
  const content = await host.content(device, !encrypted);
  if (content.state === 'unknown')
    throw new RpcError('INTERNAL', `${staging.device} cannot be read, so it is not formatted: ${content.why}. See "weft-agent status".`);
  const overwrite = interrupted && isOwnRemains(content, type);
  if (content.state === 'file-system' && !overwrite) {
    if (content.type === type) return;
    throw new RpcError(
      'FAILED_PRECONDITION',
      `${staging.device} has a file system ${content.type}, and the claim wants ${type}. It stays as it is.`,
    );
  }
  if (content.state === 'other' && !overwrite)
    throw new RpcError(
      'FAILED_PRECONDITION',
      `${staging.device} is not blank (${content.what}), so it is not formatted. Look at it with blkid and wipefs.`,
    );
  if (readOnly)
    throw new RpcError(
      'FAILED_PRECONDITION',
      `${staging.device} is blank, and read-only here. Write its file system from a claim that may write.`,
    );
  await marks.set(volumeId, mark);
  await host.makeFileSystem(device, type, overwrite);
  const made = await host.content(device, !encrypted);
  if (made.state !== 'file-system' || made.type !== type)
    throw new RpcError('INTERNAL', `${staging.device} has no ${type} after mkfs.${type}: it is ${made.state}.`);
  await marks.clear(volumeId);
}

/** What an mkfs that was killed can have left. Any other signature was not its own. */
const isOwnRemains = (content: Content, type: FileSystem): boolean =>
  (content.state === 'file-system' && content.type === type) || (content.state === 'other' && content.what === NO_SIGNATURE);
