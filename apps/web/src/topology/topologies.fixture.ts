import { mirrorCopies } from '@weft/shared/kinds/volume';
import type { Topology } from '../api/types.js';

type Node = Topology['nodes'][number];
type Drive = Topology['drives'][number];
type Volume = Topology['volumes'][number];
type Attachment = Topology['attachments'][number];

export const node = (id: string, more: Partial<Node> = {}): Node => ({
  id,
  revision: 1,
  name: id,
  zone: null,
  rack: null,
  connection: 'online',
  scheduling: 'open',
  inMaintenance: false,
  troubled: false,
  nics: [{ name: 'eth1', storageNetwork: 'left', address: `10.0.0.${id}`, up: true }],
  ...more,
});
export const drive = (id: string, nodeId: string, more: Partial<Drive> = {}): Drive => ({
  id,
  revision: 1,
  nodeId,
  serial: id.toUpperCase(),
  state: 'in-service',
  scheduling: 'open',
  troubled: false,
  capacityBytes: 100,
  allocatedBytes: 25,
  wearRatio: 0.1,
  classes: [0],
  ...more,
});
export const volume = (id: string, driveIds: readonly string[], more: Partial<Volume> = {}): Volume => ({
  id,
  revision: 1,
  name: id,
  state: 'available',
  health: 'healthy',
  protection: 'raid1',
  copies: mirrorCopies({ protection: more.protection ?? 'raid1' }),
  sizeBytes: 10,
  driveClassId: 'k1',
  legs: driveIds.map((driveId, index) => ({ index, driveId, health: 'healthy' as const, inSync: true })),
  ...more,
});
export const attachment = (id: string, volumeId: string, nodeId: string, more: Partial<Attachment> = {}): Attachment => ({
  id,
  revision: 1,
  volumeId,
  nodeId,
  state: 'attached',
  mode: 'exclusive',
  transport: 'tcp',
  troubled: false,
  paths: 2,
  livePaths: 2,
  ...more,
});

/** Two targets with two drives each, in two racks of one zone; a client with one of two volumes attached. */
export const topology = (more: Partial<Topology> = {}): Topology => ({
  at: '2026-11-21T12:00:00.000Z',
  storageNetworks: ['left'],
  driveClasses: [{ id: 'k1', name: 'fast' }],
  nodes: [node('t1', { zone: 'z1', rack: 'r1' }), node('t2', { zone: 'z1', rack: 'r2' }), node('c1')],
  drives: [drive('d1', 't1'), drive('d2', 't1'), drive('d3', 't2'), drive('d4', 't2')],
  volumes: [volume('orders', ['d1', 'd3']), volume('logs', ['d2', 'd4'], { health: 'detached' })],
  attachments: [attachment('a1', 'orders', 'c1')],
  ...more,
});

/** 128 targets with 24 drives, 1,000 clients, 1,000 volumes of 8 legs, 2,000 attachments. */
export function largeTopology(): Topology {
  const count = <T>(length: number, of: (index: number) => T): T[] => Array.from({ length }, (_, index) => of(index));
  return topology({
    nodes: [
      ...count(128, (at) => node(`t${at}`, { zone: `z${at % 8}`, rack: `r${Math.floor(at / 64)}` })),
      ...count(1000, (at) => node(`c${at}`, { rack: `c${Math.floor(at / 40)}` })),
    ],
    drives: count(128 * 24, (at) => drive(`d${at}`, `t${Math.floor(at / 24)}`)),
    volumes: count(1000, (at) =>
      volume(
        `v${at}`,
        count(8, (leg) => `d${(at * 24 + leg * 49) % 3072}`),
      ),
    ),
    attachments: count(2000, (at) => attachment(`a${at}`, `v${at % 1000}`, `c${(at * 7) % 1000}`)),
  });
}
