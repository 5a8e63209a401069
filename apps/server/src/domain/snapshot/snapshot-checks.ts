import { DomainError } from '@weft/shared/errors/domain-error';
import type { SnapshotState } from '@weft/shared/kinds/snapshot';
import type { Inventory } from '@weft/shared/messages/inventory';
import { driveRef, nodeRef } from '@weft/shared/text/references';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { nodeOf, volumeOf } from '../documents/references.js';
import { countedBytes, type LegDocument, type VolumeDocument } from '../documents/volume.document.js';

export function snapshotState({ spec: { snapshot }, status: { state } }: Pick<VolumeDocument, 'spec' | 'status'>): SnapshotState {
  if (state === 'deleting') return 'deleting';
  return snapshot?.isPending || state === 'creating' ? 'pending' : 'ready';
}

/** @throws DomainError `snapshot-not-ready` */
export function requireReady(snapshot: VolumeDocument): void {
  const state = snapshotState(snapshot);
  if (state !== 'ready') throw new DomainError('snapshot-not-ready', { snapshot: volumeOf(snapshot), state });
}

/** @throws DomainError if the volume is a snapshot. */
export function requireNoSnapshot(volume: VolumeDocument): void {
  if (volume.spec.snapshot) throw new DomainError('snapshot-not-changeable', { snapshot: volumeOf(volume) });
}

/** @throws DomainError `snapshot-being-taken`, `volume-rolling-back` */
export function requireNoCopying(volume: VolumeDocument): void {
  if (volume.spec.snapshotSetId !== undefined) throw new DomainError('snapshot-being-taken', { volume: volumeOf(volume) });
  if (volume.spec.rollBack) throw new DomainError('volume-rolling-back', { volume: volumeOf(volume) });
}

/**
 * A client that only reads can use the array: it does not grow one.
 * @throws DomainError `array-short`
 */
export function requireWholeArray(volume: VolumeDocument): void {
  if (volume.array?.status.isShort) throw new DomainError('array-short', { volume: volumeOf(volume) });
}

/**
 * All of the volume's legs are made, and nothing changes them now.
 * @throws DomainError `not-possible`, `wrong-state`.
 */
export function requireSettled(volume: VolumeDocument): void {
  requireNoSnapshot(volume);
  const named = volumeOf(volume);
  if (volume.spec.provisioning !== 'thin') throw new DomainError('snapshot-needs-thin', { volume: named });
  requireNoCopying(volume);
  requireWholeArray(volume);
  const isMade = volume.legs.every(({ spec, status }) => spec.desired === 'present' && (status.readyBytes ?? 0) > 0);
  if (volume.status.state !== 'available' || volume.growth || volume.array?.status.previousUuid || !isMade)
    throw new DomainError('snapshot-needs-state', { volume: named, state: volume.status.state });
}

export interface Holder {
  client: { id: string; name: string };
  attachmentIds: string[];
}

/**
 * The client that writes to the volumes, with its attachments; null: none does.
 * @throws DomainError `snapshot-of-several-clients`, `snapshot-client-busy`
 */
export function holderOf(volumes: readonly { volume: VolumeDocument; attachments: readonly AttachmentDocument[] }[]): Holder | null {
  const writing = volumes.flatMap(({ volume, attachments }) =>
    attachments.filter(({ spec, status }) => spec.mode !== 'readonly' && !status.fenced).map((attachment) => ({ volume, attachment })),
  );
  const clients = new Map(writing.map(({ attachment }) => [attachment.nodeId, attachment]));
  if (clients.size > 1) throw new DomainError('snapshot-of-several-clients', { clients: [...clients.values()].map(nodeOf) });
  for (const { volume, attachment } of writing)
    if (attachment.status.state !== 'attached')
      throw new DomainError('snapshot-client-busy', {
        volume: volumeOf(volume),
        client: nodeOf(attachment),
        state: attachment.status.state,
      });
  const [client] = clients.values();
  if (!client) return null;
  return { client: { id: client.nodeId, name: client.nodeName }, attachmentIds: writing.map(({ attachment }) => attachment._id).sort() };
}

/** @throws DomainError `client-cannot-freeze` */
export function requireFreezes(
  client: Holder['client'],
  node: { status: { inventory?: { capabilities: Pick<Inventory['capabilities'], 'thin'> } | null } } | undefined,
): void {
  if (!node?.status.inventory?.capabilities.thin)
    throw new DomainError('client-cannot-freeze', { client: nodeRef(client.id, client.name) });
}

/**
 * The pools of the new legs can promise their bytes.
 * @param room bytes that the pool of each drive may promise now, by drive id.
 * @throws DomainError `pool-takes-no-copies`
 */
export function requireRoom(legs: readonly LegDocument[], room: ReadonlyMap<string, number>): void {
  const needed = new Map<string, number>();
  for (const leg of legs) needed.set(leg.driveId, (needed.get(leg.driveId) ?? 0) + countedBytes(leg));
  for (const leg of legs) {
    const { driveId, driveSerial } = leg;
    const [neededBytes, freeBytes] = [needed.get(driveId) ?? 0, room.get(driveId) ?? 0];
    if (freeBytes === 0 || neededBytes > freeBytes)
      throw new DomainError('pool-takes-no-copies', { drive: driveRef(driveId, driveSerial), node: nodeOf(leg), neededBytes, freeBytes });
  }
}
