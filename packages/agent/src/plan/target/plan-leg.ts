import { GROWN_TAG, growthLvName, lvName, vgName, WIPED_TAG } from '@weft/shared/identity';
import type { LegAssignment } from '@weft/shared/messages/assignment';
import { DRIVE_UNREADABLE, type LegStatus } from '@weft/shared/messages/report';
import type { FastState, LogicalVolume, SlowState } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import type { Facts } from '../../ledger/facts.js';
import { type Decision, done, failed, ledgerLost, must, type Plan, type Step, type World, waiting, working } from '../plan.js';
import { dropDevice, lengthened, pathsOf } from './device/leg-device.js';
import { type GroupPlace, groupPlace } from './drive-group.js';
import { dropIntegrity, exportedVolume, integrityDecision, observedIntegrity, wipeOf } from './integrity/leg-integrity.js';
import { dropCache, lacksCache, observedCache, planCache, removeCacheVolumes, returnedCache, underDevice } from './leg-cache.js';
import { LEG_TAG, volumeTag } from './leg-tags.js';
import { isThin, observedThin, thinDecision, thinVolume } from './thin/plan-thin.js';

/*
 * A leg: an LV that is wiped in full before any other use (S2), and removed only when nothing has it open (S5).
 *  - present, no LV: create, then wipe. After an interruption the tag is missing, so it is wiped again.
 *  - present, after a reboot: activate.
 *  - present, but it was ready before, as the server or the ledger says, and now lacks its LV, its tag or some of its bytes: its drive was replaced or
 *    erased, or someone changed it. The agent makes and zeroes nothing, because zeros would pass for the volume's data: it stops and reports the loss.
 *  - the ledger is lost: neither made nor wiped, because the lost facts may have listed it.
 *  - smaller than assigned: the missing extents become an LV of their own, are zeroed, and only then become part of the leg, so it never contains a byte
 *    that was not zeroed (S2); then the leg's device follows (leg-device.ts), and the agent revalidates its exports. After an interruption: continues
 *    with what is there, or starts over.
 *  - its drive was missing, and is back as another device: the agent disables its namespaces, removes the leg's device, then reactivates the LV.
 *    The export's own plan makes the device and enables them again.
 *  - absent: waits while it is open or any namespace exports it, and at last for the drive of its cache.
 */
export const findLegVolume = (slow: SlowState, leg: Pick<LegAssignment, 'legId' | 'driveId'>): LogicalVolume | undefined =>
  slow.logicalVolumes.find((volume) => volume.lv === lvName(leg.legId) && volume.vg === vgName(leg.driveId));

/** What exports of the leg open, below the leg's own device. */
export const legVolume = (leg: LegAssignment, { fast, slow }: Pick<World, 'fast' | 'slow'>): LogicalVolume | undefined =>
  isThin(leg) ? thinVolume(leg, fast, slow) : plainVolume(leg, fast, slow);

function plainVolume(leg: LegAssignment, fast: FastState, slow: SlowState): LogicalVolume | undefined {
  const volume = findLegVolume(slow, leg);
  return volume && exportedVolume(leg, volume, fast);
}

function planThin(leg: LegAssignment & { thin: NonNullable<LegAssignment['thin']> }, world: World): Plan<LegStatus> {
  const place = placeOf(leg, world);
  const wasReady = world.facts.wipedLegs[leg.legId] === true || (leg.readyBytes ?? 0) > 0;
  const isGone = place !== 'listed' && !(place === 'absent' && leg.desired === 'absent');
  const gone = () => (place === 'absent' && wasReady ? lost(leg, true) : driveMissing(leg, place));
  const decision = isGone ? gone() : thinDecision(leg, world);
  const { state, reason, steps, before = [], after = [] } = decision;
  const observed = observedThin(leg, world);
  const { generation } = world;
  return { kind: 'leg', id: leg.legId, steps, before, after, status: { kind: 'leg', id: leg.legId, generation, state, reason, observed } };
}

export function planLeg(leg: LegAssignment, world: World): Plan<LegStatus> {
  if (isThin(leg)) return planThin(leg, world);
  const volume = findLegVolume(world.slow, leg);
  const {
    state,
    reason,
    steps,
    before = [],
    after = [],
  } = leg.desired === 'present' ? present(leg, volume, world) : absent(leg, volume, world);
  const cache = volume && observedCache(leg, volume, world);
  const integrity = observedIntegrity(leg, world.slow);
  return {
    kind: 'leg',
    id: leg.legId,
    steps,
    before,
    after,
    status: {
      kind: 'leg',
      id: leg.legId,
      generation: world.generation,
      state,
      reason,
      observed: {
        present: volume !== undefined,
        wiped: volume?.tags.includes(WIPED_TAG) ?? false,
        open: volume?.open ?? false,
        sizeBytes: volume?.sizeBytes ?? 0,
        backed: volume
          ? volume.backed && !lacksCache(leg, volume, world)
          : world.facts.wipedLegs[leg.legId] !== true || hasGroup(leg, world.slow),
        ...(cache && { cache }),
        ...(integrity && { integrity }),
      },
    },
  };
}

const hasGroup = (leg: LegAssignment, slow: SlowState): boolean => slow.volumeGroups.some((group) => group.vg === vgName(leg.driveId));

/** Everything that lies on the leg's volume. */
function takeDown(leg: LegAssignment, volume: LogicalVolume, fast: FastState): Operation[] {
  const disable = enabledOn(fast, leg, volume).map(({ nqn, nsid }): Operation => ({ op: 'disable-namespace', nqn, nsid }));
  return [...disable, ...dropDevice(fast, leg.legId), ...dropCache(leg.legId, fast), ...dropIntegrity(fast, leg.legId)];
}

function present(leg: LegAssignment, volume: LogicalVolume | undefined, world: World): Decision {
  const { slow, fast, facts } = world;
  const vg = vgName(leg.driveId);
  const lv = lvName(leg.legId);
  const wipedBefore = facts.wipedLegs[leg.legId] === true;
  const wasReady = wipedBefore || (leg.readyBytes ?? 0) > 0;
  const place = placeOf(leg, world);
  if (place === 'absent' && wasReady) return lost(leg, true);
  if (place !== 'listed') return driveMissing(leg, place);
  if (!volume) return unmade(leg, wasReady, facts);
  if (!volume.backed) return working(must(...takeDown(leg, volume, fast), { op: 'reactivate-logical-volume', vg, lv }));
  const activate = volume.active ? [] : must({ op: 'activate-logical-volume', vg, lv });
  if (!volume.tags.includes(WIPED_TAG)) return unwiped(leg, volume, activate, wasReady, facts);
  const before: Decision['before'] = wipedBefore ? [] : [{ fact: 'leg-wiped', legId: leg.legId }];
  if (activate.length > 0) return working(activate, { before });
  const readyBytes = leg.readyBytes ?? leg.sizeBytes;
  if (volume.sizeBytes < Math.min(readyBytes, leg.sizeBytes))
    return failed('leg-short', { lv: pathOf(leg), sizeBytes: volume.sizeBytes, readyBytes });
  const below = integrityDecision(leg, volume, world, { before });
  if (below) return below;
  if (leg.integrity) return done(before);
  if (volume.sizeBytes < leg.sizeBytes) return working(must(...grow(leg, volume, slow)), { before });
  const returned = returnedCache(leg, volume, world);
  if (returned.length > 0) return working(must(...takeDown(leg, volume, fast), ...returned), { before });
  if (lacksCache(leg, volume, world)) return waiting('leg-cache-missing', { lv: pathOf(leg), group: vgName(leg.cache?.driveId ?? '') });
  const cache = planCache(leg, volume, world);
  if (cache.length > 0) return working(must(...cache), { before });
  const under = underDevice(leg, volume, world);
  if (under === null) return waiting('leg-cache-starts', { lv: pathOf(leg) });
  const lengthen = lengthened(fast, leg.legId, volume, under);
  if (!volume.tags.includes(GROWN_TAG)) return lengthen.length > 0 ? working(must(...lengthen), { before }) : done(before);
  const tell = enabledOn(fast, leg, volume).map(({ nqn, nsid }) => ({ op: 'revalidate-namespace', nqn, nsid }) as const);
  return working(must(...lengthen, ...tell, { op: 'settle-logical-volume', vg, lv }), { before });
}

/** Its group is there, and its LV is not. */
function unmade(leg: LegAssignment, wasReady: boolean, facts: Facts): Decision {
  if (wasReady) return lost(leg, false);
  if (facts.lost) return ledgerLost({ lv: pathOf(leg) });
  if (leg.readyBytes === null) return unclear(leg, 'make');
  const [vg, lv] = [vgName(leg.driveId), lvName(leg.legId)];
  return working(
    must({ op: 'create-logical-volume', vg, lv, sizeBytes: leg.sizeBytes, tags: [LEG_TAG, volumeTag(leg.volumeId)] }, wipeOf(leg)),
  );
}

/** Its LV lacks the tag that it was zeroed in full. */
function unwiped(leg: LegAssignment, volume: LogicalVolume, activate: Step[], wasReady: boolean, facts: Facts): Decision {
  const lv = pathOf(leg);
  if (wasReady) return failed('leg-tag-lost', { lv, tag: WIPED_TAG });
  if (facts.lost) return ledgerLost({ lv, lacksTag: WIPED_TAG });
  if (leg.readyBytes === null) return unclear(leg, 'wipe');
  if (volume.open) return waiting('leg-open', { lv, device: volume.devicePath, wipe: true });
  return working([...activate, ...must(wipeOf(leg))]);
}

function grow(leg: LegAssignment, volume: LogicalVolume, slow: SlowState): Operation[] {
  const [vg, lv, growth] = [vgName(leg.driveId), lvName(leg.legId), growthLvName(leg.legId)];
  const sizeBytes = leg.sizeBytes - volume.sizeBytes;
  const found = growthOf(leg, slow);
  // Left by an earlier order.
  if (found && (found.sizeBytes < sizeBytes || !found.backed)) return [{ op: 'remove-logical-volume', vg, lv: growth }];
  const steps: Operation[] = [];
  if (!found) steps.push({ op: 'create-logical-volume', vg, lv: growth, sizeBytes, tags: [volumeTag(leg.volumeId)] });
  if (found && !found.active) steps.push({ op: 'activate-logical-volume', vg, lv: growth });
  if (!found?.tags.includes(WIPED_TAG)) steps.push({ op: 'wipe-logical-volume', vg, lv: growth });
  return [...steps, { op: 'merge-logical-volume', vg, lv, growth, sizeBytes: leg.sizeBytes }];
}

const growthOf = (leg: LegAssignment, slow: SlowState): LogicalVolume | undefined =>
  slow.logicalVolumes.find((volume) => volume.lv === growthLvName(leg.legId) && volume.vg === vgName(leg.driveId));

function enabledOn(fast: FastState, { legId }: LegAssignment, volume: LogicalVolume): { nqn: string; nsid: number }[] {
  const paths = pathsOf(legId, volume);
  return fast.subsystems.flatMap(({ nqn, namespaces }) =>
    namespaces.filter((space) => space.enabled && paths.includes(space.devicePath)).map(({ nsid }) => ({ nqn, nsid })),
  );
}

function absent(leg: LegAssignment, volume: LogicalVolume | undefined, world: World): Decision {
  const { slow, fast, facts } = world;
  const vg = vgName(leg.driveId);
  const lv = lvName(leg.legId);
  const place = placeOf(leg, world);
  const forgotten = done(facts.wipedLegs[leg.legId] ? [{ fact: 'leg-removed', legId: leg.legId }] : []);
  const above = [...dropDevice(fast, leg.legId), ...dropCache(leg.legId, fast), ...dropIntegrity(fast, leg.legId)];
  const cache = [...above, ...removeCacheVolumes(leg.legId, slow)];
  // The drive is there and was read: it holds no LV of this group.
  const gone = cacheOutOfReach(leg, world) ?? forgotten;
  if (place === 'absent') return cache.length > 0 ? working(must(...cache)) : gone;
  if (place !== 'listed') return driveMissing(leg, place);
  if (growthOf(leg, slow)) return working(must({ op: 'remove-logical-volume', vg, lv: growthLvName(leg.legId) }));
  if (!volume) return cache.length > 0 ? working(must(...cache)) : gone;
  const exporter = exporterOf(fast, leg.legId, volume);
  if (exporter) return waiting('leg-exported', { lv: pathOf(leg), subsystem: exporter });
  if (volume.open) return waiting('leg-open', { lv: pathOf(leg), device: volume.devicePath, wipe: false });
  return working(must(...cache, { op: 'remove-logical-volume', vg, lv }));
}

/** NQN of a subsystem that has this leg as a namespace, enabled or not (S5). */
function exporterOf(fast: FastState, legId: string, volume: LogicalVolume): string | undefined {
  const paths = pathsOf(legId, volume);
  return fast.subsystems.find(({ namespaces }) => namespaces.some((space) => space.uuid === legId || paths.includes(space.devicePath)))
    ?.nqn;
}

/** If the assignment does not list the drive, only LVM's list of groups is known. */
function placeOf(leg: LegAssignment, { content, slow }: World): GroupPlace {
  const drive = content.drives.find(({ driveId }) => driveId === leg.driveId);
  if (drive) return groupPlace(drive, slow);
  return hasGroup(leg, slow) ? 'listed' : 'no-drive';
}

/** The volumes of its cache may be on a drive that is out: nothing would remove them when it is back (sweep seed 47). */
function cacheOutOfReach(leg: LegAssignment, world: World): Decision | null {
  if (!leg.cache) return null;
  const onDrive = { ...leg, driveId: leg.cache.driveId };
  const place = placeOf(onDrive, world);
  return place === 'listed' || place === 'absent' ? null : driveMissing(onDrive, place);
}

const driveMissing = (leg: LegAssignment, place: GroupPlace): Decision =>
  waiting(place === 'unreadable' ? DRIVE_UNREADABLE : 'drive-missing', { group: vgName(leg.driveId) });

const pathOf = (leg: LegAssignment): string => `${vgName(leg.driveId)}/${lvName(leg.legId)}`;

const lost = (leg: LegAssignment, groupLost: boolean): Decision => failed('leg-lost', { lv: pathOf(leg), groupLost });

const unclear = (leg: LegAssignment, withheld: 'make' | 'wipe'): Decision => waiting('order-unclear', { legId: leg.legId, withheld });
