import { newStored } from '../src/core/mongo/objects.js';
import type { AttachmentDocument } from '../src/domain/documents/attachment.document.js';
import type { VolumeDocument } from '../src/domain/documents/volume.document.js';

/** A stored attachment, for tests of refusals on objects that it depends on. */
export const storedAttachment = (
  volume: Pick<VolumeDocument, '_id' | 'name'>,
  node: { _id: string; name: string },
): AttachmentDocument => ({
  ...newStored(),
  volumeId: volume._id,
  volumeName: volume.name,
  nodeId: node._id,
  nodeName: node.name,
  exports: [],
  generation: 1,
  spec: { mode: 'exclusive', transport: 'rdma', reattach: true, epoch: 1, desired: 'attached', orderGeneration: 0, bootId: null },
  status: { state: 'attaching', observedGeneration: 0, conditions: [], fenced: false },
});
