import { mkdir, open, rm, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HostCommands, VolumeMount } from '../host/host.js';
import type { VolumeCapability } from '../proto/messages.js';
import { RpcError } from '../rpc/rpc-error.js';

export interface Publishing {
  volumeId: string;
  stagingPath: string;
  targetPath: string;
  capability: VolumeCapability;
  device: string;
  readOnly: boolean;
}

/** Makes a staged volume visible to a pod. @throws RpcError */
export async function publish(host: HostCommands, publishing: Publishing): Promise<void> {
  const { volumeId, stagingPath, targetPath, capability, readOnly } = publishing;
  const mounts = (await host.mounts()).filter((mount) => mount.volumeId === volumeId);
  const block = capability.accessType === 'block';
  const own = mounts.find(({ target }) => target === targetPath);
  if (capability.accessMode?.mode === 'SINGLE_NODE_SINGLE_WRITER') refuseSecondPod(mounts, publishing);
  if (own?.readOnly === readOnly) return;
  // An earlier call ended between its two steps.
  if (own) await host.unmount(targetPath);
  const source = block ? (await host.device(volumeId, publishing.device))?.path : stagedAt(mounts, stagingPath);
  if (!source)
    throw new RpcError(
      'FAILED_PRECONDITION',
      `The volume is not ${block ? `at ${publishing.device}` : `staged at ${stagingPath}`} on this node.`,
    );
  await makeTarget(targetPath, block);
  await host.bindMount(source, targetPath, readOnly);
}

const stagedAt = (mounts: readonly VolumeMount[], path: string): string | undefined =>
  mounts.some(({ target, kind }) => target === path && kind === 'file-system') ? path : undefined;

/** One pod alone may use it (ReadWriteOncePod). */
function refuseSecondPod(mounts: readonly VolumeMount[], { stagingPath, targetPath }: Publishing): void {
  const other = mounts.find(({ target }) => target !== stagingPath && target !== targetPath);
  if (other) throw new RpcError('FAILED_PRECONDITION', `The volume is in use at ${other.target}, and its access mode allows one pod.`);
}

/** A bind of a device needs a file, one of a file system a folder. */
async function makeTarget(path: string, block: boolean): Promise<void> {
  if (!block) {
    await mkdir(path, { recursive: true, mode: 0o750 });
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o750 });
  await (await open(path, 'a', 0o640)).close();
}

/** Ends the mount at a path, and removes the path. @throws RpcError INTERNAL when another volume is mounted there */
export async function unpublish(host: HostCommands, volumeId: string, path: string): Promise<void> {
  await unmountAll(host, volumeId, path);
  const found = await stat(path).catch(absent);
  if (!found) return;
  // Never recursive: a folder that is not empty is not ours.
  if (found.isDirectory()) await rmdir(path);
  else await rm(path);
}

/** Several mounts may lie on one path. */
export async function unmountAll(host: HostCommands, volumeId: string, path: string): Promise<void> {
  const at = (await host.mounts()).filter(({ target }) => target === path);
  const other = at.find((mount) => mount.volumeId !== volumeId);
  if (other) throw new RpcError('INTERNAL', `Another volume (${other.volumeId}) is mounted at ${path}. It stays.`);
  for (const { target } of at) await host.unmount(target);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
