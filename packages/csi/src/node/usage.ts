import type { WeftApi } from '../api/weft-api.js';
import { conditionOf } from '../controller/condition.js';
import type { HostCommands, VolumeMount } from '../host/host.js';
import type { NodeExpandVolumeRequest, NodeGetVolumeStatsResponse, VolumeCondition } from '../proto/messages.js';
import { RpcError, required } from '../rpc/rpc-error.js';
import type { Draft } from '../rpc/server.js';

/** @throws RpcError NOT_FOUND when the volume is not mounted at the path */
async function mountAt(host: HostCommands, volumeId: string, path: string): Promise<VolumeMount> {
  required(volumeId, 'volume_id');
  required(path, 'volume_path');
  const found = (await host.mounts()).find((mount) => mount.target === path && mount.volumeId === volumeId);
  if (!found) throw new RpcError('NOT_FOUND', `The volume ${volumeId} is not mounted at ${path}.`);
  return found;
}

export async function volumeStats(
  host: HostCommands,
  api: WeftApi,
  { volumeId, volumePath }: { volumeId: string; volumePath: string },
): Promise<Draft<NodeGetVolumeStatsResponse>> {
  const mount = await mountAt(host, volumeId, volumePath);
  const volumeCondition = await condition(api, volumeId);
  if (mount.kind === 'block') return { usage: [{ unit: 'BYTES', total: (await host.deviceOf(mount)).sizeBytes }], volumeCondition };
  const used = await host.usage(mount);
  return {
    usage: [
      { unit: 'BYTES', total: used.totalBytes, used: used.usedBytes, available: used.availableBytes },
      { unit: 'INODES', total: used.totalInodes, used: used.usedInodes, available: used.availableInodes },
    ],
    volumeCondition,
  };
}

/** I/O continues while no server answers: that is no evidence of a problem, and the message tells that it is not known. */
async function condition(api: WeftApi, volumeId: string): Promise<VolumeCondition> {
  try {
    const volume = await api.volume(volumeId);
    return volume ? conditionOf(volume) : { abnormal: true, message: 'Weft has no such volume.' };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { abnormal: false, message: `unknown: ${error.message}` };
  }
}

/** Grows the file system to the size of its device. @returns size of the device in bytes */
export async function expand(host: HostCommands, { volumeId, volumePath, capacityRange }: NodeExpandVolumeRequest): Promise<number> {
  const mount = await mountAt(host, volumeId, volumePath);
  const device = await host.deviceOf(mount);
  const wanted = capacityRange?.requiredBytes ?? 0;
  if (device.sizeBytes < wanted)
    throw new RpcError('ABORTED', `The device has ${device.sizeBytes} bytes on this node, not yet ${wanted}. Repeat the call.`);
  if (mount.kind === 'file-system' && !mount.readOnly) await host.growFileSystem(mount, device);
  return device.sizeBytes;
}
