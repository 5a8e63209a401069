import { isTrouble } from '@weft/shared/kinds/condition-types';
import type { Drive, DriveState } from '@weft/shared/kinds/drive';
import type { Health } from './health.js';

/** NVMesh names a drive by serial number and namespace: S3HCNX0K800427.1. */
export const diskId = ({ serial, nsid = 1 }: { serial: string; nsid?: number | undefined }): string => `${serial}.${nsid}`;

const statuses: Readonly<Record<DriveState, string>> = {
  'in-service': 'Ok',
  available: 'Not_Initialized',
  occupied: 'Not_Initialized',
  taking: 'Initializing',
  wiping: 'Formatting',
  releasing: 'Frozen',
  missing: 'Missing',
};

function healthOf({ state, smart, conditions }: Drive): Health {
  if (state === 'missing') return 'critical';
  return (smart?.criticalWarning ?? 0) > 0 || conditions.some(isTrouble) ? 'alarm' : 'healthy';
}

/** A drive as a part of NVMesh's targets and list of drives. Blocks are of the drive's own size. */
export function driveDocument(drive: Drive) {
  const { smart, logicalBlockBytes, scheduling, state } = drive;
  const blocks = (bytes: number) => Math.floor(bytes / logicalBlockBytes);
  return {
    diskID: diskId(drive),
    uuid: drive.id,
    Serial_Number: drive.serial,
    Model: drive.model,
    nodeID: drive.node.name,
    nodeUUID: drive.node.id,
    status: statuses[state],
    health: healthOf(drive),
    block_size: logicalBlockBytes,
    metadata_size: 0,
    blocks: blocks(drive.sizeBytes),
    usableBlocks: blocks(drive.capacityBytes),
    availableBlocks: blocks(drive.freeBytes),
    largestSegmentAvailable: blocks(drive.largestFreeBytes),
    isExcluded: state === 'occupied',
    excludeReason: state === 'occupied' ? 'In-Use' : 'None',
    isOutOfService: scheduling === 'evicting' || scheduling === 'evicted',
    isPendingFormat: false,
    pci_address: drive.pciAddress,
    Numa_Node: drive.numaNode,
    ...(smart && {
      Percentage_Used: smart.percentageUsed,
      Available_Spare: smart.availableSparePercent,
      Media_Errors: smart.mediaErrors,
      Critical_Warning: smart.criticalWarning,
      Power_On_Hours: smart.powerOnHours,
      Unsafe_Shutdowns: smart.unsafeShutdowns,
    }),
  };
}
