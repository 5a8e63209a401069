import { join } from 'node:path';
import { idSchema } from '@weft/shared/identity';
import { attachmentModes } from '@weft/shared/kinds/attachment';
import { encryptions } from '@weft/shared/kinds/volume';
import { z } from 'zod';
import type { WeftApi } from '../api/weft-api.js';
import { checkCapability } from '../controller/capabilities.js';
import type { HostCommands } from '../host/host.js';
import type { Node, NodeServiceCapabilityRPCType } from '../proto/messages.js';
import { Locks } from '../rpc/locks.js';
import { RpcError, required } from '../rpc/rpc-error.js';
import type { Methods } from '../rpc/server.js';
import { FormattingMarks } from './formatting.js';
import { nodeInfo } from './node-info.js';
import { publish, unmountAll, unpublish } from './publish.js';
import { checkMountFlags, stage } from './stage.js';
import { expand, volumeStats } from './usage.js';

const CAPABILITIES: NodeServiceCapabilityRPCType[] = [
  'STAGE_UNSTAGE_VOLUME',
  'GET_VOLUME_STATS',
  'EXPAND_VOLUME',
  'VOLUME_CONDITION',
  'SINGLE_NODE_MULTI_WRITER',
];

/** What ControllerPublishVolume answered (controller/publish-volume.ts). */
const publishContextSchema = z.object({
  device: z.string().startsWith('/dev/weft/'),
  attachmentId: idSchema,
  mode: z.enum(attachmentModes),
  encryption: z.enum(encryptions),
});

export interface NodeServiceOptions {
  api: WeftApi;
  host: HostCommands;
  /** Name of this machine's node in Weft, or of its host. */
  node: string;
  stateDir: string;
}

/** The Node service: file systems and mounts of this machine. Mounts and unmounts need no server of Weft. */
export function nodeService({ api, host, node, stateDir }: NodeServiceOptions): Methods<Node> {
  const locks = new Locks();
  const marks = new FormattingMarks(join(stateDir, 'formatting'));
  return {
    NodeGetCapabilities: async () => ({ capabilities: CAPABILITIES.map((type) => ({ rpc: { type } })) }),
    NodeGetInfo: () => nodeInfo(api, host, node),
    NodeStageVolume: async (request) => {
      const volumeId = required(request.volumeId, 'volume_id');
      const stagingPath = required(request.stagingTargetPath, 'staging_target_path');
      const capability = checkCapability(request.volumeCapability);
      checkMountFlags(capability);
      const { device, attachmentId, mode, encryption } = publishContext(request.publishContext);
      const how = { readOnly: mode === 'readonly', encrypted: encryption !== 'none' };
      await locks.run(volumeId, () => stage(host, marks, { volumeId, stagingPath, capability, device, attachmentId, ...how }));
      return {};
    },
    NodeUnstageVolume: async (request) => {
      const volumeId = required(request.volumeId, 'volume_id');
      const path = required(request.stagingTargetPath, 'staging_target_path');
      await locks.run(volumeId, () => unmountAll(host, volumeId, path));
      return {};
    },
    NodePublishVolume: async (request) => {
      const volumeId = required(request.volumeId, 'volume_id');
      const targetPath = required(request.targetPath, 'target_path');
      const capability = checkCapability(request.volumeCapability);
      const stagingPath = required(request.stagingTargetPath, 'staging_target_path');
      const { device, mode } = publishContext(request.publishContext);
      const readOnly = request.readonly || mode === 'readonly';
      await locks.run(volumeId, () => publish(host, { volumeId, stagingPath, targetPath, capability, device, readOnly }));
      return {};
    },
    NodeUnpublishVolume: async (request) => {
      const volumeId = required(request.volumeId, 'volume_id');
      const path = required(request.targetPath, 'target_path');
      await locks.run(volumeId, () => unpublish(host, volumeId, path));
      return {};
    },
    // Its own lock: a stalled volume holds one process that asks for its usage, not one for each minute.
    NodeGetVolumeStats: (request) => locks.run(`the usage of ${request.volumeId}`, () => volumeStats(host, api, request)),
    NodeExpandVolume: async (request) => ({
      capacityBytes: await locks.run(required(request.volumeId, 'volume_id'), () => expand(host, request)),
    }),
  };
}

function publishContext(given: Record<string, string>): z.infer<typeof publishContextSchema> {
  const context = publishContextSchema.safeParse(given);
  if (context.success) return context.data;
  throw new RpcError('INVALID_ARGUMENT', 'The publish_context is not that of ControllerPublishVolume of this driver.');
}
