import type { DriveDocument } from '../documents/drive.document.js';

/** A drive that is in service as a cache, or leaves this service. */
export interface CacheDrive {
  driveId: string;
  serial: string;
  nodeId: string;
  freeBytes: number;
  /** Its caches stay: it is in service, and not being evicted. */
  keeps: boolean;
  /** It takes new caches: also present and not cordoned, on a node whose kernel has dm-cache. */
  takes: boolean;
}

export function cacheDrive(drive: DriveDocument & { freeBytes: number }, nodeHasCaches: boolean): CacheDrive {
  const { spec, status } = drive;
  const keeps = spec.desired === 'in-service' && spec.scheduling !== 'evicting' && spec.scheduling !== 'evicted';
  const isOpen = (spec.scheduling ?? 'open') === 'open' && spec.wipe === null && status.inService && status.present;
  return {
    ...{ driveId: drive._id, serial: drive.serial, nodeId: drive.nodeId, freeBytes: drive.freeBytes },
    ...{ keeps, takes: keeps && isOpen && nodeHasCaches },
  };
}
