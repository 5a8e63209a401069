import { type AttachmentMode, allowedModes } from '@weft/shared/kinds/attachment';
import type { Node } from '@weft/shared/kinds/node';
import type { Protection } from '@weft/shared/kinds/volume';
import { isDocument } from '../dialect/document.js';
import { badField, noCounterpart, Refusal } from '../dialect/reasons.js';
import { attachmentModes } from '../nouns/reservation.js';
import { nameText, objectsOf } from './named.js';

/** Client and volumes of an attach or detach. @throws Refusal */
export function clientRequest(body: unknown): { client: string; clientUuid: string | undefined; volumes: unknown[] } {
  if (!isDocument(body)) throw badField('The body', 'must be an object with client and volumes');
  const client = nameText.safeParse(body.client);
  if (!client.success) throw badField('client', 'must name a client');
  const uuid = nameText.safeParse(body.clientUUID);
  return { client: client.data, clientUuid: uuid.success ? uuid.data : undefined, volumes: objectsOf(body.volumes) };
}

const modeIn = (reservation: Record<string, unknown>): AttachmentMode | null => {
  const { mode } = reservation;
  if (mode === undefined || mode === null || mode === 'NONE') return null;
  const found = typeof mode === 'string' ? attachmentModes.get(mode) : undefined;
  if (!found) throw badField('reservation.mode', `must be one of ${[...attachmentModes.keys()].join(', ')}`);
  return found;
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== 0;

/** The mode that a volume of an attach request asks for. Null: the default. @throws Refusal */
export function requestedMode(volume: unknown): AttachmentMode | null {
  if (!isDocument(volume)) return null;
  const reservation = volume.reservation ?? {};
  if (!isDocument(reservation)) throw badField('reservation', 'must be an object');
  if (isSet(reservation.preempt) || isSet(reservation.isDetachOthers))
    throw noCounterpart('taking a volume from other clients while attaching', 'Detach it there first; with force if its client is lost.');
  const emulation = isDocument(volume.emulation) ? volume.emulation.mode : undefined;
  if (emulation !== undefined && emulation !== 'NONE') throw noCounterpart('emulated devices', 'Leave emulation out.');
  if (isSet(volume.referenceID) && volume.referenceID !== '') throw noCounterpart('reference ids of attachments', 'Leave referenceID out.');
  return modeIn(reservation);
}

/**
 * The mode of the attachment. NVMesh's default is shared; a mirrored volume of Weft has one writer, so its default is exclusive.
 * @throws Refusal `not-shareable` when the request names the shared mode for a mirrored volume
 */
export function modeFor(requested: AttachmentMode | null, volume: { name: string; protection: Protection }): AttachmentMode {
  const shareable = allowedModes(volume.protection).includes('shared');
  if (requested === null) return shareable ? 'shared' : 'exclusive';
  if (requested === 'shared' && !shareable) throw new Refusal('not-shareable', { volume: volume.name });
  return requested;
}

/** Whether a detach asks for force. */
export const isForced = (volume: unknown): boolean => isDocument(volume) && isSet(volume.force);

/** RDMA where client and targets have it on a storage network, else TCP: NVMesh's requests do not name the transport. */
export function transportFor(nodes: readonly Pick<Node, 'nics' | 'capabilities'>[]): 'rdma' | 'tcp' {
  const hasRdma = ({ nics, capabilities }: Pick<Node, 'nics' | 'capabilities'>) =>
    capabilities?.rdma === true && nics.some(({ rdmaDevice, storageNetwork }) => rdmaDevice !== null && storageNetwork !== null);
  return nodes.every(hasRdma) ? 'rdma' : 'tcp';
}
