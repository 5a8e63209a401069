import { GROWN_TAG, growthLvName, lvName, vgName, WIPED_TAG } from '@weft/shared/identity';
import type { LegAssignment } from '@weft/shared/messages/assignment';
import type { LegStatus } from '@weft/shared/messages/report';
import type { FastState, LogicalVolume, SlowState } from '../host/host.js';
import type { Operation } from '../host/operations.js';
import { type Decision, done, failed, must, type Plan, type World, waiting, working } from './plan.js';

/*
 * A leg: an LV that is wiped in full before anything else may happen to it (S2), and goes only when nobody has it open (S5).
 *  - present, no LV: create, then wipe. Interrupted in between: the tag is missing, so it is wiped again.
 *  - present, after a reboot: activate.
 *  - present, but it was wiped before and now lacks its LV or its tag: somebody was here; stop and say so.
 *  - smaller than assigned: the missing extents are taken by a volume of their own, zeroed, and only then made part of the leg, so no byte that
 *    was not zeroed is ever in it (S2); then its exports are told. Interrupted: goes on with what is there, or begins anew.
 *  - its drive was away, and is back as another device: whatever exports it is disabled, then it is made active anew (DATAPATH, Target).
 *    The export is enabled again by its own plan.
 *  - absent: waits while it is open or any namespace exports it.
 */
export const LEG_TAG = 'weft.leg';
export const volumeTag = (volumeId: string): string => `weft.volume.${volumeId}`;

export const findLegVolume = (slow: SlowState, leg: { legId: string; driveId: string }): LogicalVolume | undefined =>
  slow.logicalVolumes.find((volume) => volume.lv === lvName(leg.legId) && volume.vg === vgName(leg.driveId));

export function planLeg(leg: LegAssignment, world: World): Plan<LegStatus> {
  const volume = findLegVolume(world.slow, leg);
  const {
    state,
    reason,
    steps,
    before = [],
    after = [],
  } = leg.desired === 'present' ? present(leg, volume, world) : absent(leg, volume, world);
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
        backed: volume ? volume.backed : world.facts.wipedLegs[leg.legId] !== true || hasGroup(leg, world.slow),
      },
    },
  };
}

const hasGroup = (leg: LegAssignment, slow: SlowState): boolean => slow.volumeGroups.some((group) => group.vg === vgName(leg.driveId));

function present(leg: LegAssignment, volume: LogicalVolume | undefined, { slow, fast, facts }: World): Decision {
  const vg = vgName(leg.driveId);
  const lv = lvName(leg.legId);
  const wipedBefore = facts.wipedLegs[leg.legId] === true;
  if (!hasGroup(leg, slow)) return driveMissing(leg);
  if (!volume) {
    if (wipedBefore)
      return failed(
        'leg-lost',
        `LV ${vg}/${lv} was there and is gone; it is not made again, because an empty leg would pass for the volume's data`,
      );
    return working(
      must(
        { op: 'create-logical-volume', vg, lv, sizeBytes: leg.sizeBytes, tags: [LEG_TAG, volumeTag(leg.volumeId)] },
        { op: 'wipe-logical-volume', vg, lv },
      ),
    );
  }
  if (!volume.backed) {
    const disable = enabledOn(fast, volume).map(({ nqn, nsid }) => ({ op: 'disable-namespace', nqn, nsid }) as const);
    return working(must(...disable, { op: 'reactivate-logical-volume', vg, lv }));
  }
  const activate = volume.active ? [] : must({ op: 'activate-logical-volume', vg, lv });
  if (!volume.tags.includes(WIPED_TAG)) {
    if (wipedBefore)
      return failed(
        'leg-tag-lost',
        `LV ${vg}/${lv} was wiped before and has lost its tag ${WIPED_TAG}; it is not wiped again, because it may hold data`,
      );
    if (volume.open)
      return waiting('leg-open', `LV ${vg}/${lv} must be wiped, but it is open; see who uses it with "lsof ${volume.devicePath}"`);
    return working([...activate, ...must({ op: 'wipe-logical-volume', vg, lv })]);
  }
  const before: Decision['before'] = wipedBefore ? [] : [{ fact: 'leg-wiped', legId: leg.legId }];
  if (activate.length > 0) return working(activate, { before });
  if (volume.sizeBytes < leg.sizeBytes) return working(must(...grow(leg, volume, slow)), { before });
  if (!volume.tags.includes(GROWN_TAG)) return done(before);
  const tell = enabledOn(fast, volume).map(({ nqn, nsid }) => ({ op: 'revalidate-namespace', nqn, nsid }) as const);
  return working(must(...tell, { op: 'settle-logical-volume', vg, lv }), { before });
}

function grow(leg: LegAssignment, volume: LogicalVolume, slow: SlowState): Operation[] {
  const [vg, lv, growth] = [vgName(leg.driveId), lvName(leg.legId), growthLvName(leg.legId)];
  const sizeBytes = leg.sizeBytes - volume.sizeBytes;
  const found = growthOf(leg, slow);
  // Of an earlier order.
  if (found && (found.sizeBytes < sizeBytes || !found.backed)) return [{ op: 'remove-logical-volume', vg, lv: growth }];
  const steps: Operation[] = [];
  if (!found) steps.push({ op: 'create-logical-volume', vg, lv: growth, sizeBytes, tags: [volumeTag(leg.volumeId)] });
  if (found && !found.active) steps.push({ op: 'activate-logical-volume', vg, lv: growth });
  if (!found?.tags.includes(WIPED_TAG)) steps.push({ op: 'wipe-logical-volume', vg, lv: growth });
  return [...steps, { op: 'merge-logical-volume', vg, lv, growth, sizeBytes: leg.sizeBytes }];
}

const growthOf = (leg: LegAssignment, slow: SlowState): LogicalVolume | undefined =>
  slow.logicalVolumes.find((volume) => volume.lv === growthLvName(leg.legId) && volume.vg === vgName(leg.driveId));

const enabledOn = (fast: FastState, volume: LogicalVolume): { nqn: string; nsid: number }[] =>
  fast.subsystems.flatMap(({ nqn, namespaces }) =>
    namespaces.filter((space) => space.enabled && space.devicePath === volume.devicePath).map(({ nsid }) => ({ nqn, nsid })),
  );

function absent(leg: LegAssignment, volume: LogicalVolume | undefined, { slow, fast, facts }: World): Decision {
  const vg = vgName(leg.driveId);
  const lv = lvName(leg.legId);
  if (!hasGroup(leg, slow)) return driveMissing(leg);
  if (growthOf(leg, slow)) return working(must({ op: 'remove-logical-volume', vg, lv: growthLvName(leg.legId) }));
  if (!volume) return done(facts.wipedLegs[leg.legId] ? [{ fact: 'leg-removed', legId: leg.legId }] : []);
  const exporter = exporterOf(fast, leg.legId, volume);
  if (exporter)
    return waiting('leg-exported', `LV ${vg}/${lv} is still exported by subsystem ${exporter}; it goes once the volume is detached`);
  if (volume.open) return waiting('leg-open', `LV ${vg}/${lv} is open; see who uses it with "lsof ${volume.devicePath}"`);
  return working(must({ op: 'remove-logical-volume', vg, lv }));
}

/** NQN of a subsystem that has this leg as a namespace, enabled or not (S5). */
const exporterOf = (fast: FastState, legId: string, volume: LogicalVolume): string | undefined =>
  fast.subsystems.find((subsystem) => subsystem.namespaces.some((space) => space.uuid === legId || space.devicePath === volume.devicePath))
    ?.nqn;

const driveMissing = (leg: LegAssignment): Decision =>
  waiting('drive-missing', `volume group ${vgName(leg.driveId)} is not there: its drive is missing or not yet in service`);
