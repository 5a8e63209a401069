import { allLegs, type LegDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { evictionStep } from '../../apps/server/src/domain/repair/eviction-step.js';
import { isOn, placeOfDrive } from '../../apps/server/src/domain/repair/place.js';
import { repairStep } from '../../apps/server/src/domain/repair/repair-step.js';
import { dueLegs } from '../../apps/server/src/domain/repair/replacement-due.js';
import { volumeStep } from '../../apps/server/src/domain/volume-step.js';
import type { StoredWorld } from './stored-world.js';
import { setStep } from './thin-snapshots.js';

/** More steps than the longest chain that one report causes. */
const MAX_STEPS = 20;

/** Runs the server's own steps on the stored world until nothing changes any more. @throws Error when they do not come to rest. */
export function reconcile(stored: StoredWorld): void {
  for (let round = 0; round < MAX_STEPS; round++) {
    const changed = [...stored.volumes.keys()].map((id) => [step(stored, id), repair(stored, id)].some(Boolean));
    for (const id of stored.sets.keys()) changed.push(setStep(stored, id));
    for (const id of stored.drives.keys()) changed.push(eviction(stored, id));
    if (!changed.some(Boolean)) return;
  }
  throw new Error(`the reconciler did not come to rest within ${MAX_STEPS} steps`);
}

/** Like VolumeReconciler. */
function step(stored: StoredWorld, volumeId: string): boolean {
  const world = stored.world(volumeId);
  if (!world) return false;
  const { after, shown, isNew } = volumeStep(world, stored.openJobs([volumeId, ...world.attachments.map(({ _id }) => _id)]));
  if (!isNew) return false;
  stored.atomically(() => {
    stored.write(world, after, 'reconciler');
    for (const { job, view } of shown) stored.jobs.set(job._id, { ...job, ...view });
  });
  return true;
}

/** Like RepairService: one replacement at a time, each planned on the result of the previous one. No volume waits for another volume's resync. */
function repair(stored: StoredWorld, volumeId: string): boolean {
  const volume = stored.volumes.get(volumeId);
  if (!volume) return false;
  const world = { volume, attachments: stored.attachmentsOf(volumeId), now: stored.now, newId: stored.newId };
  const evicted = new Set(
    allLegs(volume).flatMap(({ id, driveId }) => (stored.drives.get(driveId)?.spec.scheduling === 'evicting' ? [id] : [])),
  );
  const legs = dueLegs(volume, world.attachments, stored.now, evicted);
  const surroundings = () => ({
    doubtful: [],
    candidates: stored.candidates(volume.spec.provisioning),
    fencedTargets: new Set<string>(),
    load: { nodes: new Map(), drives: new Map() },
    line: [],
    exportsOf: (leg: LegDocument) => (legs.holder ? stored.exportsOf(legs.holder, [leg]) : []),
  });
  const { after, isNew, needsJob } = repairStep(world, legs, legs.due.length > 0 ? surroundings() : null);
  if (!isNew) return false;
  stored.atomically(() => {
    stored.write(world, after, 'reconciler');
    const isOpen = stored.openJobs([volumeId]).some(({ kind }) => kind === 'volume.repair');
    if (needsJob && !isOpen) stored.openJob('volume.repair', { kind: 'volume', id: volumeId, name: volume.name });
  });
  return true;
}

/** Like EvictionsService: ends the eviction of a drive without legs. */
function eviction(stored: StoredWorld, driveId: string): boolean {
  const drive = stored.drives.get(driveId);
  const before = drive && placeOfDrive(drive);
  if (!drive || before?.scheduling !== 'evicting') return false;
  const volumes = [...stored.volumes.values()].filter((volume) => allLegs(volume).some(isOn(before)));
  const { place } = evictionStep({ place: before, volumes, removalReasons: new Map(), now: stored.now }, []);
  return stored.schedule(drive, place ?? before);
}
