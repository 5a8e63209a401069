import type { WeftApi } from '../api/weft-api.js';
import type { OutOfService } from '../kubernetes/out-of-service.js';
import type { Log } from '../log/log.js';
import type {
  Controller,
  ControllerServiceCapabilityRPCType,
  ValidateVolumeCapabilitiesRequest,
  ValidateVolumeCapabilitiesResponse,
} from '../proto/messages.js';
import { Locks } from '../rpc/locks.js';
import { RpcError, required } from '../rpc/rpc-error.js';
import type { Draft, Methods } from '../rpc/server.js';
import { whyNotSupported } from './capabilities.js';
import { getCapacity } from './capacity.js';
import { createVolume } from './create-volume.js';
import { deleteVolume } from './delete-volume.js';
import { expandVolume } from './expand-volume.js';
import { getVolume, listVolumes } from './list-volumes.js';
import { publishVolume } from './publish-volume.js';
import { unpublishVolume } from './unpublish-volume.js';

const CAPABILITIES: ControllerServiceCapabilityRPCType[] = [
  'CREATE_DELETE_VOLUME',
  'PUBLISH_UNPUBLISH_VOLUME',
  'PUBLISH_READONLY',
  'LIST_VOLUMES',
  'LIST_VOLUMES_PUBLISHED_NODES',
  'GET_CAPACITY',
  'EXPAND_VOLUME',
  'GET_VOLUME',
  'VOLUME_CONDITION',
  'SINGLE_NODE_MULTI_WRITER',
];

/** The Controller service: volumes and attachments of Weft. It keeps nothing; a repeated call finds in Weft what an earlier one did. */
export function controllerService(api: WeftApi, outOfService: OutOfService, log: Log): Methods<Controller> {
  const locks = new Locks();
  return {
    ControllerGetCapabilities: async () => ({ capabilities: CAPABILITIES.map((type) => ({ rpc: { type } })) }),
    CreateVolume: (request, call) => locks.run(`name "${request.name}"`, () => createVolume(api, request, call)),
    DeleteVolume: async ({ volumeId }, call) => {
      required(volumeId, 'volume_id');
      await locks.run(volumeId, () => deleteVolume(api, volumeId, call));
      return {};
    },
    ControllerPublishVolume: async (request, call) => ({
      publishContext: await locks.run(request.volumeId, () => publishVolume(api, request, call)),
    }),
    ControllerUnpublishVolume: async ({ volumeId, nodeId }, call) => {
      required(volumeId, 'volume_id');
      await locks.run(volumeId, () => unpublishVolume({ api, outOfService, log }, volumeId, nodeId, call));
      return {};
    },
    ValidateVolumeCapabilities: (request) => validate(api, request),
    ListVolumes: (request) => listVolumes(api, request),
    GetCapacity: (request) => getCapacity(api, request),
    ControllerExpandVolume: (request, call) => locks.run(request.volumeId, () => expandVolume(api, request, call)),
    ControllerGetVolume: ({ volumeId }) => getVolume(api, volumeId),
  };
}

async function validate(api: WeftApi, request: ValidateVolumeCapabilitiesRequest): Promise<Draft<ValidateVolumeCapabilitiesResponse>> {
  const { volumeId, volumeCapabilities, volumeContext, parameters } = request;
  required(volumeId, 'volume_id');
  if (volumeCapabilities.length === 0) throw new RpcError('INVALID_ARGUMENT', 'The request has no volume capability.');
  await api.existingVolume(volumeId);
  const why = volumeCapabilities.map(whyNotSupported).find(Boolean);
  return why ? { message: why } : { confirmed: { volumeContext, volumeCapabilities, parameters } };
}
