import { volumeCreateSchema } from '@weft/shared/kinds/volume';
import type { Nic } from '@weft/shared/messages/inventory';
import { GiB } from '@weft/shared/units';
import type { DeploymentWorld, WorldDrive, WorldNode, WorldVolume } from './deployment-world.js';

export const MODEL = 'Sim 100G';
export const SIZE = 100 * GiB;

export const nic = (address: string, more: Partial<Nic> = {}): Nic => ({
  name: 'eth1',
  macAddress: '52:54:00:00:00:01',
  speedBitsPerSecond: 1e11,
  mtuBytes: 9000,
  up: true,
  rdmaDevice: 'mlx5_0',
  numaNode: 0,
  addresses: [address],
  pciAddress: null,
  ...more,
});

export const node = (name: string, at: number, more: Partial<WorldNode> = {}): WorldNode => ({
  id: `id-${name}`,
  version: 1,
  name,
  labels: {},
  isOnline: true,
  nics: [nic(`10.0.1.${at}/24`)],
  agentAddress: `192.168.0.${at}`,
  ...more,
});

export const drive = (nodeName: string, slot: number, more: Partial<WorldDrive> = {}): WorldDrive => ({
  id: `${nodeName}-${slot}`,
  version: 1,
  nodeId: `id-${nodeName}`,
  serial: `S-${nodeName}-${slot}`,
  model: MODEL,
  sizeBytes: SIZE,
  numaNode: 0,
  state: 'available',
  contents: [],
  takesLegs: false,
  capacityBytes: 0,
  freeBytes: 0,
  ...more,
});

export const inService = { state: 'in-service' as const, takesLegs: true, capacityBytes: SIZE, freeBytes: SIZE };

export const CLASS_ID = '00000000-0000-4000-8000-000000000001';

export const volume = (name: string, more: Partial<WorldVolume> = {}): WorldVolume => {
  const { name: _, ...spec } = volumeCreateSchema.parse({ name, sizeBytes: GiB, protection: 'raid1', driveClassId: CLASS_ID });
  return { id: `id-${name}`, version: 3, name, spec, state: 'available', wasAttached: false, driveIds: [], ...more };
};

/** Three targets with two blank drives each, in racks by name, and a client. Nothing is configured. */
export const emptyCluster = (more: Partial<DeploymentWorld> = {}): DeploymentWorld => ({
  settingsVersion: 1,
  storageNetworks: [],
  reservedRatio: 0,
  nodes: [node('c1', 9), node('r1-t1', 1), node('r2-t2', 2), node('r3-t3', 3)],
  drives: ['r1-t1', 'r2-t2', 'r3-t3'].flatMap((name) => [drive(name, 1), drive(name, 2)]),
  classes: [],
  volumes: [],
  attachments: [],
  ...more,
});
