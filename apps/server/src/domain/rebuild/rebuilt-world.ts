import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { legIdOfCacheLv, vgName } from '@weft/shared/identity';
import { defaultSettings, type SettingsSpec, type StorageNetwork } from '@weft/shared/kinds/settings/settings';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { NodeDescription } from '@weft/shared/messages/node-description';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { assignmentContent } from '../assignment/assignment-content.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { DriveClassDocument } from '../documents/drive-class.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import { allLegs, bookings, type VolumeDocument } from '../documents/volume.document.js';
import { rangeOf } from './range-of.js';
import { rebuiltAttachments } from './rebuilt-attachments.js';
import { rebuiltVolume } from './rebuilt-volumes.js';
import { type Sources, sourcesOf } from './sources.js';

/** What an empty database gets. */
export interface RebuiltWorld {
  clusterId: string;
  settings: SettingsSpec;
  nodes: NodeDocument[];
  drives: DriveDocument[];
  driveClasses: DriveClassDocument[];
  volumes: VolumeDocument[];
  attachments: AttachmentDocument[];
  /** What is not known, or by inference only. */
  notes: Message[];
  /** Nodes that others name and nobody described. Not empty: a person decides whether to go on without them. */
  missing: readonly string[];
}

const stored = (id: string, now: Date) => ({ _id: id, version: 1, revision: 1, createdAt: now, updatedAt: now });

function toNode({ node, credentialHash, held, inventory }: NodeDescription, now: Date): NodeDocument {
  const { drives: _, ...rest } = inventory;
  return {
    ...stored(node.id, now),
    ...{ name: node.name, hostId: node.hostId, credentialHash, spec: { labels: {} } },
    status: {
      ...{ inventory: rest, bootId: inventory.bootId, connection: { state: 'never', since: null, serverId: null } },
      ...{ acceptedGeneration: held.generation, acknowledged: held, orphans: [], conditions: [] },
    },
  };
}

/** It holds a cache, or is to hold one. An empty cache drive looks like any other. */
const isCacheDrive = (id: string, { logicalVolumes, assignment }: NodeDescription): boolean =>
  (assignment?.content.legs ?? []).some(({ cache }) => cache?.driveId === id) ||
  logicalVolumes.some(({ vg, lv }) => vg === vgName(id) && legIdOfCacheLv(lv) !== undefined);

function drivesOf(description: NodeDescription, allocated: ReadonlyMap<string, number>, now: Date) {
  const { node, inventory, volumeGroups, assignment, held } = description;
  return inventory.drives.map((drive): DriveDocument => {
    const id = drive.weftDriveId ?? randomUUID();
    const group = volumeGroups.find(({ vg }) => vg === vgName(id));
    const desired = assignment?.content.drives.find(({ driveId }) => driveId === id)?.desired ?? (group ? 'in-service' : 'observed');
    return {
      ...stored(id, now),
      ...{ nodeId: node.id, nodeName: node.name, serial: drive.serial, nsid: drive.nsid },
      // A wipe that was ordered is not known to be wanted still (S1).
      spec: { desired, wipe: null, orderGeneration: held.generation, ...(isCacheDrive(id, description) && { role: 'cache' }) },
      status: {
        ...{ inventory: drive, present: true, inService: group !== undefined, capacityBytes: group?.sizeBytes ?? 0 },
        ...{ allocatedBytes: allocated.get(id) ?? 0, largestFreeBytes: group?.largestFreeBytes ?? 0, conditions: [] },
      },
    };
  });
}

function classesOf(volumes: readonly VolumeDocument[], { legs }: Sources, now: Date): DriveClassDocument[] {
  const ids = new Set(volumes.map(({ spec }) => spec.driveClassId));
  return [...ids].map((id) => {
    const own = legs.filter(({ label }) => label.class === id);
    return {
      ...stored(id, now),
      name: own[0]?.label['class-name'] ?? '',
      spec: { description: '', labels: {}, members: { by: 'list', driveIds: [...new Set(own.map(({ driveId }) => driveId))].sort() } },
      status: {},
    };
  });
}

/** The network of an address, as its node's NIC has it. */
function cidrOf(address: string, { inventory }: NodeDescription): string | null {
  const held = inventory.nics.flatMap(({ addresses }) => addresses).find((each) => each.split(/[/%]/)[0] === address);
  const prefix = Number(held?.split('/')[1]);
  if (!Number.isInteger(prefix)) return null;
  return rangeOf(address, prefix);
}

function networksOf({ exports }: Sources): StorageNetwork[] {
  const cidrs = new Map<string, Set<string>>();
  for (const { portals, target } of exports)
    for (const { storageNetwork, address } of portals) {
      const cidr = cidrOf(address, target);
      if (cidr) cidrs.set(storageNetwork, (cidrs.get(storageNetwork) ?? new Set()).add(cidr));
    }
  return [...cidrs].map(([name, of]) => ({ name, cidrs: [...of].sort() })).sort((a, b) => a.name.localeCompare(b.name));
}

/** Settings that assignments carry; the others are those of a new cluster. */
function settingsOf(sources: Sources): SettingsSpec {
  const connect = sources.nodes.find(({ assignment }) => assignment)?.assignment?.content.connect;
  const limits = sources.attachments
    .flatMap(({ legs }) => legs.map(({ fastIoFailSeconds }) => fastIoFailSeconds))
    .filter((each) => each > 0);
  return {
    ...defaultSettings,
    ...connect,
    ...(limits[0] === undefined ? {} : { fastIoFailSeconds: limits[0] }),
    fenceForeignConnections: sources.exports.some(({ fenceForeign }) => fenceForeign),
    storageNetworks: networksOf(sources),
  };
}

const PARTS = ['connect', 'drives', 'legs', 'exports', 'attachments'] as const;

/** Parts of a node's assignment that the rebuilt world would change. */
function differences({ node, assignment }: NodeDescription, world: Omit<RebuiltWorld, 'notes' | 'missing' | 'clusterId'>): string[] {
  const content = contentOf(node.id, world);
  return assignment && content ? PARTS.filter((part) => !isDeepStrictEqual(content[part], assignment.content[part])) : [];
}

/** The assignment of one node in a rebuilt world. */
export function contentOf(nodeId: string, world: Omit<RebuiltWorld, 'notes' | 'missing' | 'clusterId'>): AssignmentContent | null {
  const node = world.nodes.find(({ _id }) => _id === nodeId);
  if (!node) return null;
  const { settings, drives, volumes, attachments, nodes } = world;
  const hostIds = new Map(nodes.map(({ _id, hostId }) => [_id, hostId]));
  const own = attachments.filter((each) => each.nodeId === nodeId || each.exports.some((exported) => exported.nodeId === nodeId));
  return assignmentContent({ node, settings, drives, attachments: own, hostIds, volumes });
}

/**
 * A database from what its nodes say of themselves (`weft-agent describe`). Pure, except for new ids of drives that Weft never took.
 * @throws Error with a message for an operator, see `sourcesOf`
 */
export function rebuiltWorld(descriptions: readonly NodeDescription[], now: Date): RebuiltWorld {
  const sources = sourcesOf(descriptions);
  const ids = [...new Set(sources.legs.map(({ volumeId }) => volumeId))];
  const made = ids.map((id) =>
    rebuiltVolume(
      id,
      sources.legs.filter(({ volumeId }) => volumeId === id),
      sources,
      now,
    ),
  );
  const told = made.flatMap(({ document }) => document ?? []);
  const attached = rebuiltAttachments(told, sources, now);
  const volumes = told.filter(({ _id }) => !attached.uncertain.has(_id));
  const allocated = new Map<string, number>();
  for (const { driveId, bytes } of volumes.flatMap(allLegs).flatMap(bookings))
    allocated.set(driveId, (allocated.get(driveId) ?? 0) + bytes);
  const driveClasses = classesOf(volumes, sources, now);
  const world = {
    ...{ settings: settingsOf(sources), nodes: descriptions.map((each) => toNode(each, now)), driveClasses, volumes },
    ...{ drives: descriptions.flatMap((each) => drivesOf(each, allocated, now)), attachments: attached.documents },
  };
  const nameOf = (id: string) => descriptions.find(({ node }) => node.id === id)?.node.name ?? id;
  const notes: Message[] = [
    ...sources.missing.map((node) => messageOf('rebuild-node-missing', { node })),
    ...descriptions.filter(({ factsLost }) => factsLost).map(({ node }) => messageOf('rebuild-facts-lost', { node: node.name })),
    ...[...sources.unlabelled].map(([id, legs]) => messageOf('rebuild-legs-unlabelled', { node: nameOf(id), legs })),
    ...made.flatMap((each) => each.notes),
    ...attached.notes,
    ...(world.settings.storageNetworks.length === 0 ? [messageOf('rebuild-no-networks', {})] : []),
    ...driveClasses.map(({ name, spec: { members } }) =>
      messageOf('rebuild-class-members', { driveClass: name, drives: members.by === 'list' ? members.driveIds.length : 0 }),
    ),
    ...descriptions.flatMap((each) => {
      const parts = differences(each, world);
      return parts.length > 0 ? [messageOf('rebuild-assignment-differs', { node: each.node.name, parts })] : [];
    }),
    messageOf('rebuild-never-known', {}),
  ];
  return { clusterId: sources.clusterId, ...world, notes, missing: sources.missing };
}
