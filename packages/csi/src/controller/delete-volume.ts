import type { WeftApi } from '../api/weft-api.js';
import { NAME_LABEL } from '../names.js';
import type { Call } from '../rpc/call.js';
import { RpcError } from '../rpc/rpc-error.js';
import { jobText } from './jobs.js';

/** Deletes a volume that this driver has made, with its data. One that is not there is deleted. @throws RpcError */
export async function deleteVolume(api: WeftApi, volumeId: string, call: Call): Promise<void> {
  const volume = await api.volume(volumeId);
  if (!volume) return;
  if (volume.labels[NAME_LABEL] === undefined)
    throw new RpcError(
      'FAILED_PRECONDITION',
      `The volume ${volume.name} was not made by this driver: it has no label ${NAME_LABEL}. Delete it in Weft, or set persistentVolumeReclaimPolicy to Retain.`,
    );
  if (volume.state !== 'deleting') {
    if (volume.clients.length > 0)
      throw new RpcError(
        'FAILED_PRECONDITION',
        `The volume ${volume.name} is attached to ${volume.clients.map(({ name }) => name).join(', ')}.`,
      );
    await api.call('deleteVolume', { params: { id: volumeId }, ifMatch: volume.version });
  }
  const gone = await call.until(async () => ((await api.volume(volumeId)) ? undefined : true));
  if (!gone)
    throw new RpcError('ABORTED', `The volume ${volume.name} is still being deleted. ${await jobText(api, volumeId, 'volume.delete')}`);
}
