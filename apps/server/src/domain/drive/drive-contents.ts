import type { DriveDocument } from '../documents/drive.document.js';
import type { Part } from '../documents/parts.js';

/** Contents, as text for people. Includes the volume group of a drive that is not in service, because the group prevents taking the drive. */
export function describeContents({
  spec: { desired },
  status: { inventory },
}: Part<DriveDocument, 'status.inventory' | 'spec.desired'>): string[] {
  const group = desired === 'observed' && inventory.weftDriveId !== null ? [`volume group of the Weft drive ${inventory.weftDriveId}`] : [];
  const use = desired === 'observed' && inventory.inUse ? ['in use: mounted, swap, or held by dm or md'] : [];
  return [...inventory.contents, ...group, ...use];
}
