import type { LegDocument, VolumeDocument } from '../src/domain/documents/volume.document.js';

/** A stored volume, for tests of refusals on objects that it depends on. */
export function storedVolume(name: string, legs: Pick<LegDocument, 'driveId' | 'nodeId'>[], driveClassId = 'class'): VolumeDocument {
  const now = new Date();
  return {
    _id: `volume-${name}`,
    version: 1,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    name,
    array: null,
    legs: legs.map(({ driveId, nodeId }, index) => ({
      id: `leg-${name}-${index}`,
      index,
      driveId,
      driveSerial: driveId,
      nodeId,
      nodeName: nodeId,
      spec: {
        ...{ failureDomain: nodeId, numaNode: null, sizeBytes: 2 ** 30, dataBytes: 2 ** 30, epoch: 1 },
        ...{ desired: 'present' as const, orderGeneration: 0 },
      },
      status: { inSync: true, state: 'creating' as const, conditions: [] },
    })),
    generation: 1,
    spec: {
      sizeBytes: 2 ** 30,
      protection: 'concatenated',
      driveClassId,
      failureDomain: 'node',
      stripeWidth: null,
      stripeSizeBytes: 65_536,
      description: '',
      labels: {},
      bitmapChunkBytes: null,
      rebuildDelaySeconds: 600,
      rebuildPriority: 'normal',
      encryption: 'none',
      epoch: 1,
    },
    status: { state: 'creating', health: 'detached', observedGeneration: 0, conditions: [] },
  };
}
