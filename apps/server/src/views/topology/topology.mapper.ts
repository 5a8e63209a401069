import { isTrouble, isWell } from '@weft/shared/kinds/condition-types';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { TopologyAttachment, TopologyDrive, TopologyNode, TopologyVolume } from '@weft/shared/kinds/views/topology';
import { mirrorCopies } from '@weft/shared/kinds/volume';
import { isInForce } from '../../domain/documents/maintenance.document.js';
import { driveState } from '../../domain/drive/drive-state.js';
import { storageNetworkOf } from '../../domain/node/storage-network.js';
import type { DrawnAttachment, DrawnDrive, DrawnNode, DrawnPaths, DrawnVolume } from './topology.repository.js';

export function toTopologyNode(
  node: DrawnNode,
  { storageNetworks }: Pick<SettingsSpec, 'storageNetworks'>,
  hasOrphans: boolean,
  now: Date,
): TopologyNode {
  const {
    spec: { labels, maintenance },
    status: { connection, conditions },
  } = node;
  return {
    id: node._id,
    revision: node.revision,
    name: node.name,
    zone: labels['zone'] ?? null,
    rack: labels['rack'] ?? null,
    connection: connection.state,
    scheduling: node.spec.scheduling ?? 'open',
    inMaintenance: maintenance !== undefined && isInForce(maintenance, now),
    troubled: hasOrphans || conditions.some(isTrouble),
    nics: (node.status.inventory?.nics ?? []).flatMap(({ name, addresses, up, carrier }) => {
      const network = storageNetworkOf(addresses, storageNetworks);
      return network ? [{ name, storageNetwork: network.name, address: network.address, up: carrier ?? up }] : [];
    }),
  };
}

export const toTopologyDrive = (drive: DrawnDrive, classes: number[]): TopologyDrive => ({
  id: drive._id,
  revision: drive.revision,
  nodeId: drive.nodeId,
  serial: drive.serial,
  state: driveState(drive),
  scheduling: drive.spec.scheduling ?? 'open',
  troubled: (drive.status.inventory.smart?.criticalWarning ?? 0) > 0 || drive.status.conditions.some(isTrouble),
  capacityBytes: drive.status.capacityBytes,
  allocatedBytes: drive.status.allocatedBytes,
  wearRatio: drive.status.inventory.smart?.percentageUsed == null ? null : drive.status.inventory.smart.percentageUsed / 100,
  classes,
});

export const toTopologyVolume = ({ _id, revision, name, spec, legs, status: { state, health } }: DrawnVolume): TopologyVolume => ({
  id: _id,
  revision,
  name,
  state,
  health,
  protection: spec.protection,
  copies: mirrorCopies(spec),
  sizeBytes: spec.sizeBytes,
  driveClassId: spec.driveClassId,
  legs: legs.map(({ index, driveId, spec: { desired }, status: { health, inSync } }) => ({
    index,
    driveId,
    health: health ?? null,
    inSync: desired === 'present' && inSync,
  })),
});

export const toTopologyAttachment = (attachment: DrawnAttachment, paths: DrawnPaths | undefined): TopologyAttachment => ({
  id: attachment._id,
  revision: attachment.revision,
  volumeId: attachment.volumeId,
  nodeId: attachment.nodeId,
  state: attachment.status.state,
  mode: attachment.spec.mode,
  transport: attachment.spec.transport,
  troubled: !attachment.status.conditions.every(isWell),
  paths: paths?.paths ?? 0,
  livePaths: paths?.livePaths ?? 0,
});
