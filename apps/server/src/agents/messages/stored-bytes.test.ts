import type { DriveInventory, Inventory } from '@weft/shared/messages/inventory';
import { describe, expect, it, vi } from 'vitest';
import { inventoryChanges } from './inventory-changes.js';
import { inventoryBytes, MOST_STORED_BYTES, mustFit } from './stored-bytes.js';

const node = { _id: 'n', name: 'n1' };
const machine = { hostname: 'n1' } as Omit<Inventory, 'drives'>;
const drive = (serial: string, contents: string) => ({ serial, nsid: 1, contents: [contents], smart: null }) as unknown as DriveInventory;
const stored = (...drives: DriveInventory[]) => inventoryChanges(node, [], drives, new Date(0)).insert;

/** Change of a node's stored bytes by an inventory with these drives. */
const change = (before: ReturnType<typeof stored>, ...listed: DriveInventory[]) =>
  inventoryBytes(before, inventoryChanges(node, before, listed, new Date(1)), machine, machine);

describe('stored inventory bytes of a node', () => {
  const most = MOST_STORED_BYTES.inventory;
  const full = stored(drive('A', 'x'.repeat(most / 2)), drive('B', 'x'.repeat(most / 2 - 1000)));

  it('counts new, changed and missing drives, and refuses more than the limit', () => {
    expect(() => mustFit('inventory', change(full, drive('C', 'x'.repeat(500))))).not.toThrow();
    expect(() => mustFit('inventory', change(full, drive('C', 'x'.repeat(1000))))).toThrow(/at most 8388608 bytes/);
    expect(() => mustFit('inventory', change(full, drive('B', 'x'.repeat(most / 2))))).toThrow(/at most 8388608 bytes/);
  });

  it('counts the bytes of the machine itself', () => {
    const grown = { ...machine, hostname: 'x'.repeat(1000) };
    const changes = inventoryChanges(node, full, [], new Date(1));
    expect(() => mustFit('inventory', inventoryBytes(full, changes, machine, grown))).toThrow(/at most 8388608 bytes/);
    expect(() => mustFit('inventory', inventoryBytes([], changes, null, machine))).not.toThrow();
  });

  it('accepts drives that shrink above the limit, and measures only changed drives', () => {
    const toJSON = vi.fn(() => '');
    const other = Object.assign(drive('C', 'c'), { toJSON });
    const over = stored(drive('A', 'x'.repeat(most + 100)), other);
    expect(() => mustFit('inventory', change(over, drive('A', 'x'.repeat(most + 99)), other))).not.toThrow();
    expect(toJSON).not.toHaveBeenCalled();
  });
});
