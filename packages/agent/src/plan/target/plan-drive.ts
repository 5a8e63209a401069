import { vgName } from '@weft/shared/identity';
import type { DriveAssignment } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import { DRIVE_LOST, DRIVE_UNREADABLE, type DriveStatus } from '@weft/shared/messages/report';
import { driveRef } from '@weft/shared/text/references';
import type { SlowState, VolumeGroup } from '../../host/host.js';
import { mayBeInterruptedWipe } from '../../host/interrupted-wipe.js';
import { type Decision, done, failed, ledgerLost, must, type Plan, type World, waiting, working } from '../plan.js';
import { groupPlace, inventoryOf } from './drive-group.js';
import { beginSanitize, followSanitize, hasAccepted, observedSanitize } from './plan-sanitize.js';
import { observedPool, planPool } from './thin/plan-pool.js';
import { wipeRefusal } from './wipe-terms.js';

/*
 * A drive: blank → a volume group of its own → given back.
 *  - in service: the agent takes only a blank drive (S1); otherwise it names the contents.
 *  - in service, and its group is gone: the drive was replaced or erased. The agent makes no group, because empty legs would follow; it reports the drive lost.
 *  - the drive is there and cannot be read: its contents are unknown, so the agent makes nothing and completes no release.
 *  - power is lost before LVM's devices file is on the disk (LVM does not sync it), or the machine is reinstalled: the agent enters the group again.
 *  - wipe order: carried out once per order, and not while the ledger is lost; never on a drive that is in use or holds legs. It names the drive, a deadline
 *    and the boot in which it may begin: the agent refuses an order that is too late, or that finds another drive in the slot.
 *  - a wipe has begun and its end is not stored (the agent was killed, or the disk under its ledger is full): it goes on while the drive holds nothing that
 *    may be newer than it. Otherwise a person decides, by a new order.
 *  - wipe order with the method `sanitize`: plan-sanitize.ts.
 *  - a sanitize runs that no order began: the agent neither takes nor wipes the drive, and completes no release.
 *  - released: the agent removes the group once no leg is left on it (S5).
 */
export function planDrive(drive: DriveAssignment, world: World): Plan<DriveStatus> {
  const { slow, facts, generation } = world;
  const vg = vgName(drive.driveId);
  const inventory = inventoryOf(drive, slow);
  const group = slow.volumeGroups.find((candidate) => candidate.vg === vg);
  const wiped = drive.wipe !== null && facts.wipeOrders[drive.wipe.orderId] !== undefined;
  const { state, reason, steps, before = [], begin = [], beginBy, after = [] } = withPool(drive, decide(drive, world), world);
  const pool = observedPool(drive, world);
  return {
    kind: 'drive',
    id: drive.driveId,
    steps,
    before,
    begin,
    beginBy,
    after,
    status: {
      kind: 'drive',
      id: drive.driveId,
      generation,
      state,
      reason,
      observed: {
        present: inventory !== undefined,
        volumeGroup: group !== undefined,
        sizeBytes: group?.sizeBytes ?? inventory?.sizeBytes ?? 0,
        freeBytes: group?.freeBytes ?? 0,
        largestFreeBytes: group?.largestFreeBytes ?? 0,
        wipedOrderId: wiped && drive.wipe ? drive.wipe.orderId : null,
        begunOrderId: drive.wipe && facts.begunWipes[drive.wipe.orderId] ? drive.wipe.orderId : null,
        ...observedSanitize(drive, inventory, facts),
        ...(pool && { pool }),
      },
    },
  };
}

/** A pool is made and kept while nothing else is to do for the drive; one that has to go, also before the drive is released. */
function withPool(drive: DriveAssignment, decision: Decision, world: World): Decision {
  const isInService = drive.desired === 'in-service' && decision.state === 'done';
  const isLeft = drive.pool?.desired === 'absent' && decision.reason?.code === 'drive-holds-legs';
  return isInService || isLeft ? planPool(drive, world) : decision;
}

type WipeOrder = NonNullable<DriveAssignment['wipe']>;

/** The drive in its slot, with this drive's own group and legs as LVM lists them. */
interface PresentDrive {
  device: string;
  inventory: DriveInventory;
  group: VolumeGroup | undefined;
  legs: number;
}

function decide(drive: DriveAssignment, world: World): Decision {
  const { slow, facts, driveDevices } = world;
  const vg = vgName(drive.driveId);
  const device = driveDevices.get(drive.driveId);
  const inventory = inventoryOf(drive, slow);
  const group = slow.volumeGroups.find((candidate) => candidate.vg === vg);
  const legs = slow.logicalVolumes.filter((volume) => volume.vg === vg).length;
  const wipe = drive.wipe !== null && facts.wipeOrders[drive.wipe.orderId] === undefined ? drive.wipe : null;

  if (drive.desired === 'observed' && !wipe) return done();
  const refusal = wipe ? wipeRefusal(drive, world) : null;
  if (refusal) return refusal;
  if (!inventory || !device) {
    return waiting('drive-missing', { group: vg, drive: named(drive), namespaceId: drive.nsid });
  }
  // The group is on the drive, but not in LVM's devices file, so no leg on it is visible: first enter it again, which changes nothing on the drive.
  if (!group && inventory.weftDriveId === drive.driveId) return working(must({ op: 'create-volume-group', vg, device }));
  const present: PresentDrive = { device, inventory, group, legs };
  if (wipe) return wiping(drive, wipe, present, facts);
  return drive.desired === 'released' ? releasing(drive, present, slow) : inService(drive, present, slow);
}

function wiping(drive: DriveAssignment, wipe: WipeOrder, present: PresentDrive, facts: World['facts']): Decision {
  const { device, inventory, group, legs } = present;
  if (facts.lost) return ledgerLost({ drive: named(drive) });
  if (facts.doubtfulWipes[wipe.orderId]) return failed('wipe-order-doubtful', { drive: named(drive) });
  if (legs > 0) return holdsLegs(drive, legs);
  if (group && drive.desired === 'in-service') return waiting('in-service', { drive: named(drive) });
  if (group) return groupRemoved(drive, group, present);
  if (hasAccepted(wipe, inventory, facts)) return followSanitize(drive, wipe, present, facts);
  if (inventory.sanitize?.state === 'running') return failed('sanitize-running', { drive: named(drive) });
  if (inventory.inUse) return inUse(drive, inventory.contents);
  const owner = otherOwner(drive, inventory);
  const foreignGroup = owner === null ? null : vgName(owner);
  if (wipe.method === 'sanitize') return beginSanitize(drive, wipe, { device, inventory, foreignGroup }, facts);
  const { contents } = inventory;
  const resumes = facts.begunWipes[wipe.orderId] !== undefined;
  if (resumes && !mayBeInterruptedWipe(contents)) return failed('wipe-order-unfinished', { drive: named(drive), contents });
  return working(must({ op: 'wipe-drive', device, serial: drive.serial, foreignGroup, ...(resumes ? { resumes } : {}) }), {
    begin: [{ fact: 'wipe-order-begun', orderId: wipe.orderId }],
    beginBy: wipe.terms ? Date.parse(wipe.terms.notAfter) : undefined,
    after: [{ fact: 'wipe-order-done', orderId: wipe.orderId, serial: drive.serial }],
  });
}

function releasing(drive: DriveAssignment, present: PresentDrive, slow: SlowState): Decision {
  const { group, legs } = present;
  if (!group) return groupPlace(drive, slow) === 'unreadable' ? unreadable(drive) : done();
  return legs > 0 ? holdsLegs(drive, legs) : groupRemoved(drive, group, present);
}

/** Removes the group, unless it is on another drive than this one: then this drive's own contents would be destroyed. */
function groupRemoved(drive: DriveAssignment, { vg }: VolumeGroup, { device, inventory }: PresentDrive): Decision {
  const owner = otherOwner(drive, inventory);
  return owner === null ? working(must({ op: 'remove-volume-group', vg, device })) : wrongDrive(drive, owner);
}

function inService(drive: DriveAssignment, { device, inventory, group }: PresentDrive, slow: SlowState): Decision {
  const vg = vgName(drive.driveId);
  const owner = otherOwner(drive, inventory);
  if (group) return owner === null ? done() : wrongDrive(drive, owner);
  if (groupPlace(drive, slow) === 'unreadable') return unreadable(drive);
  if (drive.create !== true) return withoutGroup(drive, inventory);
  if (owner !== null) return waiting('drive-not-blank', { drive: named(drive), group: vgName(owner), contents: inventory.contents });
  if (inventory.inUse) return inUse(drive, inventory.contents);
  if (inventory.contents.length > 0) return waiting('drive-not-blank', { drive: named(drive), contents: inventory.contents });
  return working(must({ op: 'create-volume-group', vg, device }));
}

/** Id of another drive whose group is on this one. */
const otherOwner = (drive: DriveAssignment, { weftDriveId }: DriveInventory): string | null =>
  weftDriveId === drive.driveId ? null : weftDriveId;

const wrongDrive = (drive: DriveAssignment, owner: string): Decision =>
  waiting('wrong-drive', { drive: named(drive), group: vgName(drive.driveId), found: vgName(owner) });

const named = ({ driveId, serial }: DriveAssignment) => driveRef(driveId, serial);

const holdsLegs = (drive: DriveAssignment, legs: number): Decision => waiting('drive-holds-legs', { drive: named(drive), legs });

const inUse = (drive: DriveAssignment, contents: string[]): Decision => waiting('drive-in-use', { drive: named(drive), contents });

const unreadable = (drive: DriveAssignment): Decision => waiting(DRIVE_UNREADABLE, { group: vgName(drive.driveId), drive: named(drive) });

function withoutGroup(drive: DriveAssignment, { contents, weftDriveId }: DriveInventory): Decision {
  if (drive.create === null) return waiting('order-unclear', { drive: named(drive), withheld: 'make' });
  const found = weftDriveId ? vgName(weftDriveId) : undefined;
  return failed(DRIVE_LOST, { drive: named(drive), group: vgName(drive.driveId), found, contents });
}
