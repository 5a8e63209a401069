import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';

/** A new order gets the generation that its node's assignment has after the step that gives it; earlier orders keep theirs. */
export function attachmentOrders(
  earlier: AttachmentDocument | undefined,
  attachment: AttachmentDocument,
  generations: ReadonlyMap<string, number>,
): Pick<AttachmentDocument, 'orderGeneration' | 'exports'> {
  const current = (nodeId: string, otherwise: number) => generations.get(nodeId) ?? otherwise;
  const { desired, nodeId, orderGeneration, generation, epoch } = attachment;
  const isSameEpoch = earlier?.epoch === epoch;
  // A raised generation is a new order too (a larger size), but not for a force-detached attachment: its client may have released it already.
  const same = isSameEpoch && earlier.desired === desired && (earlier.generation === generation || Boolean(earlier.revoked));
  const before = new Map(earlier?.exports.map((each) => [each.nodeId, each]));
  return {
    orderGeneration: same ? orderGeneration : current(nodeId, orderGeneration),
    exports: attachment.exports.map((exported) =>
      isSameEpoch && !isNewOrder(before.get(exported.nodeId), exported)
        ? exported
        : { ...exported, orderGeneration: current(exported.nodeId, exported.orderGeneration) },
    ),
  };
}

/** The desired state changed, or a leg was added. */
function isNewOrder(earlier: ExportDocument | undefined, { desired, namespaces }: ExportDocument): boolean {
  if (earlier?.desired !== desired) return true;
  const known = new Set(earlier.namespaces.map(({ legId }) => legId));
  return namespaces.some(({ legId }) => !known.has(legId));
}
