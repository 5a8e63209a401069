import type { AttachedLeg } from '@weft/shared/messages/assignment';
import { legRef, nodeRef } from '@weft/shared/text/references';

/** A leg and its node, for the data of a reason. */
export const legOn = ({ legId, index, nodeId, nodeName }: AttachedLeg) => ({
  leg: legRef({ id: legId, index }),
  node: nodeRef(nodeId, nodeName),
});
