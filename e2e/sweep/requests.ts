import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { AttachmentMode } from '@weft/shared/kinds/attachment';
import { DEFAULT_REBUILD_DELAY_SECONDS, type Protection, type VolumeCreate } from '@weft/shared/kinds/volume';
import type { VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { placeVolume } from '../../apps/server/src/domain/placement/placement.js';
import { placeOfDrive } from '../../apps/server/src/domain/repair/place.js';
import { checkAction, discarded, lossAccepted } from '../../apps/server/src/domain/requests/accept-loss.js';
import { attached, detached } from '../../apps/server/src/domain/requests/attach.js';
import { uncordoned } from '../../apps/server/src/domain/requests/cordon.js';
import { createdVolume } from '../../apps/server/src/domain/requests/create-volume.js';
import { deletedVolume } from '../../apps/server/src/domain/requests/delete-volume.js';
import { evicted } from '../../apps/server/src/domain/requests/evict.js';
import { forceMoved } from '../../apps/server/src/domain/requests/force-move.js';
import { grownVolume, withAppended } from '../../apps/server/src/domain/requests/grow-volume.js';
import { scrubOrdered, scrubStopped } from '../../apps/server/src/domain/scrub/scrub-requests.js';
import type { VolumeSlice } from '../../apps/server/src/domain/store/slice.js';
import { SETTINGS, STRIPE_BYTES, type StoredWorld } from './stored-world.js';

/*
 * People's requests to a server, applied to the stored world by the server's own functions. Each throws a DomainError where the service does.
 */
const refuse = (): never => {
  throw new DomainError('changed-meanwhile', {});
};
const found = <T>(value: T | undefined): T => value ?? refuse();

export interface NewVolume {
  name: string;
  protection: Protection;
  sizeBytes: number;
  stripeWidth: number | null;
  copies?: number;
  rebuildDelaySeconds?: number;
  provisioning?: 'thin';
  integrity?: 'dm-integrity';
  encryption?: 'aes-xts-256';
}

export function createVolume(stored: StoredWorld, { name, ...wanted }: NewVolume): void {
  const spec: Omit<VolumeCreate, 'name'> = {
    ...{
      driveClassId: 'all',
      failureDomain: 'node',
      stripeSizeBytes: STRIPE_BYTES,
      description: '',
      labels: {},
      // Small: a resync of one place must not copy the others too.
      bitmapChunkBytes: 65_536,
      copies: null,
    },
    ...{
      rebuildDelaySeconds: DEFAULT_REBUILD_DELAY_SECONDS,
      rebuildPriority: 'normal',
      encryption: 'none',
      cache: null,
      provisioning: 'thick',
      integrity: 'none',
    },
    ...wanted,
  };
  const request = { name, ...spec };
  const volume = createdVolume(request, placeVolume(spec, stored.candidates(spec.provisioning)), {
    stored: stored.stored(),
    newId: stored.newId,
    keyId: spec.encryption === 'none' ? undefined : stored.newKey(),
  });
  stored.write({ volume: null, attachments: [] }, { volume, attachments: [] }, 'request');
  stored.openJob('volume.create', { kind: 'volume', id: volume._id, name });
}

export function deleteVolume(stored: StoredWorld, volumeId: string): void {
  const volume = found(stored.volumes.get(volumeId));
  const attached = stored.attachmentsOf(volumeId).map(({ _id, nodeId, nodeName }) => ({ id: _id, client: { id: nodeId, name: nodeName } }));
  stored.write({ volume, attachments: [] }, { volume: deletedVolume(volume, attached), attachments: [] }, 'request');
  stored.openJob('volume.delete', { kind: 'volume', id: volumeId, name: volume.name });
}

export function attach(stored: StoredWorld, volumeId: string, nodeId: string, mode: AttachmentMode): void {
  const volume = found(stored.volumes.get(volumeId));
  const node = found(stored.nodes.get(nodeId));
  const request = { volumeId, nodeId, mode, transport: 'rdma' as const, reattach: true, force: false };
  const made = attached(request, volume, stored.attachmentsOf(volumeId), {
    ...stored.exportSurroundings(),
    ...{ client: node, stored: stored.stored(), reattachByDefault: true },
  });
  stored.write({ volume, attachments: [] }, { volume: made.volume, attachments: [made.attachment] }, 'request');
  stored.openJob('attachment.attach', { kind: 'attachment', id: made.attachment._id, name: `${volume.name} on ${node.name}` });
}

export function detach(stored: StoredWorld, attachmentId: string): void {
  const attachment = found(stored.attachments.get(attachmentId));
  stored.write({ volume: null, attachments: [attachment] }, { volume: null, attachments: [detached(attachment)] }, 'request');
  const { volumeName, nodeName } = attachment;
  stored.openJob('attachment.detach', { kind: 'attachment', id: attachmentId, name: `${volumeName} on ${nodeName}` });
}

export function grow(stored: StoredWorld, volumeId: string, toSizeBytes: number): void {
  const volume = found(stored.volumes.get(volumeId));
  const free = (id: string, capacityBytes: number) => capacityBytes - stored.allocatedBytes(id);
  const drives = new Map([...stored.drives].map(([id, drive]) => [id, { ...drive, freeBytes: free(id, drive.status.capacityBytes) }]));
  const attachments = stored.attachmentsOf(volumeId);
  const nodes = [...stored.nodes.values()];
  const surroundings = { drives, elsewhere: stored.candidates(volume.spec.provisioning), nodes, now: stored.now, newId: stored.newId };
  const grown = grownVolume(volume, toSizeBytes, attachments, surroundings);
  const exported = withAppended(grown, attachments, (attachment, legs, unsaved) => stored.exportsOf(attachment, legs, unsaved));
  stored.write({ volume, attachments }, { volume: grown, attachments: exported }, 'request');
  stored.openJob('volume.grow', { kind: 'volume', id: volumeId, name: volume.name });
}

/** @returns whether the request also accepted the loss of data that only the excluded legs have. */
export function revoke(stored: StoredWorld, attachmentId: string, request: { clientIsOff: boolean; targetsOff: string[] }): boolean {
  const before = found(stored.attachments.get(attachmentId));
  const world = stored.world(before.volumeId) ?? refuse();
  const { volume } = world;
  const { after, lost } = forceMoved(world, before, { acceptLoss: true, ...request }, { by: 'sweep', settings: SETTINGS });
  stored.write(world, withOwnUuid(stored, volume, after), 'request');
  if (!stored.openJobs([attachmentId]).some(({ kind }) => kind === 'attachment.revoke'))
    stored.openJob('attachment.revoke', { kind: 'attachment', id: attachmentId, name: `${volume.name} on ${before.nodeName}` });
  return lost.length > 0;
}

/** The array of a new epoch gets an id from the sweep. */
function withOwnUuid(stored: StoredWorld, before: VolumeDocument, after: VolumeSlice): VolumeSlice {
  const { array } = after.volume;
  const isNew = array && array.spec.uuid !== before.array?.spec.uuid;
  return isNew ? { ...after, volume: { ...after.volume, array: { ...array, spec: { ...array.spec, uuid: stored.newId() } } } } : after;
}

export function acceptLoss(stored: StoredWorld, volumeId: string, legIds: readonly string[]): void {
  const world = stored.world(volumeId) ?? refuse();
  checkAction('accept-loss', world.volume, null);
  stored.write(world, withOwnUuid(stored, world.volume, lossAccepted(world, legIds).after), 'request');
}

export function evict(stored: StoredWorld, driveId: string): void {
  const drive = found(stored.drives.get(driveId));
  stored.schedule(drive, evicted(placeOfDrive(drive), stored.now));
}

/** Opens every drive for new legs. */
export function stopEvictions(stored: StoredWorld): void {
  for (const drive of stored.drives.values()) stored.schedule(drive, uncordoned(placeOfDrive(drive), stored.now));
}

/** Discards the legs that older epochs left behind. */
export function discard(stored: StoredWorld, volumeId: string): void {
  const volume = found(stored.volumes.get(volumeId));
  const kept = (volume.obsoleteLegs ?? []).filter((leg) => leg.spec.desired === 'present');
  if (kept.length === 0) return;
  const legIds = kept.map(({ id }) => id);
  stored.write({ volume, attachments: [] }, { volume: discarded(volume, legIds).after, attachments: [] }, 'request');
  stored.openJob('volume.discard', { kind: 'volume', id: volumeId, name: volume.name });
}

export function startScrub(stored: StoredWorld, volumeId: string): void {
  const world = stored.world(volumeId) ?? refuse();
  stored.write(world, { volume: scrubOrdered(world, 'check', 'sweep'), attachments: world.attachments }, 'request');
}

export function stopScrub(stored: StoredWorld, volumeId: string): void {
  const world = stored.world(volumeId) ?? refuse();
  stored.write(world, { volume: scrubStopped(world), attachments: world.attachments }, 'request');
}

export function cache(stored: StoredWorld, volumeId: string, wanted: VolumeCache | null): void {
  const volume = found(stored.volumes.get(volumeId));
  if (volume.status.state !== 'available' || volume.spec.provisioning === 'thin') refuse();
  const after = { ...volume, spec: { ...volume.spec, cache: wanted } };
  stored.write({ volume, attachments: [] }, { volume: after, attachments: [] }, 'request');
}
