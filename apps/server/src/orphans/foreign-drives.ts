import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import { driveOf, nodeOf } from '../domain/documents/references.js';
import { copyOfLeg, UNKNOWN_VOLUME, worstCopy } from './only-copy.js';
import { orphanId } from './orphan-id.js';
import type { OrphanDrive, OrphanWorld } from './orphan-world.js';
import { UNKNOWN_VOLUMES, volumesOf } from './possible-volumes.js';

/** Drives that Weft has not taken, with the volume group of another Weft drive: of another cluster, of a lost database, or moved from another node. */
export const foreignDrives = ({ drives, volumes }: OrphanWorld): { orphan: ListedOrphan; driveId: string }[] =>
  drives.flatMap((drive) => {
    const { weftDriveId: driveId, sizeBytes } = drive.status.inventory;
    if (driveId === null || drive.spec.desired !== 'observed' || drive.spec.wipe || !drive.status.present) return [];
    const there = volumes.flatMap((volume) => volume.legs.filter((leg) => leg.driveId === driveId).map((leg) => ({ volume, leg })));
    const { mayHoldOnlyCopy, copy } = worstCopy([...there.map(({ volume, leg }) => copyOfLeg(volume, leg)), UNKNOWN_VOLUME]);
    const orphan: ListedOrphan = {
      id: orphanId(drive.nodeId, 'foreign-drive', `${drive.serial} ${driveId}`),
      kind: 'foreign-drive',
      side: 'host',
      node: { id: drive.nodeId, name: drive.nodeName },
      driveSerial: drive.serial,
      name: drive.serial,
      what: withText(describe(drive, driveId, drives)),
      detail: null,
      since: drive.status.stateSince?.toISOString() ?? null,
      sizeBytes,
      inUse: null,
      identified: true,
      ignored: null,
      volume: there.length > 0 ? volumesOf(there.map(({ volume }) => volume)) : UNKNOWN_VOLUMES,
      mayHoldOnlyCopy,
      copy: withText(copy),
      remedy: withText(messageOf('wipe-foreign-drive', { drive: driveOf(drive) })),
    };
    return [{ orphan, driveId }];
  });

function describe(drive: OrphanDrive, driveId: string, drives: readonly OrphanDrive[]) {
  const former = drives.find(({ _id }) => _id === driveId);
  const here = { drive: driveOf(drive), node: nodeOf(drive) };
  return former
    ? messageOf('orphan-drive-moved', { ...here, former: driveOf(former), formerNode: nodeOf(former) })
    : messageOf('orphan-drive-of-other-cluster', { ...here, driveId });
}
