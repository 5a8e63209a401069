import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@weft/shared/errors/domain-error';
import { type AttachmentCreate, attachmentActions } from '@weft/shared/kinds/attachment';
import { limitsOrNone } from '@weft/shared/limits/io-limits';
import { nodeRef } from '@weft/shared/text/references';
import type { Stored } from '../../core/mongo/stored.js';
import { checkAllowed } from '../attachment/check-allowed.js';
import { type ExportRequest, planExports } from '../attachment/exports.js';
import { type AttachmentDocument, nextTenure, tenureOf } from '../documents/attachment.document.js';
import { isInForce, shown } from '../documents/maintenance.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import { nodeOf, volumeOfAttachment } from '../documents/references.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { type LimitingClient, requireLimits } from './limit.js';

/** Input of an attach besides its volume. */
export interface AttachSurroundings extends Pick<ExportRequest, 'targets' | 'usedServiceIds' | 'encryption' | 'tls'> {
  client: Part<NodeDocument, '_id' | 'name' | 'status.bootId' | 'spec.maintenance'> & LimitingClient;
  /** Base fields of the new attachment; `createdAt` is now. */
  stored: Stored;
  reattachByDefault: boolean;
}

/** The existing attachment that already satisfies the request. */
export const sameAttachment = (request: AttachmentCreate, existing: readonly AttachmentDocument[]): AttachmentDocument | undefined =>
  existing.find(
    (each) =>
      each.nodeId === request.nodeId &&
      each.spec.mode === request.mode &&
      each.spec.transport === request.transport &&
      (request.reattach === undefined || each.spec.reattach === request.reattach) &&
      (request.limits === undefined || isDeepStrictEqual(limitsOrNone(request.limits), limitsOrNone(each.spec.limits))) &&
      each.spec.desired === 'attached',
  );

/** Legs that a new attachment exports. */
export const exportedLegs = ({ legs }: VolumeDocument): LegDocument[] => legs.filter((leg) => leg.spec.desired === 'present');

/**
 * @returns the volume, which keeps the tenure (so that the next attachment gets a higher one even if this one is removed), and the new attachment.
 * @throws DomainError `wrong-state`, `not-possible`, `in-use`, `no-shared-network` or `client-cannot-limit`.
 */
export function attached(
  request: AttachmentCreate,
  volume: VolumeDocument,
  existing: readonly AttachmentDocument[],
  { client, stored, reattachByDefault, ...around }: AttachSurroundings,
): { volume: VolumeDocument; attachment: AttachmentDocument } {
  checkAllowed(request, volume, existing);
  const {
    spec: { maintenance },
  } = client;
  if (maintenance && isInForce(maintenance, stored.createdAt) && !request.force)
    throw new DomainError('client-in-maintenance', { node: nodeRef(client._id, client.name), ...shown(maintenance) }, { field: 'nodeId' });
  requireLimits(request.limits, client);
  const limits = limitsOrNone(request.limits);
  const {
    spec: { epoch },
  } = volume;
  const attachment: AttachmentDocument = {
    ...stored,
    volumeId: volume._id,
    volumeName: volume.name,
    nodeId: client._id,
    nodeName: client.name,
    exports: planExports({
      attachmentId: stored._id,
      epoch,
      transport: request.transport,
      client: { id: client._id, name: client.name, portals: around.targets.get(client._id) ?? [] },
      legs: exportedLegs(volume),
      ...around,
    }),
    generation: 1,
    spec: {
      mode: request.mode,
      transport: request.transport,
      reattach: request.reattach ?? reattachByDefault,
      epoch,
      tenure: nextTenure(volume.spec.lastTenure, existing, stored.createdAt),
      desired: 'attached',
      orderGeneration: 0,
      bootId: client.status.bootId,
      ...(limits && { limits }),
    },
    status: { state: 'attaching', observedGeneration: 0, conditions: [], fenced: false },
  };
  return { volume: { ...volume, spec: { ...volume.spec, lastTenure: tenureOf(attachment) } }, attachment };
}

/**
 * The attachment after a detach request: its client refuses while the device is open.
 * @throws DomainError `wrong-state`.
 */
export function detached(attachment: AttachmentDocument): AttachmentDocument {
  if (!attachmentActions.detach.includes(attachment.status.state))
    throw new DomainError('attachment-not-detachable', {
      volume: volumeOfAttachment(attachment),
      client: nodeOf(attachment),
      state: attachment.status.state,
    });
  return {
    ...attachment,
    generation: attachment.generation + 1,
    spec: { ...attachment.spec, desired: 'detached' },
    status: { ...attachment.status, state: 'detaching' },
  };
}
