import { DomainError } from '@weft/shared/errors/errors';
import { type AttachmentMode, attachmentActions, modeConflict } from '@weft/shared/kinds/attachment';
import { DEFAULT_REBUILD_DELAY_SECONDS, isMirrored, type Protection, volumeActions } from '@weft/shared/kinds/volume';
import { revoked } from '../../apps/server/src/domain/attachment/revoked.js';
import { type AttachmentDocument, tenureOf } from '../../apps/server/src/domain/documents/attachment.document.js';
import { isAppended, type LegDocument, type VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { checkGivenUp } from '../../apps/server/src/domain/epoch/accept-loss-checks.js';
import { type EpochChange, lossOf, newEpoch } from '../../apps/server/src/domain/epoch/epoch.js';
import { planGrowth } from '../../apps/server/src/domain/placement/growth.js';
import { newLeg } from '../../apps/server/src/domain/placement/new-leg.js';
import { MD_DATA_OFFSET_BYTES, placeVolume } from '../../apps/server/src/domain/placement/placement.js';
import type { Slice } from '../../apps/server/src/domain/store/slice.js';
import { clientWord, legWord } from '../../apps/server/src/domain/world/reported-status.js';
import { SETTINGS, STRIPE_BYTES, type StoredWorld } from './stored-world.js';

/*
 * What people ask of a server, on the stored world: the decisions are the server's own functions, and what its services do around them is done here in
 * the same order. Each throws a DomainError where the service does.
 */
const refuse = (detail: string): never => {
  throw new DomainError('wrong-state', detail);
};
const found = <T>(value: T | undefined): T => value ?? refuse('it is not there any more');

export interface NewVolume {
  name: string;
  protection: Protection;
  sizeBytes: number;
  stripeWidth: number | null;
  rebuildDelaySeconds?: number;
}

export function createVolume(stored: StoredWorld, { name, ...wanted }: NewVolume): void {
  const spec: VolumeDocument['spec'] = {
    ...{ driveClassId: 'all', failureDomain: 'node', stripeSizeBytes: STRIPE_BYTES, description: '', labels: {}, bitmapChunkBytes: null },
    ...{ rebuildDelaySeconds: DEFAULT_REBUILD_DELAY_SECONDS, rebuildPriority: 'normal' },
    ...wanted,
  };
  const { legs } = placeVolume(spec, stored.candidates());
  const volume: VolumeDocument = {
    ...stored.stored(),
    ...{ name, spec, state: 'creating', health: 'detached', epoch: 1, generation: 1, observedGeneration: 0, conditions: [] },
    array: isMirrored(spec.protection) ? { uuid: stored.newId(), dataOffsetBytes: MD_DATA_OFFSET_BYTES, created: false } : null,
    legs: legs.map((leg) => ({ ...newLeg(leg, 1), id: stored.newId() })),
  };
  stored.write({ volume: null, attachments: [] }, { volume, attachments: [] });
  stored.openJob('volume.create', { kind: 'volume', id: volume._id, name });
}

export function deleteVolume(stored: StoredWorld, volumeId: string): void {
  const volume = found(stored.volumes.get(volumeId));
  if (stored.attachmentsOf(volumeId).length > 0) refuse('it is attached');
  if (!volumeActions.delete.includes(volume.state)) refuse(`it is ${volume.state}`);
  const absent = { desired: 'absent' as const, state: 'deleting' as const };
  const deleting: VolumeDocument = {
    ...volume,
    ...{ state: 'deleting', growth: null, generation: volume.generation + 1 },
    legs: volume.legs.map((leg) => ({ ...leg, ...absent })),
    obsoleteLegs: (volume.obsoleteLegs ?? []).map((leg) => ({ ...leg, ...absent })),
  };
  stored.write({ volume, attachments: [] }, { volume: deleting, attachments: [] });
  stored.openJob('volume.delete', { kind: 'volume', id: volumeId, name: volume.name });
}

export function attach(stored: StoredWorld, volumeId: string, nodeId: string, mode: AttachmentMode): void {
  const volume = found(stored.volumes.get(volumeId));
  const node = found(stored.nodes.get(nodeId));
  const existing = stored.attachmentsOf(volumeId);
  if (!volumeActions.attach.includes(volume.state)) refuse(`it is ${volume.state}`);
  const conflict = modeConflict(
    mode,
    existing.filter((each) => !each.fenced).map((each) => each.mode),
  );
  if (conflict) refuse(conflict);
  if (isMirrored(volume.spec.protection) && mode === 'readonly' && !volume.array?.created) refuse('it was never written');
  if (existing.some((each) => each.nodeId === nodeId)) refuse('what is left of the one before is not gone yet');
  const base: AttachmentDocument = {
    ...stored.stored(),
    ...{ volumeId, volumeName: volume.name, nodeId, nodeName: node.name, mode, transport: 'rdma', reattach: true, state: 'attaching' },
    ...{ epoch: volume.epoch, desired: 'attached', orderGeneration: 0, bootId: node.bootId, exports: [], generation: 1 },
    ...{ observedGeneration: 0, conditions: [], fenced: false },
  };
  const legs = volume.legs.filter((leg) => leg.desired === 'present');
  const attachment = { ...base, exports: stored.exportsOf(base, legs) };
  stored.write({ volume, attachments: [] }, { volume: { ...volume, lastTenure: tenureOf(attachment) }, attachments: [attachment] });
  stored.openJob('attachment.attach', { kind: 'attachment', id: base._id, name: `${volume.name} on ${node.name}` });
}

export function detach(stored: StoredWorld, attachmentId: string): void {
  const attachment = found(stored.attachments.get(attachmentId));
  if (!attachmentActions.detach.includes(attachment.state)) refuse(`it is ${attachment.state}`);
  const detaching = { ...attachment, desired: 'detached' as const, state: 'detaching' as const, generation: attachment.generation + 1 };
  stored.write({ volume: null, attachments: [attachment] }, { volume: null, attachments: [detaching] });
  const { volumeName, nodeName } = attachment;
  stored.openJob('attachment.detach', { kind: 'attachment', id: attachmentId, name: `${volumeName} on ${nodeName}` });
}

export function grow(stored: StoredWorld, volumeId: string, toSizeBytes: number): void {
  const volume = found(stored.volumes.get(volumeId));
  const free = (id: string, capacityBytes: number) => capacityBytes - stored.allocatedBytes(id);
  const drives = new Map([...stored.drives].map(([id, drive]) => [id, { ...drive, freeBytes: free(id, drive.capacityBytes) }]));
  const { legs, growth } = planGrowth(volume, toSizeBytes, drives, stored.candidates());
  const named = legs.map((leg) => (volume.legs.some(({ id }) => id === leg.id) ? leg : { ...leg, id: stored.newId() }));
  const renamed = new Map(legs.map((leg, at) => [leg.id, named[at]?.id ?? leg.id]));
  const next: VolumeDocument = {
    ...volume,
    legs: named,
    growth: { ...growth, legs: growth.legs.map((leg) => ({ ...leg, legId: renamed.get(leg.legId) ?? leg.legId })) },
    generation: volume.generation + 1,
  };
  const appended = named.filter((leg) => isAppended(next, leg));
  const attachments = stored.attachmentsOf(volumeId);
  if (appended.length > 0 && attachments.some(({ state }) => state === 'detaching')) refuse('it is being detached');
  const exported = attachments.map((each) =>
    each.desired === 'attached' && appended.length > 0 ? { ...each, exports: stored.exportsWith(each, appended) } : each,
  );
  stored.write({ volume, attachments }, { volume: next, attachments: exported });
  stored.openJob('volume.grow', { kind: 'volume', id: volumeId, name: volume.name });
}

/** @returns whether the loss of what only the legs left out have was accepted with it. */
export function revoke(stored: StoredWorld, attachmentId: string, request: { clientIsOff: boolean; targetsOff: string[] }): boolean {
  const before = found(stored.attachments.get(attachmentId));
  const volume = found(stored.volumes.get(before.volumeId));
  const world = stored.world(volume._id);
  const word = world && !world.isSilent(before.nodeId) ? clientWord(world, before) : undefined;
  const current = word?.observed.array?.uuid === volume.array?.uuid && volume.array !== null;
  const inSyncKnown = before.revoked ? (before.revoked.inSyncKnown ?? false) : current;
  const newlyOff = before.exports.filter((each) => request.targetsOff.includes(each.nodeId) && !each.leftOut);
  const full = { volumeName: volume.name, acceptLoss: true, ...request };
  const revoking: AttachmentDocument = {
    ...before,
    ...revoked(before, full, { by: 'sweep', inSyncKnown, settings: SETTINGS, now: stored.now }, volume),
  };
  const legIds = new Set(newlyOff.flatMap((each) => each.namespaces.map(({ legId }) => legId)));
  const givenUp = new Set(volume.legs.filter((leg) => legIds.has(leg.id)).map((leg) => leg.id));
  if (givenUp.size > 0 && !isMirrored(volume.spec.protection)) refuse('no leg of it can be left out');
  if (givenUp.size > 0 && stored.attachmentsOf(volume._id).some((each) => each._id !== attachmentId && !each.fenced)) refuse('in use');
  let lost: LegDocument[] = [];
  if (givenUp.size > 0) {
    lost = inSyncKnown ? lossOf(volume, givenUp) : volume.legs.filter((leg) => givenUp.has(leg.id) && leg.inSync);
    lossOf(volume, givenUp);
  }
  const attachments = stored.attachmentsOf(volume._id);
  const all = attachments.map((each) => (each._id === attachmentId ? revoking : each));
  const accepted = new Set(lost.map(({ id }) => id));
  const change = { givenUp, now: stored.now, revokedAttachmentId: attachmentId, accepted };
  stored.write({ volume, attachments }, givenUp.size > 0 ? epochOf(stored, volume, all, change) : { volume, attachments: all });
  if (!stored.openJobs([attachmentId]).some(({ kind }) => kind === 'attachment.revoke'))
    stored.openJob('attachment.revoke', { kind: 'attachment', id: attachmentId, name: `${volume.name} on ${before.nodeName}` });
  return lost.length > 0;
}

/** Its array has an id of the sweep's own. */
function epochOf(stored: StoredWorld, volume: VolumeDocument, attachments: readonly AttachmentDocument[], change: EpochChange): Slice {
  const next = newEpoch(volume, attachments, change);
  const { array } = next.volume;
  const isNew = array && array.uuid !== volume.array?.uuid;
  return isNew ? { ...next, volume: { ...next.volume, array: { ...array, uuid: stored.newId() } } } : next;
}

export function acceptLoss(stored: StoredWorld, volumeId: string, legIds: readonly string[]): void {
  const world = stored.world(volumeId) ?? refuse('it is not there any more');
  const { volume, attachments } = world;
  if (!volumeActions['accept-loss'].includes(volume.state)) refuse(`it is ${volume.state}`);
  const givenUp = volume.legs.filter((leg) => legIds.includes(leg.id));
  if (givenUp.length < legIds.length) refuse('it has no such leg');
  checkGivenUp(
    volume,
    givenUp,
    attachments.map((attachment) => ({ attachment, word: world.isSilent(attachment.nodeId) ? undefined : clientWord(world, attachment) })),
    new Map(givenUp.map((leg) => [leg.id, world.isSilent(leg.nodeId) ? undefined : legWord(world, leg)])),
  );
  const change = { givenUp: new Set(legIds), now: stored.now, revokedAttachmentId: null };
  stored.write({ volume, attachments }, epochOf(stored, volume, attachments, change));
}

/** Gives up what older epochs have left. */
export function discard(stored: StoredWorld, volumeId: string): void {
  const volume = found(stored.volumes.get(volumeId));
  const kept = (volume.obsoleteLegs ?? []).filter((leg) => leg.desired === 'present');
  if (kept.length === 0) return;
  const unfenced = kept.filter((leg) => leg.fencedFrom !== null);
  if (unfenced.length > 0) refuse(`the fence of ${unfenced.map((leg) => leg.nodeName).join(', ')} is pending`);
  const obsoleteLegs = (volume.obsoleteLegs ?? []).map((leg) => ({ ...leg, desired: 'absent' as const, state: 'deleting' as const }));
  stored.write({ volume, attachments: [] }, { volume: { ...volume, obsoleteLegs }, attachments: [] });
  stored.openJob('volume.discard', { kind: 'volume', id: volumeId, name: volume.name });
}
