import { DomainError } from '@weft/shared/errors/domain-error';
import type { VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { advanceSet, type SetWorld } from '../../apps/server/src/domain/snapshot/advance-set.js';
import { newSet, snapshotName } from '../../apps/server/src/domain/snapshot/new-set.js';
import { rolledBack } from '../../apps/server/src/domain/snapshot/roll-back.js';
import { holderOf, requireReady, requireRoom, requireSettled } from '../../apps/server/src/domain/snapshot/snapshot-checks.js';
import type { StoredWorld } from './stored-world.js';
import { roomIn } from './thin-pools.js';

/* Snapshots in the stored world: what SnapshotsService, CopiesService and SnapshotSets do around the server's own functions. */

const refuse = (): never => {
  throw new DomainError('changed-meanwhile', {});
};

/** Begins a snapshot of the volumes at one moment. */
export function takeSnapshot(stored: StoredWorld, volumeIds: readonly string[]): void {
  const origins = volumeIds.map((id) => stored.world(id) ?? refuse());
  for (const { volume } of origins) requireSettled(volume);
  const wanted = origins.map((world) => ({
    ...{ world, id: stored.newId(), description: '' },
    name: snapshotName(world.volume.name, null, origins.length > 1, stored.now),
  }));
  if (wanted.some(({ name }) => [...stored.volumes.values()].some((volume) => volume.name === name))) refuse();
  const { set, copies } = newSet(wanted, holderOf(origins), { stored: stored.stored(), newId: stored.newId, origin: 'person' });
  for (const copy of copies) requireRoom(copy.legs, roomIn(stored.drives));
  stored.atomically(() => {
    stored.sets.set(set._id, set);
    for (const { volume, attachments } of origins)
      stored.write(
        { volume, attachments },
        { volume: { ...volume, spec: { ...volume.spec, snapshotSetId: set._id } }, attachments },
        'request',
      );
    for (const volume of copies) {
      stored.write({ volume: null, attachments: [] }, { volume, attachments: [] }, 'request');
      stored.openJob('snapshot.create', { kind: 'volume', id: volume._id, name: volume.name });
    }
  });
}

/** Gives a detached volume the data of its snapshot. */
export function rollBack(stored: StoredWorld, snapshot: VolumeDocument): VolumeDocument {
  requireReady(snapshot);
  const { volume, attachments, now } = stored.world(snapshot.spec.snapshot?.of.id ?? '') ?? refuse();
  const after = rolledBack(volume, attachments, snapshot, { now, newId: stored.newId });
  stored.write({ volume, attachments }, { volume: after, attachments }, 'request');
  stored.openJob('volume.roll-back', { kind: 'volume', id: volume._id, name: volume.name });
  return after;
}

/** One step of a set (like SnapshotSetReconciler). @returns whether something changed. */
export function setStep(stored: StoredWorld, id: string): boolean {
  const set = stored.sets.get(id);
  if (!set) return false;
  const { members, client } = set.spec;
  const [origins, copies] = [members.map(({ volumeId }) => stored.world(volumeId)), members.map((each) => stored.world(each.snapshotId))];
  const world: SetWorld = { set, origins, copies, now: stored.now };
  const next = advanceSet(world);
  if (next.set === set && next.volumes.length === 0) return false;
  stored.atomically(() => {
    if (next.set) stored.sets.set(id, { ...next.set, revision: set.revision + 1 });
    else stored.sets.delete(id);
    for (const volume of next.volumes) {
      const { volume: before = null, attachments = [] } = [...origins, ...copies].find((each) => each?.volume._id === volume._id) ?? {};
      stored.write({ volume: before, attachments }, { volume, attachments }, 'reconciler');
    }
    if (client) stored.recompute([client.id]);
  });
  return true;
}
