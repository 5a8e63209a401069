import type { PlacedLeg } from '@weft/shared/kinds/volume';
import type { LegDocument } from '../documents/volume.document.js';

/** A new leg as it is first stored: placed, and not ordered yet. */
export const newLeg = ({ drive, node, ...placed }: PlacedLeg, epoch: number, id: string): LegDocument => ({
  id,
  index: placed.index,
  driveId: drive.id,
  driveSerial: drive.serial,
  nodeId: node.id,
  nodeName: node.name,
  spec: {
    failureDomain: placed.failureDomain,
    numaNode: placed.numaNode,
    sizeBytes: placed.sizeBytes,
    dataBytes: placed.dataBytes,
    epoch,
    desired: 'present',
    orderGeneration: 0,
  },
  status: { inSync: true, state: 'creating', readyBytes: 0, conditions: [] },
});
