import { devicePath } from '@weft/shared/identity';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { AttachmentStatus, LimitsInForce } from '@weft/shared/messages/report';
import { toObject } from '../core/mongo/stored.js';
import { type ObjectStatusDocument, pathKey } from '../domain/documents/agent.documents.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';

/** The last status that a client reported, and when each path that is not live left `live`. */
export interface SaidOfAttachment {
  status: AttachmentStatus;
  notLiveSince: NonNullable<ObjectStatusDocument['notLiveSince']>;
}

/** `said`: undefined if the client has not reported. */
export function toAttachment(attachment: AttachmentDocument, said: SaidOfAttachment | undefined): Attachment {
  const status = said?.status;
  const since = new Map(said?.notLiveSince.map((each) => [each.path, each.since.toISOString()]));
  const nodeOf = new Map(attachment.exports.flatMap((each) => each.spec.namespaces.map(({ legId }) => [legId, each.nodeName] as const)));
  const observed = status?.observed;
  return toObject<Attachment>(attachment, {
    volume: { id: attachment.volumeId, name: attachment.volumeName },
    node: { id: attachment.nodeId, name: attachment.nodeName },
    mode: attachment.spec.mode,
    transport: attachment.spec.transport,
    reattach: attachment.spec.reattach,
    state: attachment.status.state,
    device: observed?.available ? devicePath(attachment.volumeName) : null,
    open: observed?.open ?? false,
    openBy: status?.reason?.processes ?? [],
    paths: (observed?.paths ?? []).map((path) => ({
      ...path,
      node: nodeOf.get(path.legId) ?? 'unknown',
      notLiveSince: since.get(pathKey(path)) ?? null,
    })),
    array: observed?.array ?? null,
    epoch: attachment.spec.epoch,
    limits: attachment.spec.limits ?? null,
    limitsInForce: observed?.limits ? inForce(observed.limits) : null,
    revoked: attachment.spec.revoked
      ? {
          by: attachment.spec.revoked.by,
          at: attachment.spec.revoked.at.toISOString(),
          clientIsOff: attachment.spec.revoked.clientIsOff,
          targetsOff: attachment.spec.revoked.targetsOff.map(({ id, name }) => ({ id, name })),
          fencePending: attachment.exports
            .filter(({ status: { gone } }) => !gone)
            .map((each) => ({ id: each.nodeId, name: each.nodeName })),
        }
      : null,
    generation: attachment.generation,
    observedGeneration: attachment.status.observedGeneration,
    conditions: attachment.status.conditions,
  });
}

const inForce = ({ values, slices, overwritten }: NonNullable<AttachmentStatus['observed']['limits']>): LimitsInForce => ({
  values,
  slices,
  overwritten,
});
