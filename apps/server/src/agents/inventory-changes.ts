import { isDeepStrictEqual } from 'node:util';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import { newStored } from '../core/mongo/objects.js';
import type { DriveDocument } from '../drives/drive.document.js';
import { Refusal } from './agent-socket.js';

export interface InventoryChanges {
  insert: DriveDocument[];
  update: { id: string; set: Pick<DriveDocument, 'present'> & Partial<Pick<DriveDocument, 'inventory'>> }[];
}

const key = ({ serial, nsid }: Pick<DriveDocument, 'serial' | 'nsid'>) => `${nsid} ${serial}`;

/**
 * What a node's list of drives changes in the stored ones: new, changed and missing. Pure but for new ids.
 * @throws Refusal when two drives have one serial and namespace: then neither can be told for certain.
 */
export function inventoryChanges(
  node: { _id: string; name: string },
  stored: readonly DriveDocument[],
  listed: readonly DriveInventory[],
): InventoryChanges {
  const seen = new Map(listed.map((inventory) => [key(inventory), inventory]));
  if (seen.size < listed.length)
    throw new Refusal(
      'duplicate-drive',
      'Two drives of the inventory have the same serial and namespace: look at "nvme list -v" on the node.',
    );
  const known = new Map(stored.map((drive) => [key(drive), drive]));
  const update = stored.flatMap((drive): InventoryChanges['update'] => {
    const inventory = seen.get(key(drive));
    if (!inventory) return drive.present ? [{ id: drive._id, set: { present: false } }] : [];
    return drive.present && isDeepStrictEqual(inventory, drive.inventory) ? [] : [{ id: drive._id, set: { present: true, inventory } }];
  });
  return { insert: [...seen].filter(([each]) => !known.has(each)).map(([, inventory]) => newDrive(node, inventory)), update };
}

const newDrive = (node: { _id: string; name: string }, inventory: DriveInventory): DriveDocument => ({
  ...newStored(),
  nodeId: node._id,
  nodeName: node.name,
  serial: inventory.serial,
  nsid: inventory.nsid,
  inventory,
  present: true,
  desired: 'observed',
  wipe: null,
  orderGeneration: 0,
  inService: false,
  capacityBytes: 0,
  allocatedBytes: 0,
  largestFreeBytes: 0,
  conditions: [],
});
