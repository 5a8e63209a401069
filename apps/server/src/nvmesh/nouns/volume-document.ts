import type { Attachment } from '@weft/shared/kinds/attachment';
import { isStriped, type Leg, type Volume } from '@weft/shared/kinds/volume';
import { mirrorSetOf } from '@weft/shared/mirror-sets';
import { diskId } from './drive-document.js';
import { segmentStatus, volumeAction, volumeHealth, volumeStatus } from './health.js';
import { BLOCK_BYTES, raidLevels } from './raid-levels.js';
import { rebuildPriorities } from './rebuild-priorities.js';
import { reservationOf } from './reservation.js';

/** Serial numbers of drives alone do not name a namespace. By drive id. */
export type Namespaces = ReadonlyMap<string, number>;

/**
 * A volume as NVMesh management shows it. Segments have no `lbs` and `lbe`: LVM places the extents of a leg, and Weft does not record where.
 * @param attachments of this volume
 */
export function volumeDocument(volume: Volume, attachments: readonly Attachment[], namespaces: Namespaces) {
  const { id, name, protection, sizeBytes, stripeWidth, stripeSizeBytes } = volume;
  const striped = isStriped(protection);
  return {
    _id: name,
    name,
    uuid: id,
    description: volume.description,
    metadata: volume.labels,
    type: 'normal',
    RAIDLevel: raidLevels[protection],
    numberOfMirrors: volume.copies - 1,
    ...(striped ? { stripeSize: stripeSizeBytes / BLOCK_BYTES, stripeWidth: stripeWidth ?? stripeMembers(volume) } : {}),
    capacity: sizeBytes,
    blockSize: BLOCK_BYTES,
    blocks: sizeBytes / BLOCK_BYTES,
    health: volumeHealth[volume.health],
    status: volumeStatus(volume),
    action: volumeAction(volume),
    diskClasses: [volume.driveClass.name],
    serverClasses: [],
    limitByDisks: [],
    limitByNodes: [],
    VSGs: [],
    domain: domainNames[volume.failureDomain],
    relativeRebuildPriority: rebuildPriorities[volume.rebuildPriority],
    isReserved: false,
    isEncrypted: volume.encryption !== 'none',
    enableNVMf: false,
    selectedClientsForNvmf: [],
    enableCrcCheck: false,
    ignoreNodeSeparation: false,
    reservation: reservationOf(attachments),
    chunks: chunksOf(volume, namespaces),
    version: volume.version,
    dateCreated: volume.createdAt,
    dateModified: volume.updatedAt,
  };
}

/** NVMesh names a domain's scope; Weft's `node` is its separation of nodes without a domain. */
export const domainNames = { node: '', rack: 'Rack', zone: 'Zone' } as const;

const members = ({ legs }: Volume): Leg[] => legs.filter(({ role }) => role !== 'joining');
const stripeMembers = (volume: Volume): number => members(volume).length / volume.copies;

/** A chunk is a range of the volume's blocks: one for each leg of a concatenation, else one. */
function chunksOf(volume: Volume, namespaces: Namespaces) {
  const { id, protection, sizeBytes } = volume;
  const blocks = sizeBytes / BLOCK_BYTES;
  if (protection !== 'concatenated') {
    const stripeOf = ({ index }: Leg) => mirrorSetOf(index, volume.copies);
    const stripes = [...new Set(volume.legs.map(stripeOf))];
    const pRaids = stripes.map((stripe) =>
      pRaidOf(
        volume,
        stripe,
        volume.legs.filter((leg) => stripeOf(leg) === stripe),
        namespaces,
      ),
    );
    return [{ _id: id, uuid: id, vlbs: 0, vlbe: blocks - 1, pRaids }];
  }
  let start = 0;
  return volume.legs.map((leg) => {
    const vlbs = start;
    start = Math.min(start + Math.floor(leg.dataBytes / BLOCK_BYTES), blocks);
    return { _id: leg.id, uuid: leg.id, vlbs, vlbe: start - 1, pRaids: [pRaidOf(volume, 0, [leg], namespaces)] };
  });
}

/** The segments that hold the same bytes. It has no identity of its own in Weft: the first leg stands for it. */
function pRaidOf(volume: Volume, stripeIndex: number, legs: readonly Leg[], namespaces: Namespaces) {
  const uuid = legs[0]?.id ?? '';
  return {
    uuid,
    stripeIndex,
    activated: volume.attachmentIds.length > 0,
    diskSegments: legs.map((leg, pRaidIndex) => ({
      _id: leg.id,
      uuid: leg.id,
      diskID: diskId({ serial: leg.drive.serial, nsid: namespaces.get(leg.drive.id) }),
      diskUUID: leg.drive.id,
      node_id: leg.node.name,
      nodeUUID: leg.node.id,
      volumeName: volume.name,
      volumeUUID: volume.id,
      pRaidUUID: uuid,
      allocationIndex: leg.index,
      pRaidIndex,
      pRaidTypeIndex: pRaidIndex,
      type: 'data',
      status: segmentStatus[leg.health ?? 'unknown'],
    })),
  };
}
