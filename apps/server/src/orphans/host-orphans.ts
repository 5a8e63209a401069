import { driveIdOfVg, legIdOfLv } from '@weft/shared/identity';
import type { ListedOrphan, PossibleVolumes } from '@weft/shared/kinds/views/orphan';
import type { Orphan } from '@weft/shared/messages/report';
import type { MessageCode } from '@weft/shared/text/catalogue/catalogue';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import type { StoredOrphan } from '../domain/documents/node.document.js';
import { allLegs } from '../domain/documents/volume.document.js';
import { type Copy, copyOfLeg, copyOfStray, NO_DATA, UNKNOWN_VOLUME } from './only-copy.js';
import { identityOf, orphanId } from './orphan-id.js';
import type { OrphanNode, OrphanVolume, OrphanWorld } from './orphan-world.js';
import { NO_VOLUME, oneVolume, UNKNOWN_VOLUMES, volumesOf } from './possible-volumes.js';

const WHAT = {
  'volume-group': 'orphan-volume-group',
  'logical-volume': 'orphan-logical-volume',
  subsystem: 'orphan-subsystem',
  port: 'orphan-port',
  controller: 'orphan-controller',
  array: 'orphan-array',
  mapping: 'orphan-mapping',
} as const satisfies Record<Orphan['kind'], MessageCode>;

/** Objects that agents report and no assignment lists. A group on a drive that is listed as foreign is left out: the drive says more. */
export function hostOrphans(world: OrphanWorld, foreignDriveIds: ReadonlySet<string>): ListedOrphan[] {
  return world.nodes.flatMap((node) =>
    node.status.orphans
      .filter(({ kind, name }) => kind !== 'volume-group' || !foreignDriveIds.has(`${node._id} ${driveIdOfVg(name)}`))
      .map((orphan) => hostOrphan(world, node, orphan)),
  );
}

function hostOrphan(world: OrphanWorld, node: OrphanNode, orphan: StoredOrphan): ListedOrphan {
  const on = nodeRef(node._id, node.name);
  const found = legVolume(world, orphan);
  const { mayHoldOnlyCopy, copy } = copyOf(world, orphan, found);
  return {
    id: orphanId(node._id, orphan.kind, identityOf(orphan, node.status.bootId)),
    kind: orphan.kind,
    side: 'host',
    node: { id: node._id, name: node.name },
    name: orphan.name,
    what: withText(messageOf(WHAT[orphan.kind], { node: on })),
    detail: orphan.detail,
    since: orphan.since?.toISOString() ?? null,
    sizeBytes: orphan.sizeBytes ?? null,
    inUse: orphan.inUse ?? null,
    identified: orphan.identity !== undefined,
    ignored: null,
    volume: found ? volumesOf([found]) : statedVolume(world, orphan),
    mayHoldOnlyCopy,
    copy: withText(copy),
    remedy: withText(messageOf(mayHoldOnlyCopy === 'no' ? 'remove-orphan-by-hand' : 'copy-orphan-first', { node: on })),
  };
}

const legIdOf = ({ kind, name }: Orphan): string | undefined =>
  kind === 'logical-volume' ? legIdOfLv(name.slice(name.indexOf('/') + 1).replace(/^grow-/, 'leg-')) : undefined;

/** The volume of the database whose leg has the id in the LV's name. */
function legVolume({ volumes }: OrphanWorld, orphan: Orphan): OrphanVolume | undefined {
  const legId = legIdOf(orphan);
  return legId === undefined ? undefined : volumes.find((volume) => allLegs(volume).some(({ id }) => id === legId));
}

function statedVolume({ volumes, attachments }: OrphanWorld, { kind, mayHoldData, volumeId, attachmentId }: Orphan): PossibleVolumes {
  if (kind === 'volume-group' && mayHoldData === false) return NO_VOLUME;
  const attachment = attachments.find(({ _id }) => _id === attachmentId);
  const id = volumeId ?? attachment?.volumeId;
  if (id === undefined) return UNKNOWN_VOLUMES;
  return oneVolume({ id, name: volumes.find(({ _id }) => _id === id)?.name ?? attachment?.volumeName ?? null });
}

function copyOf({ volumes }: OrphanWorld, orphan: Orphan, found: OrphanVolume | undefined): Copy {
  const { kind, mayHoldData, volumeId } = orphan;
  if (kind !== 'logical-volume' && kind !== 'volume-group') return NO_DATA;
  if (mayHoldData === false) return NO_DATA;
  if (kind === 'volume-group') return UNKNOWN_VOLUME;
  const leg = found && allLegs(found).find(({ id }) => id === legIdOf(orphan));
  if (found && leg) return copyOfLeg(found, leg);
  return copyOfStray(volumes.find(({ _id }) => _id === volumeId));
}
