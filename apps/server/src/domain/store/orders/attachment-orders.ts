import type { AttachmentDocument, ExportDocument } from '../../documents/attachment.document.js';
import type { Part } from '../../documents/parts.js';

/** A new order gets the generation that its node's assignment has after the step that gives it; earlier orders keep theirs. */
export function attachmentOrders(
  earlier: AttachmentDocument | undefined,
  attachment: AttachmentDocument,
  generations: ReadonlyMap<string, number>,
): Part<AttachmentDocument, 'spec.orderGeneration' | 'exports'> {
  const current = (nodeId: string, otherwise: number) => generations.get(nodeId) ?? otherwise;
  const {
    nodeId,
    generation,
    spec: { desired, orderGeneration, epoch },
  } = attachment;
  const isSameEpoch = earlier?.spec.epoch === epoch;
  // A raised generation is a new order too (a larger size), but not for a force-detached attachment: its client may have released it already.
  const same = isSameEpoch && earlier.spec.desired === desired && (earlier.generation === generation || Boolean(earlier.spec.revoked));
  const before = new Map(earlier?.exports.map((each) => [each.nodeId, each]));
  return {
    exports: attachment.exports.map((exported) =>
      isSameEpoch && !isNewOrder(before.get(exported.nodeId), exported)
        ? exported
        : { ...exported, spec: { ...exported.spec, orderGeneration: current(exported.nodeId, exported.spec.orderGeneration) } },
    ),
    spec: { orderGeneration: same ? orderGeneration : current(nodeId, orderGeneration) },
  };
}

/** The desired state changed, or a leg was added. */
function isNewOrder(earlier: ExportDocument | undefined, { spec: { desired, namespaces } }: ExportDocument): boolean {
  if (earlier?.spec.desired !== desired) return true;
  const known = new Set(earlier.spec.namespaces.map(({ legId }) => legId));
  return namespaces.some(({ legId }) => !known.has(legId));
}
