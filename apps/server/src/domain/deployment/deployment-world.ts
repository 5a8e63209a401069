import type { AttachmentMode, AttachmentState } from '@weft/shared/kinds/attachment';
import type { DriveState } from '@weft/shared/kinds/drive';
import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import type { NodeRole } from '@weft/shared/kinds/node';
import type { SettingsSpec, StorageNetwork } from '@weft/shared/kinds/settings';
import type { VolumeCreate, VolumeState } from '@weft/shared/kinds/volume';
import type { Transport } from '@weft/shared/messages/assignment';
import type { Nic } from '@weft/shared/messages/inventory';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { DriveClassDocument } from '../documents/drive-class.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import { allLegs, requestedSpec, type VolumeDocument } from '../documents/volume.document.js';
import { driveState, freeBytes } from '../drive/drive-state.js';

export interface WorldNode {
  id: string;
  version: number;
  name: string;
  labels: Record<string, string>;
  isOnline: boolean;
  nics: readonly Nic[];
  /** Address from which its agent reaches the server. */
  agentAddress: string | null;
}

export interface WorldDrive {
  id: string;
  version: number;
  nodeId: string;
  serial: string;
  model: string;
  sizeBytes: number;
  numaNode: number | null;
  state: DriveState;
  contents: readonly string[];
  /** In service and open to new legs. */
  takesLegs: boolean;
  capacityBytes: number;
  freeBytes: number;
}

export interface WorldClass {
  id: string;
  version: number;
  name: string;
  description: string;
  labels: Record<string, string>;
  members: DriveClassMembers;
}

export interface WorldVolume {
  id: string;
  version: number;
  name: string;
  spec: Omit<VolumeCreate, 'name'>;
  state: VolumeState;
  /** It is or was attached, so it may hold data. */
  wasAttached: boolean;
  driveIds: readonly string[];
}

export interface WorldAttachment {
  id: string;
  volume: string;
  node: string;
  mode: AttachmentMode;
  transport: Transport;
  state: AttachmentState;
}

/** What decisions about deployments read: the whole cluster, in the terms of a deployment's document. */
export interface DeploymentWorld {
  settingsVersion: number;
  storageNetworks: readonly StorageNetwork[];
  reservedRatio: number;
  nodes: readonly WorldNode[];
  drives: readonly WorldDrive[];
  classes: readonly WorldClass[];
  volumes: readonly WorldVolume[];
  attachments: readonly WorldAttachment[];
}

interface Documents {
  settings: { version: number; spec: Pick<SettingsSpec, 'storageNetworks' | 'reservedRatio'> };
  nodes: readonly NodeDocument[];
  drives: readonly DriveDocument[];
  classes: readonly DriveClassDocument[];
  volumes: readonly VolumeDocument[];
  attachments: readonly AttachmentDocument[];
}

export const byText = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
const byName = (a: { name: string }, b: { name: string }): number => byText(a.name, b.name);

export function deploymentWorld({ settings, nodes, drives, classes, volumes, attachments }: Documents): DeploymentWorld {
  return {
    settingsVersion: settings.version,
    storageNetworks: settings.spec.storageNetworks,
    reservedRatio: settings.spec.reservedRatio,
    nodes: nodes.map(nodeOf).sort(byName),
    drives: drives.map((drive) => driveOf(drive, settings.spec.reservedRatio)).sort((a, b) => byText(a.serial, b.serial)),
    classes: classes.map(({ _id, version, name, spec }) => ({ id: _id, version, name, ...spec })).sort(byName),
    volumes: volumes.map(volumeOf).sort(byName),
    attachments: attachments.map(({ _id, volumeName, nodeName, spec: { mode, transport }, status }) => ({
      id: _id,
      volume: volumeName,
      node: nodeName,
      mode,
      transport,
      state: status.state,
    })),
  };
}

const nodeOf = ({ _id, version, name, spec, status: { connection, inventory, historyDoubt } }: NodeDocument): WorldNode => ({
  id: _id,
  version,
  name,
  labels: spec.labels,
  isOnline: connection.state === 'online' && !historyDoubt,
  nics: inventory?.nics ?? [],
  agentAddress: connection.address ?? null,
});

function driveOf(drive: DriveDocument, reservedRatio: number): WorldDrive {
  const { inventory, inService, capacityBytes } = drive.status;
  const state = driveState(drive);
  return {
    id: drive._id,
    version: drive.version,
    nodeId: drive.nodeId,
    serial: drive.serial,
    model: inventory.model,
    sizeBytes: inventory.sizeBytes,
    numaNode: inventory.numaNode,
    state,
    contents: inventory.contents,
    takesLegs: inService && state === 'in-service' && (drive.spec.scheduling ?? 'open') === 'open',
    capacityBytes,
    freeBytes: freeBytes(drive, reservedRatio),
  };
}

const volumeOf = (volume: VolumeDocument): WorldVolume => ({
  id: volume._id,
  version: volume.version,
  name: volume.name,
  spec: requestedSpec(volume.spec),
  state: volume.status.state,
  wasAttached: volume.spec.lastTenure !== undefined,
  driveIds: [...new Set(allLegs(volume).map(({ driveId }) => driveId))],
});

/** Roles as Weft derives them: a target has drives in service, a client has attachments. */
export function rolesOf({ id, name }: WorldNode, { drives, attachments }: DeploymentWorld): NodeRole[] {
  const isTarget = drives.some(({ nodeId, state }) => nodeId === id && state === 'in-service');
  const isClient = attachments.some(({ node }) => node === name);
  return [...(isTarget ? (['target'] as const) : []), ...(isClient ? (['client'] as const) : [])];
}
