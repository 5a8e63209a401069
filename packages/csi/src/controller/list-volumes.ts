import { MAX_PAGE } from '@weft/shared/endpoints/definition/endpoint';
import type { Volume } from '@weft/shared/kinds/volume';
import type { WeftApi } from '../api/weft-api.js';
import type { ControllerGetVolumeResponse, ListVolumesRequest, ListVolumesResponse } from '../proto/messages.js';
import { RpcError, required } from '../rpc/rpc-error.js';
import type { Draft } from '../rpc/server.js';
import { conditionOf } from './condition.js';
import { csiVolume } from './create-volume.js';

const entryOf = (volume: Volume) => ({
  volume: csiVolume(volume),
  // The external-attacher attaches again what is not listed: fenced and revoked attachments count until they are gone.
  status: { publishedNodeIds: volume.clients.map(({ id }) => id), volumeCondition: conditionOf(volume) },
});

/** All volumes of the cluster, also those that people have made: a static PersistentVolume may name them. */
export async function listVolumes(api: WeftApi, { maxEntries, startingToken }: ListVolumesRequest): Promise<Draft<ListVolumesResponse>> {
  if (maxEntries < 0) throw new RpcError('INVALID_ARGUMENT', 'max_entries cannot be negative.');
  if (maxEntries === 0 && startingToken === '') return { entries: (await api.volumes()).map(entryOf) };
  const limit = maxEntries === 0 ? MAX_PAGE : Math.min(maxEntries, MAX_PAGE);
  const query = { limit, ...(startingToken ? { cursor: startingToken } : {}) };
  const { items, nextCursor } = await api.call('listVolumes', { query });
  return { entries: items.map(entryOf), nextToken: nextCursor ?? '' };
}

/** @throws RpcError NOT_FOUND */
export async function getVolume(api: WeftApi, volumeId: string): Promise<Draft<ControllerGetVolumeResponse>> {
  required(volumeId, 'volume_id');
  return entryOf(await api.existingVolume(volumeId));
}
