import { DomainError } from '@weft/shared/errors/domain-error';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { sanitizeObstacle, type WipeMethod } from '@weft/shared/wipe/wipe-method';
import { auditStatement } from '../audit-messages/audit-statement.js';
import type { WipeOrder } from '../documents/drive.document.js';
import { driveOf, nodeOf } from '../documents/references.js';
import { describeContents } from '../drive/drive-contents.js';
import { ordered, requireDriveState } from '../drive/drive-order.js';
import type { DriveOrder, DriveOrderWorld } from '../drive/drive-world.js';

/** The node refuses a wipe that it has not started within this time: nobody has checked a drive that enters the slot later. */
export const WIPE_GOOD_FOR_MS = 3_600_000;

/**
 * Destroys the contents of a drive that Weft has not taken (S1).
 * @param serial the repeated serial; null: not required.
 * @param newId makes the id of the order.
 * @param asked the requested method; undefined: sanitize where Weft may, else zero.
 * @throws DomainError `wrong-state`, `invalid-field`, `in-use` or `not-possible`.
 */
export function driveWiped(world: DriveOrderWorld, serial: string | null, newId: () => string, asked?: WipeMethod): DriveOrder {
  const { drive } = world;
  requireDriveState('wipe', drive);
  if (serial !== null && serial !== drive.serial)
    throw new DomainError('serial-not-repeated', { drive: driveOf(drive), sentSerial: serial }, { field: 'serial' });
  const group = foreignGroupOf(world);
  const method = methodOf(drive, asked);
  const about = { id: drive._id, name: drive.serial };
  const data = { drive: driveOf(drive), node: nodeOf(drive), contents: describeContents(drive), group };
  return {
    ...ordered(world, { spec: { wipe: { orderId: newId(), serial: drive.serial, ...method, terms: wipeTerms(world) } } }),
    statements: [auditStatement({ statement: 'wipe', about }, 'drive-wiped', data)],
  };
}

/** Part of the order: a node gets a method only if it reports what its drive can do, which an earlier agent does not. */
function methodOf(drive: DriveOrderWorld['drive'], asked: WipeMethod | undefined): Pick<WipeOrder, 'method'> {
  const obstacle = sanitizeObstacle(drive.status.inventory.sanitize);
  if (asked === 'sanitize' && obstacle)
    throw new DomainError('drive-not-sanitizable', { drive: driveOf(drive), node: nodeOf(drive), obstacle }, { field: 'method' });
  return asked === 'zero' || obstacle ? {} : { method: 'sanitize' };
}

/** For a drive moved here from elsewhere: the volume group that a wipe destroys. No volume may depend on it. */
function foreignGroupOf({ drive, foreignGroup }: DriveOrderWorld): Message | undefined {
  if (!foreignGroup) return undefined;
  const { driveId, drive: former, volumes } = foreignGroup;
  if (!former) return messageOf('volume-group-of-unknown-drive', { driveId });
  if (volumes.length > 0)
    throw new DomainError('drive-of-other-node', {
      ...{ drive: driveOf(drive), node: nodeOf(drive) },
      ...{ formerDrive: driveOf(former), formerNode: nodeOf(former), volumes: [...volumes] },
    });
  return messageOf('volume-group-of-former-drive', { drive: driveOf(former), node: nodeOf(former) });
}

/** Terms of a wipe: the node refuses it after the time limit, after a restart, or for another drive in the slot. */
function wipeTerms({ drive, node, now }: DriveOrderWorld): WipeOrder['terms'] {
  if (!node?.status.bootId) throw new DomainError('wipe-needs-connection', { drive: driveOf(drive), node: nodeOf(drive) });
  const { model, sizeBytes, wwid = null, weftDriveId } = drive.status.inventory;
  const notAfter = new Date(now.getTime() + WIPE_GOOD_FOR_MS).toISOString();
  return { notAfter, bootId: node.status.bootId, model, sizeBytes, wwid, weftDriveId };
}
