import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import { isUnread, type ObjectStatus } from '@weft/shared/messages/report';
import { legRef } from '@weft/shared/text/references';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import type { ObjectStatusDocument } from '../domain/documents/agent.documents.js';
import { driveOf, nodeOf, volumeOf, volumeOfAttachment } from '../domain/documents/references.js';
import type { LegDocument } from '../domain/documents/volume.document.js';
import { copyOfLeg, NO_DATA, worstCopy } from './only-copy.js';
import { orphanId } from './orphan-id.js';
import type { OrphanAttachment, OrphanDrive, OrphanVolume, OrphanWorld } from './orphan-world.js';
import { oneVolume, volumesOf } from './possible-volumes.js';

/*
 * Objects of the database that their nodes do not find. Scenarios:
 *  - a drive in service is missing, or lost its volume group: one entry for the drive, none for its legs.
 *  - the drive is there and the LV of a leg is not: an entry for the leg.
 *  - an attached volume of which the client has nothing: an entry for the attachment.
 *  - the node is offline, restarted, follows another history, has not reached the order's generation, or cannot read its storage: unknown, no entry.
 *  - the agent is working on it, or first reported it absent a moment ago: no entry, because it is on its way.
 */

/** A restarted client attaches its volumes again, which takes some seconds. */
const GRACE_MS = 60_000;

export const storedOrphans = (world: OrphanWorld): ListedOrphan[] => {
  const reports = new Reports(world);
  const drives = world.drives.flatMap((drive) => lostDrive(world, drive, reports));
  const lost = new Set(drives.map(({ driveId }) => driveId));
  return [
    ...drives.map(({ orphan }) => orphan),
    ...world.volumes.flatMap((volume) =>
      volume.legs.filter(({ driveId }) => !lost.has(driveId)).flatMap((leg) => lostLeg(volume, leg, reports)),
    ),
    ...world.attachments.flatMap((attachment) => lostAttachment(attachment, reports)),
  ];
};

/** Statuses that count (S12). */
class Reports {
  private readonly statuses: ReadonlyMap<string, ObjectStatusDocument>;

  constructor(private readonly world: OrphanWorld) {
    this.statuses = new Map(world.statuses.map((each) => [each._id, each]));
  }

  isCurrent(nodeId: string): boolean {
    const node = this.world.nodes.find(({ _id }) => _id === nodeId);
    return node?.status.connection.state === 'online' && !node.status.historyDoubt;
  }

  settled<K extends ObjectStatus['kind']>(nodeId: string, kind: K, id: string, orderGeneration: number) {
    const document = this.statuses.get(`${nodeId}/${kind}/${id}`);
    const node = this.world.nodes.find(({ _id }) => _id === nodeId);
    if (!document || !this.isCurrent(nodeId) || document.bootId !== node?.status.bootId) return undefined;
    const { status, receivedAt, absentSince = null } = document;
    if (status.generation < orderGeneration || status.state === 'working' || isUnread(status)) return undefined;
    if (this.world.now.getTime() - (absentSince ?? receivedAt).getTime() < GRACE_MS) return undefined;
    return { observed: status.observed as Extract<ObjectStatus, { kind: K }>['observed'], since: absentSince?.toISOString() ?? null };
  }
}

function lostDrive({ volumes }: OrphanWorld, drive: OrphanDrive, reports: Reports): { orphan: ListedOrphan; driveId: string }[] {
  const { present, inService, inventory, stateSince } = drive.status;
  if (drive.spec.desired !== 'in-service' || !inService || !reports.isCurrent(drive.nodeId)) return [];
  const status = present ? reports.settled(drive.nodeId, 'drive', drive._id, 0) : undefined;
  if (present && (!status || status.observed.volumeGroup)) return [];
  const held = volumes.flatMap((volume) => volume.legs.filter(({ driveId }) => driveId === drive._id).map((leg) => ({ volume, leg })));
  const { mayHoldOnlyCopy, copy } = worstCopy(held.map(({ volume, leg }) => copyOfLeg(volume, leg)));
  const data = { drive: driveOf(drive), node: nodeOf(drive), legs: held.length };
  const orphan: ListedOrphan = {
    id: orphanId(drive.nodeId, 'drive', drive._id),
    kind: 'drive',
    side: 'database',
    node: { id: drive.nodeId, name: drive.nodeName },
    driveSerial: drive.serial,
    name: drive.serial,
    what: withText(messageOf(present ? 'orphan-drive-without-group' : 'orphan-drive-missing', data)),
    detail: null,
    since: status ? status.since : (stateSince?.toISOString() ?? null),
    sizeBytes: inventory.sizeBytes,
    inUse: null,
    identified: true,
    ignored: null,
    volume: volumesOf(held.map(({ volume }) => volume)),
    mayHoldOnlyCopy,
    copy: withText(copy),
    remedy: withText(messageOf('return-or-release-drive', { drive: driveOf(drive) })),
  };
  return [{ orphan, driveId: drive._id }];
}

function lostLeg(volume: OrphanVolume, leg: LegDocument, reports: Reports): ListedOrphan[] {
  if (leg.spec.desired !== 'present' || leg.status.state !== 'ready') return [];
  const status = reports.settled(leg.nodeId, 'leg', leg.id, leg.spec.orderGeneration);
  if (!status || status.observed.present) return [];
  const { mayHoldOnlyCopy, copy } = copyOfLeg(volume, leg);
  const drive = driveOf({ _id: leg.driveId, serial: leg.driveSerial });
  return [
    {
      id: orphanId(leg.nodeId, 'leg', leg.id),
      kind: 'leg',
      side: 'database',
      node: { id: leg.nodeId, name: leg.nodeName },
      driveSerial: leg.driveSerial,
      name: `${volume.name} leg ${leg.index}`,
      what: withText(messageOf('orphan-leg', { leg: legRef(leg), volume: volumeOf(volume), drive, node: nodeOf(leg) })),
      detail: null,
      since: status.since,
      sizeBytes: leg.spec.sizeBytes,
      inUse: null,
      identified: true,
      ignored: null,
      volume: volumesOf([volume]),
      mayHoldOnlyCopy,
      copy: withText(copy),
      remedy: withText(messageOf('see-volume', { volume: volumeOf(volume) })),
    },
  ];
}

function lostAttachment(attachment: OrphanAttachment, reports: Reports): ListedOrphan[] {
  const { _id: id, nodeId, spec, status: own } = attachment;
  if (spec.desired !== 'attached' || own.state !== 'attached') return [];
  const status = reports.settled(nodeId, 'attachment', id, spec.orderGeneration);
  if (!status || status.observed.present) return [];
  const volume = volumeOfAttachment(attachment);
  return [
    {
      id: orphanId(nodeId, 'attachment', id),
      kind: 'attachment',
      side: 'database',
      node: { id: nodeId, name: attachment.nodeName },
      driveSerial: null,
      name: `${attachment.volumeName} on ${attachment.nodeName}`,
      what: withText(messageOf('orphan-attachment', { volume, node: nodeOf(attachment) })),
      detail: null,
      since: status.since,
      sizeBytes: null,
      inUse: null,
      identified: true,
      ignored: null,
      volume: oneVolume({ id: attachment.volumeId, name: attachment.volumeName }),
      mayHoldOnlyCopy: NO_DATA.mayHoldOnlyCopy,
      copy: withText(NO_DATA.copy),
      remedy: withText(messageOf('see-volume', { volume })),
    },
  ];
}
