import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { DrillDocument } from '../documents/drill.document.js';
import type { Changes } from '../documents/parts.js';
import { changed } from '../documents/parts.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, volume } from '../world/worlds.fixture.js';
import type { DrillNode, DrillWorld } from './drill-world.js';

/* A whole RAID-1 volume on t1 and t2 over two networks, attached by c1. */

const healthy = { health: 'healthy' as const };
export const wholeLegs = [leg(0, 't1', { status: healthy }), leg(1, 't2', { status: healthy })];
export const wholeVolume = (change: Changes<VolumeDocument> = {}): VolumeDocument =>
  changed(volume({ legs: wholeLegs, status: { health: 'healthy' } }), change);

const portals = ['a', 'b'].map((storageNetwork, at) => ({ storageNetwork, address: `10.0.${at}.1`, hostAddress: `10.0.${at}.9` }));
export function twoNetworks(change: Changes<AttachmentDocument> = {}): AttachmentDocument {
  const base = attachment(change);
  return { ...base, exports: base.exports.map((each) => ({ ...each, spec: { ...each.spec, portals } })) };
}

export const drillNode = (name: string, change: Partial<DrillNode> = {}): DrillNode => ({
  ...{ id: name, name, isOnline: true, isCurrent: true, inMaintenance: false, bootId: 'boot-1' },
  ...change,
});

export function drillWorld(change: Partial<DrillWorld> = {}): DrillWorld & { newId: () => string } {
  let ids = 0;
  return {
    now: NOW,
    volumes: [wholeVolume()],
    attachments: [twoNetworks()],
    nodes: new Map(['t1', 't2', 'c1'].map((name) => [name, drillNode(name)])),
    work: [],
    newId: () => `order-${++ids}`,
    ...change,
  };
}

export const someDrill = (change: Partial<DrillDocument> = {}): DrillDocument => ({
  ...{ _id: 'd', version: 1, revision: 1, createdAt: NOW, updatedAt: NOW },
  kind: 'close-path',
  request: { kind: 'close-path', attachmentId: 'a', load: true, faultSeconds: 20 },
  state: 'running',
  phase: 'settling',
  endsAs: null,
  cancelledBy: null,
  claim: 'cluster',
  client: { id: 'c1', name: 'c1' },
  scratchVolume: null,
  volume: { attachmentId: 'a', volume: { id: 'v', name: 'db' }, client: { id: 'c1', name: 'c1' }, sizeBytes: 2 ** 29, mayHoldData: true },
  place: {
    node: { id: 'c1', name: 'c1' },
    storageNetwork: 'a',
    fault: { kind: 'close-path', attachmentId: 'a', subsystemNqn: 'nqn-t1', storageNetwork: 'a' },
  },
  touched: [{ id: 'v', name: 'db' }],
  stallLimitSeconds: 1,
  orders: [],
  ...{ startedAt: null, orderedAt: null, faultAt: null, shownAt: null, liftedAt: null, wholeAt: null },
  result: null,
  jobId: 'j',
  requestedBy: 'vera',
  error: null,
  finishedAt: null,
  simulated: false,
  ...change,
});
