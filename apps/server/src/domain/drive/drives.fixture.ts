import type { DriveStatus } from '@weft/shared/messages/report';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { Changes } from '../documents/parts.js';

/* One drive of node n1 in its states, and reports about it. */

export const GROUP = 1000;
export const ORDER = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001';
export const inventory: DriveDocument['status']['inventory'] = {
  serial: 'S1',
  nsid: 1,
  model: 'M',
  firmware: '1',
  wwid: null,
  sizeBytes: 1100,
  logicalBlockBytes: 512,
  pciAddress: null,
  numaNode: null,
  contents: [],
  weftDriveId: null,
  inUse: false,
  smart: null,
};
export const drive = (more: Changes<DriveDocument> = {}): DriveDocument => ({
  _id: 'd1',
  version: 1,
  revision: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  nodeId: 'n1',
  nodeName: 'n1',
  serial: 'S1',
  nsid: 1,
  ...more,
  spec: { desired: 'observed', wipe: null, orderGeneration: 5, ...more.spec },
  status: {
    inventory,
    present: true,
    inService: false,
    capacityBytes: 0,
    allocatedBytes: 0,
    largestFreeBytes: 0,
    conditions: [],
    ...more.status,
  },
});
export const said = (
  more: Partial<Omit<DriveStatus, 'observed'>> & { observed?: Partial<DriveStatus['observed']> } = {},
  bootId = 'boot',
): ObjectStatusDocument => ({
  _id: 'n1/drive/d1',
  nodeId: 'n1',
  kind: 'drive',
  objectId: 'd1',
  bootId,
  receivedAt: new Date(0),
  version: 1,
  status: {
    kind: 'drive',
    id: 'd1',
    generation: 5,
    state: 'done',
    reason: null,
    ...more,
    observed: {
      present: true,
      volumeGroup: false,
      sizeBytes: 1100,
      freeBytes: 0,
      largestFreeBytes: 0,
      wipedOrderId: null,
      ...more.observed,
    },
  },
});
export const group = { volumeGroup: true, sizeBytes: GROUP, freeBytes: GROUP, largestFreeBytes: 900 };
export const notBlank = { state: 'waiting' as const, reason: { code: 'drive-not-blank', message: 'holds ext4; wipe it' } };
export const taking = drive({ spec: { desired: 'in-service' } });
export const serving = drive({ spec: { desired: 'in-service' }, status: { inService: true, capacityBytes: GROUP, largestFreeBytes: 900 } });
export const wiping = drive({
  spec: { wipe: { orderId: ORDER, serial: 'S1' } },
  status: { inventory: { ...inventory, contents: ['ext4'] } },
});
export const releasing = drive({ ...serving, spec: { ...serving.spec, desired: 'released' } });
