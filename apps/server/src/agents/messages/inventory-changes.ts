import { isDeepStrictEqual } from 'node:util';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import { nodeRef } from '@weft/shared/text/references';
import { newStored } from '../../core/mongo/objects.js';
import type { DriveDocument, DriveStatus } from '../../domain/documents/drive.document.js';
import { stateSinceAfter } from '../../domain/drive/drive-state.js';
import { Refusal } from '../link/agent-socket.js';

export interface InventoryChanges {
  insert: DriveDocument[];
  update: {
    id: string;
    status: Pick<DriveStatus, 'present'> & Partial<Pick<DriveStatus, 'inventory' | 'stateSince' | 'smartWarningSince'>>;
    /** A person who saw the earlier state must look again before giving an order. */
    decides: boolean;
  }[];
}

/** Most drives of one node, missing ones included: an agent that invents serials must not fill the database. */
const MOST_DRIVES = 4096;

const key = ({ serial, nsid }: Pick<DriveDocument, 'serial' | 'nsid'>) => `${nsid} ${serial}`;

/**
 * Changes of the stored drives by a node's list: new, changed and missing. Pure except for new ids.
 * @throws Refusal when two drives have the same serial and namespace: then neither can be identified reliably.
 */
export function inventoryChanges(
  node: { _id: string; name: string },
  stored: readonly DriveDocument[],
  listed: readonly DriveInventory[],
  now: Date,
): InventoryChanges {
  const seen = new Map(listed.map((inventory) => [key(inventory), inventory]));
  if (seen.size < listed.length) throw new Refusal('drive-listed-twice', {});
  const known = new Map(stored.map((drive) => [key(drive), drive]));
  const update = stored.flatMap((drive): InventoryChanges['update'] => {
    const inventory = seen.get(key(drive));
    if (!inventory) return drive.status.present ? [{ id: drive._id, status: { present: false, stateSince: now }, decides: true }] : [];
    if (drive.status.present && isDeepStrictEqual(inventory, drive.status.inventory)) return [];
    return [
      {
        id: drive._id,
        status: {
          ...{ present: true, inventory },
          ...stateSinceAfter(drive, { status: { present: true, inventory } }, now),
          ...warningSinceAfter(drive.status.inventory, inventory, now),
        },
        decides: !drive.status.present || !isDeepStrictEqual(shown(inventory), shown(drive.status.inventory)),
      },
    ];
  });
  const insert = [...seen].filter(([each]) => !known.has(each)).map(([, inventory]) => newDrive(node, inventory, now));
  if (insert.length > 0 && stored.length + insert.length > MOST_DRIVES)
    throw new Refusal('too-many-drives', { node: nodeRef(node._id, node.name), mostDrives: MOST_DRIVES });
  return { insert, update };
}

/** Fields that people check before they take, wipe or release a drive: its identity and contents. The rest (SMART, firmware, slot) is live data. */
const shown = ({ model, sizeBytes, logicalBlockBytes, contents, weftDriveId, inUse }: DriveInventory) => ({
  model,
  sizeBytes,
  logicalBlockBytes,
  contents,
  weftDriveId,
  inUse,
});

const newDrive = (node: { _id: string; name: string }, inventory: DriveInventory, now: Date): DriveDocument => ({
  ...newStored(now),
  nodeId: node._id,
  nodeName: node.name,
  serial: inventory.serial,
  nsid: inventory.nsid,
  spec: { desired: 'observed', wipe: null, orderGeneration: 0 },
  status: {
    inventory,
    present: true,
    inService: false,
    capacityBytes: 0,
    allocatedBytes: 0,
    largestFreeBytes: 0,
    conditions: [],
    stateSince: now,
    ...warningSinceAfter(null, inventory, now),
  },
});

const isWarned = (inventory: DriveInventory | null): boolean => (inventory?.smart?.criticalWarning ?? 0) !== 0;

/** Bits that change during a warning belong to the same warning. */
const warningSinceAfter = (before: DriveInventory | null, inventory: DriveInventory, now: Date): Pick<DriveStatus, 'smartWarningSince'> =>
  isWarned(before) === isWarned(inventory) ? {} : { smartWarningSince: isWarned(inventory) ? now : null };
