import type { DriveInventory, Inventory } from '@weft/shared/messages/inventory';
import type { Orphan } from '@weft/shared/messages/report';
import { MiB } from '@weft/shared/units';
import type { ObjectStatusDocument } from '../../domain/documents/agent.documents.js';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import { Refusal } from '../link/agent-socket.js';
import type { InventoryChanges } from './inventory-changes.js';
import type { StatusChanges } from './report-changes.js';

/**
 * Most bytes of JSON that the database keeps of one node, by the kind of message: drives (missing ones included) and machine from inventories, statuses and
 * orphans from reports. Fields and messages have bounds too, but these together would still allow gigabytes. A target with 1,024 legs, or a client with 1,000
 * attachments, reports 1 to 4 MB.
 */
export const MOST_STORED_BYTES = { inventory: 8 * MiB, report: 16 * MiB } as const;

/** Change of a node's stored bytes by one message. A node may have thousands of objects; most messages change a few. */
export interface BytesChange {
  /** Stored bytes that the message replaces or removes. */
  replacedBytes: number;
  /** Bytes that the message stores. */
  newBytes: number;
  /** All stored bytes before the message; called only when they grow. */
  storedBytes: () => number;
}

/** @throws Refusal `out-of-bounds` when a message of this kind makes the stored bytes of its node grow beyond the bound. */
export function mustFit(kind: keyof typeof MOST_STORED_BYTES, { replacedBytes, newBytes, storedBytes }: BytesChange): void {
  const most = MOST_STORED_BYTES[kind];
  if (newBytes <= replacedBytes || storedBytes() - replacedBytes + newBytes <= most) return;
  throw new Refusal('agent-data-too-large', { messageKind: kind, mostBytes: most });
}

/** Change by a report. Each status is stored with its size, so only the changed ones are measured. */
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

/** Change by an inventory. Drives are few and seldom change: all of them are measured when their bytes grow. */
export function inventoryBytes(
  stored: readonly DriveDocument[],
  { insert, update }: InventoryChanges,
  before: Omit<Inventory, 'drives'> | null,
  after: Omit<Inventory, 'drives'>,
): BytesChange {
  const drives = new Map(stored.map((drive) => [drive._id, drive]));
  const changed = update.flatMap(({ id, status: { inventory } }) =>
    inventory ? { before: drives.get(id)?.status.inventory, after: inventory } : [],
  );
  const inventoryOf = ({ status }: { status: { inventory: DriveInventory } }) => bytesOf(status.inventory);
  return {
    replacedBytes: sum(changed, (each) => bytesOf(each.before)) + bytesOf(before),
    newBytes: sum(insert, inventoryOf) + sum(changed, (each) => bytesOf(each.after)) + bytesOf(after),
    storedBytes: () => sum(stored, inventoryOf) + bytesOf(before),
  };
}

/** An older server stores no size and leaves the size of the replaced status: then the times differ. */
const statusBytes = ({ status, size, receivedAt }: Pick<ObjectStatusDocument, 'status' | 'size' | 'receivedAt'>): number =>
  size?.at.getTime() === receivedAt.getTime() ? size.bytes : bytesOf(status);

function sum<T>(values: Iterable<T>, of: (value: T) => number): number {
  let total = 0;
  for (const value of values) total += of(value);
  return total;
}

/** Bytes as JSON; 0 for undefined. */
export const bytesOf = (value: unknown): number => (value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value)));
