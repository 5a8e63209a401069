import { idSchema } from '@weft/shared/identity';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { WeftApi } from '../api/weft-api.js';
import type { OutOfService } from '../kubernetes/out-of-service.js';
import type { Log } from '../log/log.js';
import type { Call } from '../rpc/call.js';
import { RpcError } from '../rpc/rpc-error.js';
import { jobText } from './jobs.js';

interface Unpublish {
  api: WeftApi;
  outOfService: OutOfService;
  log: Log;
}

/**
 * Detaches a volume from one node, or from all of them. The driver detaches by force only from a node that Weft has lost and that
 * Kubernetes has out of service, and states nothing itself: Weft fences every leg first (docs/kubernetes.md, "A node that is gone").
 * @param nodeId empty: all nodes. @throws RpcError ABORTED while the job continues, FAILED_PRECONDITION while the device is in use
 */
export async function unpublishVolume(parts: Unpublish, volumeId: string, nodeId: string, call: Call): Promise<void> {
  const { api } = parts;
  if (!idSchema.safeParse(volumeId).success) return;
  const jobs = new Map<string, string>();
  let left: Attachment[] = [];
  const gone = await call.until(async () => {
    const all = await api.attachmentsOf(volumeId);
    // Revoked: every target has fenced it, so the volume may be attached elsewhere.
    left = all.filter(({ node, state }) => (nodeId === '' || node.id === nodeId) && state !== 'revoked');
    for (const attachment of left) await start(parts, attachment, jobs);
    return left.length === 0 ? true : undefined;
  });
  if (gone) return;
  const [first] = left;
  if (!first) return;
  const why = await jobText(api, first.id, first.state === 'revoking' ? 'attachment.revoke' : 'attachment.detach');
  throw new RpcError('ABORTED', `${first.volume.name} is not detached from ${first.node.name} yet. ${why}${await adviceFor(api, first)}`);
}

async function start({ api, outOfService, log }: Unpublish, attachment: Attachment, jobs: Map<string, string>): Promise<void> {
  const { id, state, version, node, volume } = attachment;
  const started = jobs.get(id);
  if (started) await refuseIfFailed(api, started);
  if (state === 'revoking') return;
  try {
    if (await isGone(api, outOfService, node.id)) {
      log('warn', 'force detach: Weft has lost the node, and Kubernetes has it out of service', { volume: volume.name, node: node.name });
      const { job } = await api.call('revokeAttachment', { params: { id }, ifMatch: version, body: { volumeName: volume.name } });
      jobs.set(id, job.id);
    } else if (!started && (state === 'attaching' || state === 'attached')) {
      const { job } = await api.call('deleteAttachment', { params: { id }, ifMatch: version });
      jobs.set(id, job.id);
    }
  } catch (error) {
    // It changed since it was read, or is gone: the next look decides.
    if (!(error instanceof RpcError && (error.code === 'ABORTED' || error.code === 'NOT_FOUND'))) throw error;
  }
}

/** A detach fails while a process has the device open. */
async function refuseIfFailed(api: WeftApi, jobId: string): Promise<void> {
  const { state, error } = await api.call('getJob', { params: { id: jobId } });
  if (state === 'failed') throw new RpcError('FAILED_PRECONDITION', error?.message ?? 'The detach failed.');
}

/** Both must hold. A node that Weft still hears can release the volume by itself. */
async function isGone(api: WeftApi, outOfService: OutOfService, nodeId: string): Promise<boolean> {
  const node = await api.node(nodeId);
  return node?.connection.state === 'lost' && (await outOfService.has(nodeId));
}

async function adviceFor(api: WeftApi, { node }: Attachment): Promise<string> {
  const lost = (await api.node(node.id))?.connection.state === 'lost';
  return lost ? ` If ${node.name} is shut down for good, give its Kubernetes node the taint node.kubernetes.io/out-of-service.` : '';
}
