import type { Attachment, AttachmentState } from '@weft/shared/kinds/attachment';
import type { Drive } from '@weft/shared/kinds/drive';
import type { Node } from '@weft/shared/kinds/node';
import { driveDocument } from './drive-document.js';
import { type Health, healthByConditions } from './health.js';
import { reservationOf } from './reservation.js';

/** A node that has drives, or had some in service. Each node is a client, too. */
export const isTarget = (node: Node, drives: readonly Drive[]): boolean => drives.length > 0 || node.roles.includes('target');

function healthOf({ connection, maintenance, conditions }: Node): Health {
  if (connection.state !== 'online') return 'critical';
  return maintenance ? 'alarm' : healthByConditions(conditions);
}

/** NVMesh's numbers: 1 ready, 2 down. */
const targetStatus = ({ connection }: Node): number => (connection.state === 'online' ? 1 : 2);
const upOrDown = ({ connection }: Node): string => (connection.state === 'online' ? 'up' : 'down');

/** A node as NVMesh's target. Weft's agent stands for its TOMA and its management agent. @param drives of this node */
export function targetDocument(node: Node, drives: readonly Drive[]) {
  return {
    _id: node.name,
    node_id: node.name,
    uuid: node.id,
    node_status: targetStatus(node),
    tomaStatus: upOrDown(node),
    health: healthOf(node),
    version: node.agentVersion ?? '',
    zone: node.labels.zone ?? '',
    dateModified: node.updatedAt,
    disks: drives.map(driveDocument),
    nics: node.nics.map((nic) => ({
      nicID: nic.macAddress,
      guid: nic.macAddress,
      nodeID: node.name,
      nodeUUID: node.id,
      protocol: nic.rdmaDevice === null ? 'TCP' : 'RDMA',
      deviceType: nic.name,
      mtu: nic.mtuBytes,
      speed: nic.speedBitsPerSecond,
      status: nic.up ? 'Ok' : 'LinkDown',
      health: nic.up ? 'healthy' : 'critical',
    })),
  };
}

/** NVMesh's numbers of an attachment: 4 attached, 6 attaching, 7 detaching. */
const attachmentStatus: Readonly<Record<AttachmentState, number>> = {
  attaching: 6,
  attached: 4,
  detaching: 7,
  unexporting: 7,
  revoking: 7,
  revoked: 7,
};

/** Failed to detach because a process holds the device. */
const BUSY = 1;

const statusOf = ({ state, openBy }: Attachment): number => (state === 'detaching' && openBy.length > 0 ? BUSY : attachmentStatus[state]);

function blockDevice(attachment: Attachment) {
  const { volume, state, mode, device } = attachment;
  const attached = state === 'attached';
  const works = attached && device !== null;
  return {
    name: volume.name,
    uuid: volume.id,
    vol_status: statusOf(attachment),
    is_io_enabled: works ? 1 : 0,
    ioEnabled: works ? 1 : 0,
    is_hidden: 0,
    device,
    reservation: reservationOf([attachment]),
    transport: attachment.transport,
    readOnly: mode === 'readonly',
  };
}

/** NVMesh's numbers: 0 initializing, 1 ready, 5 down. */
const clientStatus: Readonly<Record<Node['connection']['state'], number>> = { never: 0, online: 1, lost: 5 };

/** A node as NVMesh's client. @param attachments of this node */
export function clientDocument(node: Node, attachments: readonly Attachment[]) {
  const devices = attachments.map(blockDevice);
  return {
    _id: node.name,
    clientID: node.name,
    client_id: node.name,
    uuid: node.id,
    client_status: clientStatus[node.connection.state],
    managementAgentStatus: upOrDown(node),
    health: healthOf(node),
    version: node.agentVersion ?? '',
    dateModified: node.updatedAt,
    block_devices: devices,
    nvmfAttachedVolumes: [],
    controlJobs: [],
    hasIoDisabled: devices.some(({ vol_status, is_io_enabled }) => vol_status === 4 && is_io_enabled === 0),
    configProfile: { id: PROFILE, name: PROFILE, version: 1 },
  };
}

/** The only configuration profile: the settings of the cluster. */
export const PROFILE = 'Cluster Default';
