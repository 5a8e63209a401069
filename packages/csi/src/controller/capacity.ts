import { mirrorCopies } from '@weft/shared/kinds/volume';
import type { WeftApi } from '../api/weft-api.js';
import type { GetCapacityRequest, GetCapacityResponse } from '../proto/messages.js';
import { RpcError } from '../rpc/rpc-error.js';
import type { Draft } from '../rpc/server.js';
import { whyNotSupported } from './capabilities.js';
import { SMALLEST, UNIT } from './create-volume.js';
import { readParameters } from './parameters.js';
import { isWithin } from './topology.js';

/**
 * Free capacity for volumes of a StorageClass, and its largest volume. Volumes are reachable from every node, so each topology with a node
 * of Weft has all of it, and others have none.
 */
export async function getCapacity(
  api: WeftApi,
  { volumeCapabilities, parameters: given, accessibleTopology }: GetCapacityRequest,
): Promise<Draft<GetCapacityResponse>> {
  if (volumeCapabilities.some(whyNotSupported)) return { availableCapacity: 0 };
  const { className, spec } = readParameters(given);
  const nodes = await api.nodes();
  const segments = accessibleTopology?.segments ?? {};
  if (!nodes.some((node) => isWithin(node, segments))) return { availableCapacity: 0 };
  if (className === undefined || !spec.protection)
    return { availableCapacity: nodes.reduce((sum, { capacity }) => sum + capacity.freeBytes, 0) };
  const [driveClass] = (await api.call('listDriveClasses', { query: { name: className } })).items;
  if (!driveClass) return { availableCapacity: 0 };
  const { protection } = spec;
  const copies = mirrorCopies({ protection, copies: spec.copies });
  try {
    // No volume has this name: a dry run names nothing.
    const body = { ...spec, protection, name: 'capacity', driveClassId: driveClass.id, sizeBytes: SMALLEST };
    const { largestSizeBytes } = await api.call('planVolume', { body });
    const largest = Math.floor(largestSizeBytes / UNIT) * UNIT;
    return {
      availableCapacity: Math.max(largest, Math.floor(driveClass.freeBytes / copies)),
      maximumVolumeSize: { value: largest },
      minimumVolumeSize: { value: SMALLEST },
    } as Draft<GetCapacityResponse>;
  } catch (error) {
    // No placement, not even of the smallest volume.
    if (error instanceof RpcError && error.code === 'RESOURCE_EXHAUSTED') return { availableCapacity: 0 };
    throw error;
  }
}
