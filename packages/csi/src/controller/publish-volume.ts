import type { Attachment, AttachmentMode } from '@weft/shared/kinds/attachment';
import type { Node } from '@weft/shared/kinds/node';
import type { Volume } from '@weft/shared/kinds/volume';
import { transportSchema } from '@weft/shared/messages/assignment';
import type { WeftApi } from '../api/weft-api.js';
import type { ControllerPublishVolumeRequest } from '../proto/messages.js';
import type { Call } from '../rpc/call.js';
import { RpcError, required } from '../rpc/rpc-error.js';
import { attachmentModeOf, checkCapability } from './capabilities.js';
import { jobText } from './jobs.js';

/** What the node service gets with each call for a published volume. */
export interface PublishContext {
  [key: string]: string;
  /** Path of the device on the node. */
  device: string;
  /** The tenure: a volume that is attached again has another one. */
  attachmentId: string;
  mode: AttachmentMode;
  encryption: string;
}

/** Attaches a volume to a node. @throws RpcError */
export async function publishVolume(api: WeftApi, request: ControllerPublishVolumeRequest, call: Call): Promise<PublishContext> {
  required(request.volumeId, 'volume_id');
  required(request.nodeId, 'node_id');
  const mode = attachmentModeOf(checkCapability(request.volumeCapability), request.readonly);
  const [volume, node] = await volumeAndNode(api, request);
  const attached = await call.until(async () => {
    const here = await attachmentOn(api, volume, node, mode);
    if (!here) await attach(api, volume, node, mode, request.volumeContext.transport);
    return here?.state === 'attached' && here.device !== null ? here : undefined;
  });
  if (attached?.device) return { device: attached.device, attachmentId: attached.id, mode, encryption: volume.encryption };
  const open = (await api.attachmentsOf(volume.id)).find((each) => each.node.id === node.id);
  const why = open
    ? await jobText(api, open.id, open.state === 'attaching' ? 'attachment.attach' : 'attachment.detach')
    : 'Repeat the call.';
  throw new RpcError('ABORTED', `The volume ${volume.name} is not attached to ${node.name} yet. ${why}`);
}

async function volumeAndNode(api: WeftApi, { volumeId, nodeId }: ControllerPublishVolumeRequest): Promise<[Volume, Node]> {
  const volume = await api.existingVolume(volumeId);
  const node = await api.node(nodeId);
  if (!node) throw new RpcError('NOT_FOUND', `There is no node ${nodeId}.`);
  return [volume, node];
}

/** @returns undefined: none, and none elsewhere forbids one. @throws RpcError when one in another mode or elsewhere does */
async function attachmentOn(api: WeftApi, volume: Volume, node: Node, mode: AttachmentMode): Promise<Attachment | undefined> {
  const all = await api.attachmentsOf(volume.id);
  const here = all.find((each) => each.node.id === node.id);
  if (here && here.mode !== mode && (here.state === 'attaching' || here.state === 'attached'))
    throw new RpcError(
      'ALREADY_EXISTS',
      `The volume ${volume.name} is attached to ${node.name} as ${here.mode}, not ${mode}. Detach it first.`,
    );
  // A fenced client cannot write any more: its attachment only waits for the report of the client.
  const others = all.filter((each) => each.node.id !== node.id && each.state !== 'revoked');
  const barred = others.find((each) => mode === 'exclusive' || each.mode !== mode);
  if (!here && barred)
    throw new RpcError(
      'FAILED_PRECONDITION',
      `The volume ${volume.name} is attached to ${barred.node.name} (node id ${barred.node.id}) as ${barred.mode} (${barred.state}). It is never moved by force from here: docs/kubernetes.md, "A node that is gone".`,
    );
  return here;
}

async function attach(api: WeftApi, { id }: Volume, node: Node, mode: AttachmentMode, transport: string | undefined): Promise<void> {
  const given = transportSchema.safeParse(transport);
  try {
    await api.call('createAttachment', {
      // The kubelet of a node that restarts expects the device: Weft attaches it again.
      body: { volumeId: id, nodeId: node.id, mode, reattach: true, ...(given.success ? { transport: given.data } : {}) },
    });
  } catch (error) {
    // An earlier attempt, whose answer was lost, or another controller. The next look finds it.
    if (!(error instanceof RpcError && error.code === 'ALREADY_EXISTS')) throw error;
  }
}
