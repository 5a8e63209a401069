import { DomainError } from '@weft/shared/errors/domain-error';
import { attachmentActions } from '@weft/shared/kinds/attachment';
import { type IoLimits, limitsOrNone } from '@weft/shared/limits/io-limits';
import type { Inventory } from '@weft/shared/messages/inventory';
import { nodeRef } from '@weft/shared/text/references';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import { nodeOf, volumeOfAttachment } from '../documents/references.js';

export type LimitingClient = Part<NodeDocument, '_id' | 'name'> & {
  status: { inventory?: { capabilities: Partial<Inventory['capabilities']> } | null };
};

/** @throws DomainError `client-cannot-limit`: an older agent would refuse its whole assignment because of the field. */
export function requireLimits(limits: IoLimits | null | undefined, { _id, name, status }: LimitingClient): void {
  if (limitsOrNone(limits) && !status.inventory?.capabilities.ioLimits)
    throw new DomainError('client-cannot-limit', { client: nodeRef(_id, name) }, { field: 'limits' });
}

/**
 * The attachment with these limits per client instead of its present ones; null: with none.
 * @throws DomainError `attachment-not-limitable`, `client-cannot-limit`.
 */
export function limited(attachment: AttachmentDocument, limits: IoLimits | null, client: LimitingClient): AttachmentDocument {
  const { state } = attachment.status;
  if (!attachmentActions.limit.includes(state))
    throw new DomainError('attachment-not-limitable', { volume: volumeOfAttachment(attachment), client: nodeOf(attachment), state });
  requireLimits(limits, client);
  const { limits: _, ...spec } = attachment.spec;
  const next = limitsOrNone(limits);
  return { ...attachment, generation: attachment.generation + 1, spec: { ...spec, ...(next && { limits: next }) } };
}
