import { randomUUID } from 'node:crypto';
import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { isMirrored, type Protection } from '@weft/shared/kinds/volume';
import { GiB, MiB } from '@weft/shared/units';
import type { AttachmentDocument } from '../src/domain/documents/attachment.document.js';
import type { DriveDocument } from '../src/domain/documents/drive.document.js';
import type { NodeDocument } from '../src/domain/documents/node.document.js';
import { type Changes, changed } from '../src/domain/documents/parts.js';
import type { VolumeDocument } from '../src/domain/documents/volume.document.js';
import type { Around, Lost, Part } from '../src/plans/part.js';
import { rehearse } from '../src/plans/rehearse.js';
import { storedAttachment } from './stored-attachment.js';
import { storedVolume } from './stored-volume.js';

const TARGETS = ['t1', 't2'];
const NODES = [...TARGETS, 't3', 't4', 'c1', 'c2'];
const ids = new Map(NODES.map((name) => [name, randomUUID()]));
export const idOf = (name: string): string => ids.get(name) ?? '';
export const now = new Date();
const stored = { version: 1, revision: 1, createdAt: now, updatedAt: now };

export const node = (name: string, change: Changes<NodeDocument> = {}): NodeDocument =>
  changed(
    {
      ...stored,
      _id: idOf(name),
      name,
      hostId: idOf(name),
      credentialHash: '',
      spec: { labels: {} },
      status: {
        inventory: null,
        bootId: `boot ${name}`,
        connection: { state: 'online', since: now, serverId: 's' },
        acceptedGeneration: 1,
        orphans: [],
        conditions: [],
      },
    },
    change,
  );
export const drive = (nodeName: string, change: Changes<DriveDocument> = {}): DriveDocument => ({
  ...stored,
  _id: `d0000000-0000-4000-8000-00000000000${nodeName.slice(1)}`,
  nodeId: idOf(nodeName),
  nodeName,
  serial: `S-${nodeName}`,
  nsid: 1,
  ...change,
  spec: { desired: 'in-service', wipe: null, orderGeneration: 1, ...change.spec },
  status: {
    inventory: {
      serial: `S-${nodeName}`,
      nsid: 1,
      model: 'm',
      firmware: '1',
      wwid: null,
      sizeBytes: 100 * GiB,
      logicalBlockBytes: 512,
      pciAddress: null,
      numaNode: null,
      contents: [],
      weftDriveId: null,
      inUse: false,
      smart: null,
    },
    present: true,
    inService: true,
    capacityBytes: 99 * GiB,
    allocatedBytes: 0,
    largestFreeBytes: 99 * GiB,
    conditions: [],
    ...change.status,
  },
});
export const around = (change: Changes<NodeDocument> = {}): Around => ({
  nodes: new Map(NODES.map((name) => [idOf(name), node(name, change)])),
  settings: defaultSettings,
});

export function volume(protection: Protection, change: Changes<VolumeDocument> = {}): VolumeDocument {
  const made = storedVolume(
    'db',
    TARGETS.map((name) => ({ driveId: drive(name)._id, nodeId: idOf(name) })),
  );
  const dataBytes = isMirrored(protection) ? GiB : GiB / 2;
  return changed(
    {
      ...made,
      _id: randomUUID(),
      array: isMirrored(protection) ? { spec: { uuid: randomUUID(), dataOffsetBytes: 4 * MiB }, status: { created: true } } : null,
      legs: made.legs.map((leg, at) => ({
        ...leg,
        id: randomUUID(),
        nodeName: TARGETS[at] ?? '',
        spec: { ...leg.spec, dataBytes, sizeBytes: dataBytes + 8 * MiB },
        status: { ...leg.status, state: 'ready' },
      })),
      spec: { ...made.spec, protection, sizeBytes: GiB },
      status: { ...made.status, state: 'available' },
    },
    change,
  );
}
export function attachment(of: VolumeDocument, change: Changes<AttachmentDocument> = {}): AttachmentDocument {
  const made = storedAttachment(of, node('c1'));
  return changed(
    {
      ...made,
      exports: of.legs.map((leg, at) => ({
        nodeId: leg.nodeId,
        nodeName: leg.nodeName,
        subsystemNqn: `nqn.2026-11.org.weft:${made._id}:${leg.nodeId}:e1`,
        serial: `serial-${at}`,
        serviceId: 10_000 + at,
        spec: {
          portals: [{ storageNetwork: 'a', address: `10.0.0.${at + 1}`, hostAddress: '10.0.0.9' }],
          namespaces: [{ nsid: 1, legId: leg.id }],
          desired: 'exported',
          orderGeneration: 0,
        },
        status: {},
      })),
      status: { ...made.status, state: 'attached' },
    },
    change,
  );
}
export const part = (of: VolumeDocument | null, attachments: AttachmentDocument[] = []): Part => ({
  drives: [...TARGETS, 't3'].map((name) => drive(name)),
  volume: of,
  attachments,
});
export const tell = (before: Part, after: Part, at: Around, lost?: Lost) => rehearse({ before, after, ...(lost ? { lost } : {}) }, at);
export const names = (plan: Awaited<ReturnType<typeof rehearse>>): string[] => plan.nodes.map(({ node: { name } }) => name);
export const commands = (plan: Awaited<ReturnType<typeof rehearse>>, of: string): string[] =>
  plan.nodes.filter(({ node: { name } }) => name === of).flatMap((each) => each.commands.map(({ command }) => command));
export const first = (words: string) => (command: string) => command.startsWith(words);

/** The export of an attachment that one more leg needs, on another target. */
export const exportOn = (its: AttachmentDocument, target: string, at: number, legId: string): AttachmentDocument['exports'][number] => ({
  nodeId: idOf(target),
  nodeName: target,
  subsystemNqn: `nqn.2026-11.org.weft:${its._id}:${idOf(target)}:e1`,
  serial: `serial-${at}`,
  serviceId: 10_000 + at,
  spec: {
    portals: [{ storageNetwork: 'a', address: `10.0.0.${at}`, hostAddress: '10.0.0.9' }],
    namespaces: [{ nsid: 1, legId }],
    desired: 'exported',
    orderGeneration: 0,
  },
  status: {},
});
export const withThird = (its: AttachmentDocument, legId: string): AttachmentDocument['exports'] => [
  ...its.exports,
  exportOn(its, 't3', 3, legId),
];
