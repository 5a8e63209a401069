import type { DriveInventory, Inventory } from '@weft/shared/messages/inventory';
import type { Orphan } from '@weft/shared/messages/report';
import { MiB } from '@weft/shared/units';
import type { ObjectStatusDocument } from '../../domain/documents/agent.documents.js';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import { Refusal } from '../link/agent-socket.js';
import type { InventoryChanges } from './inventory-changes.js';
import type { StatusChanges } from './report-changes.js';

/**
 * Bytes of JSON that the database keeps of one node, by the kind of message: drives (missing ones included) and machine from inventories, statuses and orphans
 * from reports. Each field has a bound, and so has each message; together they would still allow gigabytes. A target with 1,024 legs, or a client with 1,000
 * attachments, reports 1 to 4 MB.
 */
export const MOST_STORED_BYTES = { inventory: 8 * MiB, report: 16 * MiB } as const;

/** What one message changes in the stored bytes of its node. A node may have thousands of objects, and most messages change a few. */
export interface BytesChange {
  /** Stored bytes that the message replaces or removes. */
  replacedBytes: number;
  /** Bytes that the message stores. */
  newBytes: number;
  /** All stored bytes before the message; asked for only when they grow. */
  storedBytes: () => number;
}

/** @throws Refusal `out-of-bounds` when a message of this kind makes the stored bytes of its node grow beyond the bound. */
export function mustFit(kind: keyof typeof MOST_STORED_BYTES, { replacedBytes, newBytes, storedBytes }: BytesChange): void {
  const most = MOST_STORED_BYTES[kind];
  if (newBytes <= replacedBytes || storedBytes() - replacedBytes + newBytes <= most) return;
  throw new Refusal('out-of-bounds', `everything stored of a node's messages (${kind}) is at most ${most} bytes, and this would be more`);
}

/** Of a report. Each status is stored with its size, so only what changes is measured. */
export function reportBytes(
  stored: ReadonlyMap<string, ObjectStatusDocument>,
  { upsert, removeIds }: Pick<StatusChanges, 'upsert' | 'removeIds'>,
  before: readonly Orphan[],
  after: readonly Orphan[],
): BytesChange {
  const replaced = [...removeIds, ...upsert.map(({ _id }) => _id)].flatMap((id) => stored.get(id) ?? []);
  return {
    replacedBytes: sum(replaced, statusBytes) + bytesOf(before),
    newBytes: sum(upsert, statusBytes) + bytesOf(after),
    storedBytes: () => sum(stored.values(), statusBytes) + bytesOf(before),
  };
}

/** Of an inventory. Drives are few, and seldom change: all of them are measured when their bytes grow. */
export function inventoryBytes(
  stored: readonly DriveDocument[],
  { insert, update }: InventoryChanges,
  before: Omit<Inventory, 'drives'> | null,
  after: Omit<Inventory, 'drives'>,
): BytesChange {
  const drives = new Map(stored.map((drive) => [drive._id, drive]));
  const changed = update.flatMap(({ id, set }) => (set.inventory ? { before: drives.get(id)?.inventory, after: set.inventory } : []));
  const inventoryOf = (each: { inventory: DriveInventory }) => bytesOf(each.inventory);
  return {
    replacedBytes: sum(changed, (each) => bytesOf(each.before)) + bytesOf(before),
    newBytes: sum(insert, inventoryOf) + sum(changed, (each) => bytesOf(each.after)) + bytesOf(after),
    storedBytes: () => sum(stored, inventoryOf) + bytesOf(before),
  };
}

/** An older server stores no size, and leaves that of the status which it replaces: then the times differ. */
const statusBytes = ({ status, size, receivedAt }: Pick<ObjectStatusDocument, 'status' | 'size' | 'receivedAt'>): number =>
  size?.at.getTime() === receivedAt.getTime() ? size.bytes : bytesOf(status);

function sum<T>(values: Iterable<T>, of: (value: T) => number): number {
  let total = 0;
  for (const value of values) total += of(value);
  return total;
}

/** Bytes as JSON; nothing has none. */
export const bytesOf = (value: unknown): number => (value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value)));
