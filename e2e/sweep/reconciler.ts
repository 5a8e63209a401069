import { isDeepStrictEqual } from 'node:util';
import { withCondition } from '@weft/shared/kinds/common';
import { allLegs, type VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { epochJobView } from '../../apps/server/src/domain/jobs/epoch-job-view.js';
import { legOrders } from '../../apps/server/src/domain/legs/leg-orders.js';
import { advance } from '../../apps/server/src/domain/reconcile/advance.js';
import { attachmentOrders } from '../../apps/server/src/domain/reconcile/attachment-orders.js';
import { joiningLeg } from '../../apps/server/src/domain/repair/joining-leg.js';
import { type Load, placesFor } from '../../apps/server/src/domain/repair/replacement-drives.js';
import { type Due, dueLegs, type Wait } from '../../apps/server/src/domain/repair/replacement-due.js';
import { jobChanged } from '../../apps/server/src/jobs/jobs.service.js';
import type { StoredWorld } from './stored-world.js';

/** More steps than the longest chain that follows from one report. */
const MAX_STEPS = 20;
const IDLE: Load = { nodes: new Map(), drives: new Map() };

/** The reconciler's pure steps on the stored world until nothing changes any more. @throws Error when they do not come to rest. */
export function reconcile(stored: StoredWorld): void {
  for (let round = 0; round < MAX_STEPS; round++) {
    const changed = [...stored.volumes.keys()].map((id) => [step(stored, id), repair(stored, id)].some(Boolean));
    if (!changed.some(Boolean)) return;
  }
  throw new Error(`the reconciler did not come to rest within ${MAX_STEPS} steps`);
}

function step(stored: StoredWorld, volumeId: string): boolean {
  const world = stored.world(volumeId);
  if (!world) return false;
  const next = advance(world);
  const before = (id: string) => world.attachments.find((each) => each._id === id);
  const jobs = stored.openJobs([volumeId, ...world.attachments.map(({ _id }) => _id)]);
  const shown = jobs.map((job) => ({ job, view: epochJobView(job, world, next) })).filter(({ job, view }) => jobChanged(job, view));
  for (const { job, view } of shown) stored.jobs.set(job._id, { ...job, ...view });
  const changed = next.attachments.filter((each) => !isDeepStrictEqual(each, before(each._id)));
  if (changed.length === 0 && next.volume === world.volume && !next.volumeRemoved && next.removedAttachmentIds.length === 0) return false;

  for (const id of next.removedAttachmentIds) stored.attachments.delete(id);
  if (next.volumeRemoved) stored.volumes.delete(volumeId);
  else stored.volumes.set(volumeId, next.volume);
  for (const each of changed) stored.attachments.set(each._id, each);
  const ofAttachments = world.attachments.flatMap((each) => [each.nodeId, ...each.exports.map(({ nodeId }) => nodeId)]);
  const generations = stored.recompute([...allLegs(world.volume).map(({ nodeId }) => nodeId), ...ofAttachments]);
  const legs = next.volumeRemoved ? null : legOrders(world.volume, next.volume, generations);
  if (legs) stored.volumes.set(volumeId, { ...next.volume, ...legs });
  for (const each of changed) stored.attachments.set(each._id, { ...each, ...attachmentOrders(before(each._id), each, generations) });
  return true;
}

/** As RepairService: one replacement at a time, each planned on what came of the one before. No volume waits for another one's copies. */
function repair(stored: StoredWorld, volumeId: string): boolean {
  const volume = stored.volumes.get(volumeId);
  if (!volume) return false;
  const evicted = new Set(allLegs(volume).flatMap(({ id, driveId }) => (stored.evicted.has(driveId) ? [id] : [])));
  const { due, waits, holder } = dueLegs(volume, stored.attachmentsOf(volumeId), stored.now, evicted);
  const found: Wait[] = [...waits];
  for (const each of holder ? due : []) {
    const { places, wait } = placesFor(volume, each, stored.candidates(), IDLE);
    const [drive] = places ?? [];
    if (wait) found.push(wait);
    if (!drive || !holder) continue;
    replace(stored, volume, holder._id, each, drive);
    return true;
  }
  const [wait] = found;
  const others = volume.conditions.filter(({ type }) => type !== 'Repair');
  const conditions = wait
    ? withCondition(
        volume.conditions,
        {
          type: 'Repair',
          status: 'false',
          reason: wait.reason,
          message: wait.message,
          waitingFor: wait.waitingFor,
          unblockedBy: wait.unblockedBy,
        },
        stored.now.toISOString(),
      )
    : others;
  if (isDeepStrictEqual(conditions, volume.conditions)) return false;
  stored.volumes.set(volumeId, { ...volume, conditions });
  openRepair(stored, volume);
  return true;
}

type Drive = NonNullable<ReturnType<typeof placesFor>['places']>[number];

function replace(stored: StoredWorld, volume: VolumeDocument, holderId: string, due: Due, drive: Drive): void {
  const holder = stored.attachments.get(holderId);
  if (!holder) throw new Error(`there is no attachment ${holderId}`);
  const leg = { ...joiningLeg(volume, due, drive), id: stored.newId() };
  const legs = [...volume.legs.map((each) => (each.id === due.leg?.id ? { ...each, role: 'leaving' as const } : each)), leg];
  const next = { ...volume, legs, generation: volume.generation + 1 };
  const exports = stored.exportsWith(holder, [leg]);
  stored.volumes.set(volume._id, next);
  stored.attachments.set(holderId, { ...holder, exports });
  const generations = stored.recompute([holder.nodeId, leg.nodeId]);
  const orderGeneration = generations.get(leg.nodeId) ?? 0;
  stored.volumes.set(volume._id, { ...next, legs: legs.map((each) => (each.id === leg.id ? { ...each, orderGeneration } : each)) });
  const ordered = exports.map((each) => (each.nodeId === leg.nodeId ? { ...each, orderGeneration } : each));
  stored.attachments.set(holderId, { ...holder, exports: ordered });
  openRepair(stored, volume);
}

function openRepair(stored: StoredWorld, { _id: id, name }: VolumeDocument): void {
  if (!stored.openJobs([id]).some(({ kind }) => kind === 'volume.repair')) stored.openJob('volume.repair', { kind: 'volume', id, name });
}
