import type { VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { attach, deleteVolume, detach } from './requests.js';
import type { Sweep } from './sweep.js';
import { rollBack, takeSnapshot } from './thin-snapshots.js';

const MOST_SNAPSHOTS = 3;

/** Takes a snapshot of the volume; or attaches one, detaches it, deletes it, or rolls back to it. */
export function useSnapshots({ stored, contents, clients }: Sweep, origin: VolumeDocument, a: number, b: number): string | null {
  const snapshots = [...stored.volumes.values()].filter(({ spec }) => spec.snapshot);
  const snapshot = snapshots[a % Math.max(1, snapshots.length)];
  if (!snapshot || (b % 2 === 0 && snapshots.length < MOST_SNAPSHOTS)) {
    takeSnapshot(stored, [origin._id]);
    return `snapshot of ${origin.name}`;
  }
  const [attachment] = stored.attachmentsOf(snapshot._id);
  const client = clients[a % clients.length];
  if (attachment) {
    detach(stored, attachment._id);
    return `detach ${snapshot.name} from ${attachment.nodeName}`;
  }
  if (b % 3 === 0 && client) {
    attach(stored, snapshot._id, client.id, 'readonly');
    return `attach ${snapshot.name} to ${client.name} readonly`;
  }
  if (b % 3 === 1 && stored.attachmentsOf(origin._id).length === 0) {
    contents.copied(snapshot._id, rollBack(stored, snapshot)._id);
    return `roll ${origin.name} back to ${snapshot.name}`;
  }
  deleteVolume(stored, snapshot._id);
  return `delete ${snapshot.name}`;
}
