import { type Document, isDocument } from '../dialect/document.js';
import { badField, noCounterpart, Refusal } from '../dialect/reasons.js';

const MOST_DRIVES = 10_000;

/** What a save or update of a drive class asks for. `diskIds`: absent when an update does not name drives. */
export interface DriveClassRequest {
  description: string | undefined;
  diskIds: string[] | undefined;
}

/** Entries are texts, drives, or a model with its drives, as versions of NVMesh have it. */
function diskIdsOf(disks: unknown, depth = 0): string[] {
  if (!Array.isArray(disks) || depth > 1) throw badField('disks', 'must be a list of drives with diskID');
  return disks.flatMap((disk) => {
    if (typeof disk === 'string') return [disk];
    if (isDocument(disk) && typeof disk.diskID === 'string') return [disk.diskID];
    if (isDocument(disk) && disk.disks !== undefined) return diskIdsOf(disk.disks, depth + 1);
    throw badField('disks', 'must be a list of drives with diskID');
  });
}

const isFilled = (driveClass: Document, field: string): boolean => {
  const value = driveClass[field];
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
};

/** @throws Refusal */
export function driveClassRequest(driveClass: unknown): DriveClassRequest {
  if (!isDocument(driveClass)) throw badField('The drive class', 'must be an object');
  if (isFilled(driveClass, 'domains')) throw noCounterpart('domains of drive classes', 'Label nodes with rack and zone instead.');
  const { description, disks } = driveClass;
  if (description !== undefined && description !== null && typeof description !== 'string') throw badField('description', 'must be a text');
  const diskIds = disks === undefined ? undefined : [...new Set(diskIdsOf(disks))];
  if (diskIds && diskIds.length > MOST_DRIVES) throw new Refusal('too-large', { what: 'The class', most: `${MOST_DRIVES} drives` });
  return { description: description ?? undefined, diskIds };
}

/** Ids of the drives with these disk ids. @param ids by disk id, and by serial number where that names one drive. @throws Refusal */
export function drivesOf(diskIds: readonly string[], ids: ReadonlyMap<string, string>): string[] {
  return diskIds.map((diskId) => {
    const id = ids.get(diskId);
    if (id === undefined) throw new Refusal('not-found', { kind: 'drive', name: diskId.slice(0, 100) });
    return id;
  });
}
