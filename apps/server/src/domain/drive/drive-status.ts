import { isDeepStrictEqual } from 'node:util';
import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { VOLUME_GROUP_LOST } from '@weft/shared/kinds/condition-types';
import { DRIVE_LOST, type DriveStatus, isUnread } from '@weft/shared/messages/report';
import { said } from '@weft/shared/text/rendering/render';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { DriveDocument, DriveSpec, DriveStatus as DriveStatusFields } from '../documents/drive.document.js';
import type { Part } from '../documents/parts.js';
import { reported } from '../world/reported-message.js';

/*
 * Effect of a node's report on a drive. Pure.
 *  - taken: the volume group exists → in service, with its capacity.
 *  - wiped: the report carries the order's id → the order is done, and the drive counts as blank until an inventory says otherwise.
 *  - in service, but the group is missing (drive replaced or erased): no new leg fits on it. The group counts as lost until the drive is released.
 *  - the node could not read the drive: unknown, so nothing changes and no order ends.
 *  - released: the group is gone → observed again.
 *  - the node refuses a wipe (too late, restarted, another drive): the server withdraws the order, and its job fails with that reason.
 *  - the node reports a failure → the server withdraws the order, so that the drive is as before and accepts a new order (S9).
 * Only a report under the node's current boot id counts, with a generation not older than the order (S12).
 */

export interface DrivePatch {
  spec?: Partial<Pick<DriveSpec, 'wipe' | 'desired'>>;
  status?: Partial<Pick<DriveStatusFields, 'inService' | 'capacityBytes' | 'largestFreeBytes' | 'inventory' | 'conditions'>>;
}

/** Code of a wipe that waits for other work of its node. */
export const WIPE_QUEUED = 'wipe-queued';

/** A wait for a missing drive ends when the drive is plugged in, and a queue by itself. Every other wait needs a person, who then gives a new order. */
const ENDS_BY_ITSELF = ['drive-missing', WIPE_QUEUED];

/** The node's last status of the drive, if it counts. */
export function currentStatus(
  drive: Part<DriveDocument, 'spec.orderGeneration'>,
  reported: ObjectStatusDocument | null,
  nodeBootId: string | null,
): DriveStatus | null {
  if (reported?.status.kind !== 'drive') return null;
  return reported.bootId === nodeBootId && reported.status.generation >= drive.spec.orderGeneration ? reported.status : null;
}

export const gaveUp = ({ state, reason }: Pick<DriveStatus, 'state'> & { reason: { code: string } | null }): boolean =>
  !isUnread({ reason }) &&
  (state === 'failed' || state === 'refused' || (state === 'waiting' && !ENDS_BY_ITSELF.includes(reason?.code ?? '')));

/** @returns the fields that change; null: none. */
export function applyDriveStatus(
  drive: DriveDocument,
  reported: ObjectStatusDocument | null,
  nodeBootId: string | null,
  now = new Date(),
): DrivePatch | null {
  const status = currentStatus(drive, reported, nodeBootId);
  if (!status || isUnread(status)) return null;
  const patches = [storagePatch(drive, status), orderPatch(drive, status), conditionPatch(drive, status, now)];
  const spec = differing(drive.spec, Object.assign({}, ...patches.map((each) => each.spec)));
  const next = differing(drive.status, Object.assign({}, ...patches.map((each) => each.status)));
  return spec || next ? { ...(spec && { spec }), ...(next && { status: next }) } : null;
}

/** The fields whose values differ; undefined: none. */
function differing<T extends object>(before: T, patch: Partial<T>): Partial<T> | undefined {
  const changes = Object.entries(patch).filter(([field, value]) => before[field as keyof T] !== value);
  return changes.length > 0 ? (Object.fromEntries(changes) as Partial<T>) : undefined;
}

function storagePatch({ spec: { desired }, status: { inService } }: DriveDocument, { observed }: DriveStatus): DrivePatch {
  if (observed.volumeGroup)
    return { status: { inService: true, capacityBytes: observed.sizeBytes, largestFreeBytes: observed.largestFreeBytes } };
  // A missing drive keeps its capacity; only a drive that is present and has no group has lost it.
  if (desired === 'in-service' && !observed.present) return { status: { largestFreeBytes: 0 } };
  // The group of a drive in service is gone: the drive stays in service until it is released, so that no agent creates a second group on it.
  if (desired === 'in-service' && inService) return { status: { capacityBytes: 0, largestFreeBytes: 0 } };
  return inService ? { status: { inService: false, capacityBytes: 0, largestFreeBytes: 0 } } : {};
}

function orderPatch({ spec: { desired, wipe }, status: { inService, inventory } }: DriveDocument, status: DriveStatus): DrivePatch {
  const { observed } = status;
  if (wipe) {
    if (observed.wipedOrderId === wipe.orderId)
      return { spec: { wipe: null }, status: { inventory: { ...inventory, contents: [], weftDriveId: null } } };
    return gaveUp(status) ? { spec: { wipe: null } } : {};
  }
  // The group is removed, or the drive is pulled out. A drive that returns with the group on it is occupied and needs a wipe.
  if (desired === 'released' && !observed.volumeGroup)
    return { spec: { desired: 'observed' }, status: { inService: false, capacityBytes: 0, largestFreeBytes: 0 } };
  if (desired === 'released' && gaveUp(status)) return { spec: { desired: 'in-service' } };
  if (desired === 'in-service' && !inService && !observed.volumeGroup && gaveUp(status)) return { spec: { desired: 'observed' } };
  return {};
}

function conditionPatch({ spec: { desired }, status: { conditions } }: DriveDocument, { reason }: DriveStatus, now: Date): DrivePatch {
  const others = conditions.filter(({ type }) => type !== VOLUME_GROUP_LOST);
  if (desired !== 'in-service' || reason?.code !== DRIVE_LOST)
    return others.length < conditions.length ? { status: { conditions: others } } : {};
  const lost: NewCondition = {
    type: VOLUME_GROUP_LOST,
    status: 'true' as const,
    ...said('agent-report', reported(reason).params, DRIVE_LOST),
  };
  const next = withCondition(conditions, lost, now.toISOString());
  return isDeepStrictEqual(next, conditions) ? {} : { status: { conditions: next } };
}

/** Whether the drive's wipe waits for other work of its node, which reports it as working. An earlier agent does not distinguish them. */
export const isWipeQueued = ({ spec: { wipe } }: DriveDocument, status: DriveStatus | null): boolean =>
  wipe !== null && status?.observed.begunOrderId !== undefined && status.observed.begunOrderId !== wipe.orderId;
