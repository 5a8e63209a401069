import { driveIdOfVg, legIdOfLv } from '@weft/shared/identity';
import type { ListedOrphan, OnlyCopy, PossibleVolumes } from '@weft/shared/kinds/views/orphan';
import type { Orphan } from '@weft/shared/messages/report';
import type { MessageCode } from '@weft/shared/text/catalogue/catalogue';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import type { StoredOrphan } from '../domain/documents/node.document.js';
import { allLegs } from '../domain/documents/volume.document.js';
import { type Copy, copyOfLeg, copyOfStray, NO_DATA, UNKNOWN_VOLUME } from './only-copy.js';
import { identityOf, orphanId } from './orphan-id.js';
import type { OrphanDrive, OrphanNode, OrphanVolume, OrphanWorld } from './orphan-world.js';
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
    driveSerial: driveOfOrphan(world, node, orphan)?.serial ?? null,
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
    remedy: withText(remedyOf(orphan.kind, mayHoldOnlyCopy, on)),
  };
}

/** The report of the orphan with this id; undefined: no node reports one. */
export const reportedOrphan = ({ nodes }: Pick<OrphanWorld, 'nodes'>, id: string): { node: OrphanNode; orphan: StoredOrphan } | undefined =>
  nodes
    .flatMap((node) => node.status.orphans.map((orphan) => ({ node, orphan })))
    .find(({ node, orphan }) => orphanId(node._id, orphan.kind, identityOf(orphan, node.status.bootId)) === id);

/** Drive id in the name of the group that a report names, of a group or of a volume in one. */
export const groupDriveId = ({ kind, name }: Orphan): string | undefined =>
  kind === 'volume-group' || kind === 'logical-volume' ? driveIdOfVg(name.split('/')[0] ?? '') : undefined;

/** The drive of this node on which its inventory has the orphan's group. */
const driveOfOrphan = ({ drives }: OrphanWorld, node: OrphanNode, orphan: Orphan): OrphanDrive | undefined => {
  const driveId = groupDriveId(orphan);
  return driveId === undefined
    ? undefined
    : drives.find(({ nodeId, status: { inventory, present } }) => nodeId === node._id && present && inventory.weftDriveId === driveId);
};

function remedyOf(kind: Orphan['kind'], mayHoldOnlyCopy: OnlyCopy, node: MessageReference): Message {
  if (kind === 'port') return messageOf('remove-orphan-subsystem', {});
  return mayHoldOnlyCopy === 'no' ? messageOf('remove-orphan', {}) : messageOf('copy-orphan-first', { node });
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
