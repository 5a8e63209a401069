import type { Volume } from '@weft/shared/kinds/volume';
import type { WeftApi } from '../api/weft-api.js';
import type { ControllerExpandVolumeRequest, ControllerExpandVolumeResponse } from '../proto/messages.js';
import type { Call } from '../rpc/call.js';
import { RpcError, required } from '../rpc/rpc-error.js';
import type { Draft } from '../rpc/server.js';
import { sizeOf } from './create-volume.js';
import { jobText } from './jobs.js';

/** Grows a volume, also while it is in use. The node then grows the file system. @throws RpcError */
export async function expandVolume(
  api: WeftApi,
  request: ControllerExpandVolumeRequest,
  call: Call,
): Promise<Draft<ControllerExpandVolumeResponse>> {
  const id = required(request.volumeId, 'volume_id');
  if (!request.capacityRange) throw new RpcError('INVALID_ARGUMENT', 'The request has no capacity_range.');
  const first = await api.existingVolume(id);
  const size = sizeOf(request.capacityRange, first.sizeBytes);
  const grown = await call.until(() => growOnce(api, id, size));
  if (!grown) throw new RpcError('ABORTED', `The volume ${first.name} is still growing. ${await jobText(api, id, 'volume.grow')}`);
  // A raw block device has no file system to grow.
  return { capacityBytes: grown.sizeBytes, nodeExpansionRequired: request.volumeCapability?.accessType !== 'block' };
}

/** @returns the volume when it has the size */
async function growOnce(api: WeftApi, id: string, size: number): Promise<Volume | undefined> {
  const volume = await api.volume(id);
  if (!volume) throw new RpcError('NOT_FOUND', `The volume ${id} was deleted meanwhile.`);
  if (volume.growth) return undefined;
  if (volume.sizeBytes >= size) return volume;
  try {
    await api.call('updateVolume', { params: { id }, ifMatch: volume.version, body: { sizeBytes: size } });
  } catch (error) {
    // It changed since it was read: the next look decides.
    if (!(error instanceof RpcError && error.code === 'ABORTED')) throw error;
  }
  return undefined;
}
