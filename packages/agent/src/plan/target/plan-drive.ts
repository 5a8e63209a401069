import { vgName } from '@weft/shared/identity';
import type { DriveAssignment } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import { DRIVE_LOST, DRIVE_UNREADABLE, type DriveStatus } from '@weft/shared/messages/report';
import { type Decision, done, failed, ledgerLost, must, type Plan, type World, waiting, working } from '../plan.js';
import { groupPlace, inventoryOf } from './drive-group.js';
import { wipeRefusal } from './wipe-terms.js';

/*
 * A drive: blank → a volume group of its own → given back.
 *  - in service: the agent takes only a blank drive (S1); otherwise it names the contents.
 *  - in service, and its group is gone: the drive was replaced or erased. The agent makes no group, because empty legs would follow; it reports the drive lost.
 *  - the drive is there and cannot be read: its contents are unknown, so the agent makes nothing and completes no release.
 *  - power is lost before LVM's devices file is on the disk (LVM does not sync it), or the machine is installed anew: the agent enters the group again.
 *  - wipe order: carried out once per order, and not while the ledger is lost; never on a drive that is in use or holds legs. It names the drive, a deadline
 *    and the boot in which it may begin: the agent refuses an order that is too late, or that finds another drive in the slot.
 *  - released: the agent removes the group once no leg is left on it (S5).
 */
export function planDrive(drive: DriveAssignment, world: World): Plan<DriveStatus> {
  const { slow, facts, generation } = world;
  const vg = vgName(drive.driveId);
  const inventory = inventoryOf(drive, slow);
  const group = slow.volumeGroups.find((candidate) => candidate.vg === vg);
  const wiped = drive.wipe !== null && facts.wipeOrders[drive.wipe.orderId] !== undefined;
  const { state, reason, steps, before = [], after = [] } = decide(drive, world);
  return {
    kind: 'drive',
    id: drive.driveId,
    steps,
    before,
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
      },
    },
  };
}

function decide(drive: DriveAssignment, world: World): Decision {
  const { slow, facts, driveDevices } = world;
  const vg = vgName(drive.driveId);
  const device = driveDevices.get(drive.driveId);
  const inventory = inventoryOf(drive, slow);
  const group = slow.volumeGroups.find((candidate) => candidate.vg === vg);
  const legs = slow.logicalVolumes.filter((volume) => volume.vg === vg);
  const wipeDue = drive.wipe !== null && facts.wipeOrders[drive.wipe.orderId] === undefined;

  if (drive.desired === 'observed' && !wipeDue) return done();
  const refusal = wipeDue ? wipeRefusal(drive, world) : null;
  if (refusal) return refusal;
  if (!inventory || !device) {
    return waiting(
      'drive-missing',
      `drive ${drive.serial} (namespace ${drive.nsid}) is not there; plug it in again, or check it with "nvme list" on this node`,
    );
  }
  // The group is on the drive, but not in LVM's devices file, so no leg on it is visible: first enter it again, which changes nothing on the drive.
  if (!group && inventory.weftDriveId === drive.driveId) return working(must({ op: 'create-volume-group', vg, device }));
  if (wipeDue && drive.wipe) {
    if (facts.lost) return ledgerLost(`whether drive ${drive.serial} was erased on this order already is not known`);
    if (facts.doubtfulWipes[drive.wipe.orderId]) {
      return failed(
        'wipe-order-doubtful',
        `whether drive ${drive.serial} was erased on this order already is not known, for the ledger was lost meanwhile; nothing was erased, order the wipe again`,
      );
    }
    if (legs.length > 0) return holdsLegs(drive, legs.length);
    if (group && drive.desired === 'in-service') {
      return waiting('in-service', `drive ${drive.serial} is in service; release it before it is wiped`);
    }
    if (group) return working(must({ op: 'remove-volume-group', vg, device }));
    if (inventory.inUse) return inUse(drive, inventory.contents);
    const { weftDriveId } = inventory;
    const foreignGroup = weftDriveId !== null && weftDriveId !== drive.driveId ? vgName(weftDriveId) : null;
    return working(must({ op: 'wipe-drive', device, serial: drive.serial, foreignGroup }), {
      after: [{ fact: 'wipe-order-done', orderId: drive.wipe.orderId, serial: drive.serial }],
    });
  }
  if (drive.desired === 'released') {
    if (!group) return groupPlace(drive, slow) === 'unreadable' ? unreadable(drive) : done();
    if (legs.length > 0) return holdsLegs(drive, legs.length);
    return working(must({ op: 'remove-volume-group', vg, device }));
  }
  if (group && inventory.weftDriveId !== null && inventory.weftDriveId !== drive.driveId) {
    return waiting(
      'wrong-drive',
      `volume group ${vg} is not on drive ${drive.serial} (it carries ${vgName(inventory.weftDriveId)}); check which drive was swapped`,
    );
  }
  if (group) return done();
  if (groupPlace(drive, slow) === 'unreadable') return unreadable(drive);
  if (drive.create !== true) return withoutGroup(drive, inventory);
  if (inventory.weftDriveId !== null && inventory.weftDriveId !== drive.driveId) {
    return waiting(
      'drive-not-blank',
      `drive ${drive.serial} belongs to another Weft drive (${vgName(inventory.weftDriveId)}); wipe it explicitly if its data is not needed`,
    );
  }
  if (inventory.inUse) return inUse(drive, inventory.contents);
  if (inventory.contents.length > 0) {
    return waiting(
      'drive-not-blank',
      `drive ${drive.serial} is not blank: it holds ${inventory.contents.join(', ')}; wipe it explicitly if that is not needed`,
    );
  }
  return working(must({ op: 'create-volume-group', vg, device }));
}

const holdsLegs = (drive: DriveAssignment, count: number): Decision =>
  waiting(
    'drive-holds-legs',
    `drive ${drive.serial} still holds ${count} ${count === 1 ? 'leg' : 'legs'}; delete or move their volumes first`,
  );

const inUse = (drive: DriveAssignment, contents: string[]): Decision =>
  waiting(
    'drive-in-use',
    `drive ${drive.serial} is in use${contents.length ? ` (${contents.join(', ')})` : ''}: mounted, swap, or held by dm or md; stop using it first`,
  );

const unreadable = (drive: DriveAssignment): Decision =>
  waiting(
    DRIVE_UNREADABLE,
    `drive ${drive.serial} cannot be read now, so nothing is known of its volume group; check the drive, see the kernel log`,
  );

function withoutGroup({ driveId, serial, create }: DriveAssignment, { contents, weftDriveId }: DriveInventory): Decision {
  if (create === null)
    return waiting(
      'order-unclear',
      `the assignment does not say whether drive ${serial} was in service before, so the agent makes no volume group on it; update the servers, which then send it anew`,
    );
  const now = weftDriveId ? `carries ${vgName(weftDriveId)}` : contents.length > 0 ? `holds ${contents.join(', ')}` : 'is blank';
  return failed(
    DRIVE_LOST,
    `drive ${serial} was in service with volume group ${vgName(driveId)} and now ${now}: it was replaced or erased. Nothing is made on it, and its legs are lost. Evict the drive, so that mirrors are copied elsewhere; delete the volumes without a mirror on it; then release the drive and take it again`,
  );
}
