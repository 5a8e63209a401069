import type { ObjectStatus } from '@weft/shared/messages/report';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { JobDocument } from '../documents/job.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { LegDocument, ObsoleteLegDocument, VolumeDocument } from '../documents/volume.document.js';
import { type NodeSummary, VolumeWorld } from './volume-world.js';

/* One RAID-1 volume on t1 and t2, attached by c1: the base of this folder's tests. */

export const NOW = new Date('2026-01-01T00:00:00Z');
const stored = { version: 1, revision: 1, createdAt: NOW, updatedAt: NOW };

export const node = (name: string, change: Changes<NodeSummary> = {}): NodeSummary => ({
  _id: name,
  name,
  ...change,
  spec: { labels: {}, ...change.spec },
  status: { bootId: 'boot-1', connection: { state: 'online', since: NOW, serverId: 's' }, ...change.status },
});

export const leg = (index: number, nodeName: string, change: Changes<LegDocument> = {}): LegDocument =>
  changed(
    {
      id: `leg-${index}`,
      index,
      driveId: `drive-${nodeName}`,
      driveSerial: `S-${nodeName}`,
      nodeId: nodeName,
      nodeName,
      spec: {
        failureDomain: nodeName,
        numaNode: 0,
        sizeBytes: 2 ** 30,
        dataBytes: 2 ** 29,
        epoch: 1,
        desired: 'present',
        orderGeneration: 5,
      },
      status: { inSync: true, state: 'ready', conditions: [] },
    },
    change,
  );

/** The leg, as a leg that a volume keeps from an older epoch. */
export const obsolete = (of: LegDocument, why: ObsoleteLegDocument['spec']['why'], since = NOW): ObsoleteLegDocument => ({
  ...of,
  spec: { ...of.spec, since, why },
  status: { ...of.status, fencedFrom: null },
});

export const volume = (change: Changes<VolumeDocument> = {}): VolumeDocument =>
  changed(
    {
      ...stored,
      _id: 'v',
      name: 'db',
      array: { spec: { uuid: 'u', dataOffsetBytes: 8_388_608 }, status: { created: true } },
      legs: [leg(0, 't1'), leg(1, 't2')],
      generation: 1,
      spec: {
        epoch: 1,
        sizeBytes: 2 ** 29,
        protection: 'raid1',
        driveClassId: 'class',
        failureDomain: 'node',
        stripeWidth: null,
        stripeSizeBytes: 65_536,
        description: '',
        labels: {},
        bitmapChunkBytes: null,
        rebuildDelaySeconds: 600,
        rebuildPriority: 'normal',
      },
      status: { state: 'available', health: 'detached', observedGeneration: 1, conditions: [] },
    },
    change,
  );

const exported = (index: number, nodeName: string): AttachmentDocument['exports'][number] => ({
  nodeId: nodeName,
  nodeName,
  subsystemNqn: `nqn-${nodeName}`,
  serial: 'x',
  serviceId: 10_000,
  spec: {
    portals: [{ storageNetwork: 'a', address: '10.0.0.1', hostAddress: '10.0.0.9' }],
    namespaces: [{ nsid: 1, legId: `leg-${index}` }],
    desired: 'exported',
    orderGeneration: 5,
  },
  status: {},
});

export const attachment = (change: Changes<AttachmentDocument> = {}): AttachmentDocument =>
  changed(
    {
      ...stored,
      _id: 'a',
      volumeId: 'v',
      volumeName: 'db',
      nodeId: 'c1',
      nodeName: 'c1',
      exports: [exported(0, 't1'), exported(1, 't2')],
      generation: 1,
      spec: { mode: 'exclusive', transport: 'rdma', reattach: true, epoch: 1, desired: 'attached', orderGeneration: 5, bootId: 'boot-1' },
      status: { state: 'attached', observedGeneration: 1, conditions: [], fenced: false },
    },
    change,
  );

type Observed<K extends ObjectStatus['kind']> = Extract<ObjectStatus, { kind: K }>['observed'];

const observedDefaults: { [K in ObjectStatus['kind']]: Observed<K> } = {
  drive: { present: true, volumeGroup: true, sizeBytes: 0, freeBytes: 0, largestFreeBytes: 0, wipedOrderId: null },
  leg: { present: true, wiped: true, open: false, sizeBytes: 2 ** 30, backed: true },
  export: { present: true, allowedHosts: [], namespaces: [], portals: [] },
  attachment: { present: true, available: true, device: '/dev/weft/db', open: false, arrayCreated: true, paths: [], array: null, legs: [] },
};

export const report = <K extends ObjectStatus['kind']>(
  nodeId: string,
  kind: K,
  objectId: string,
  observed: Partial<Observed<K>> = {},
  change: Partial<Pick<ObjectStatus, 'state' | 'reason' | 'generation'>> & { bootId?: string } = {},
): ObjectStatusDocument => {
  const { bootId = 'boot-1', ...rest } = change;
  const status = {
    kind,
    id: objectId,
    generation: 5,
    state: 'done',
    reason: null,
    ...rest,
    observed: { ...observedDefaults[kind], ...observed },
  } as ObjectStatus;
  return { _id: `${nodeId}/${kind}/${objectId}`, nodeId, kind, objectId, bootId, status, receivedAt: NOW, version: 1 };
};

export const world = (
  parts: { volume?: VolumeDocument; attachments?: AttachmentDocument[]; nodes?: NodeSummary[]; reports?: ObjectStatusDocument[] } = {},
): VolumeWorld =>
  new VolumeWorld(
    parts.volume ?? volume(),
    parts.attachments ?? [],
    new Map((parts.nodes ?? [node('t1'), node('t2'), node('c1')]).map((each) => [each._id, each])),
    parts.reports ?? [],
    NOW,
  );

export const job = (kind: JobDocument['kind'], id: string): JobDocument => ({
  _id: 'j',
  version: 1,
  revision: 1,
  createdAt: NOW,
  updatedAt: NOW,
  kind,
  subject: { kind: kind.startsWith('volume') ? 'volume' : 'attachment', id, name: 'db' },
  state: 'running',
  steps: [],
  waitingFor: [],
  error: null,
  requestedBy: 'admin',
  finishedAt: null,
});
