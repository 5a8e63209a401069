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
    },
    state: 'creating',
    health: 'detached',
    epoch: 1,
    array: null,
    legs: legs.map(({ driveId, nodeId }, index) => ({
      id: `leg-${name}-${index}`,
      index,
      driveId,
      driveSerial: driveId,
      nodeId,
      nodeName: nodeId,
      failureDomain: nodeId,
      numaNode: null,
      sizeBytes: 2 ** 30,
      dataBytes: 2 ** 30,
      epoch: 1,
      inSync: true,
      desired: 'present',
      orderGeneration: 0,
      state: 'creating',
      conditions: [],
    })),
    generation: 1,
    observedGeneration: 0,
    conditions: [],
  };
}
