import { emptyThin, type LegDocument, type VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import type { Due } from './replacement-due.js';

/** The leg that replaces another one, or fills a vacant index, as it is first stored. */
export function joiningLeg(volume: VolumeDocument, { index, leg, source }: Due, drive: CandidateDrive, id: string): LegDocument {
  const like = leg ?? source;
  const {
    spec: { sizeBytes },
  } = like;
  const dataBytes = volume.growth?.spec.legs.find(({ legId }) => legId === like.id)?.toDataBytes ?? like.spec.dataBytes;
  const joining: LegDocument = {
    id,
    index,
    driveId: drive.driveId,
    driveSerial: drive.serial,
    nodeId: drive.nodeId,
    nodeName: drive.nodeName,
    spec: {
      failureDomain: drive.failureDomain ?? drive.nodeName,
      numaNode: drive.numaNode,
      sizeBytes,
      dataBytes,
      epoch: volume.spec.epoch,
      desired: 'present',
      orderGeneration: 0,
      role: 'joining',
    },
    status: { inSync: false, state: 'creating', readyBytes: 0, conditions: [] },
  };
  return volume.spec.provisioning === 'thin' ? emptyThin(joining) : joining;
}
