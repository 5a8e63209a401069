import type { AttachmentDocument } from '../documents/attachment.document.js';

/** An order is carried by the generation that its node's assignment has after the step that gave it; orders given before keep theirs. */
export function attachmentOrders(
  earlier: AttachmentDocument | undefined,
  attachment: AttachmentDocument,
  generations: ReadonlyMap<string, number>,
): Pick<AttachmentDocument, 'orderGeneration' | 'exports'> {
  const current = (nodeId: string, otherwise: number) => generations.get(nodeId) ?? otherwise;
  const { desired, nodeId, orderGeneration } = attachment;
  // A raised generation is a new order too: a size that grew.
  const same = earlier?.desired === desired && earlier.generation === attachment.generation;
  return {
    orderGeneration: same ? orderGeneration : current(nodeId, orderGeneration),
    exports: attachment.exports.map((exported) => {
      const sameExport = earlier?.exports.find((each) => each.nodeId === exported.nodeId)?.desired === exported.desired;
      return sameExport ? exported : { ...exported, orderGeneration: current(exported.nodeId, exported.orderGeneration) };
    }),
  };
}
