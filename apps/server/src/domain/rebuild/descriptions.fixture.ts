/** Descriptions as the agents of three targets and two clients would write them. */
import { lvName, mdHolder, subsystemNqn, vgName, WIPED_TAG } from '@weft/shared/identity';
import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { isMirrored, type Protection } from '@weft/shared/kinds/volume';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { type NodeDescription, nodeDescriptionSchema } from '@weft/shared/messages/node-description';
import { arrayIds } from '@weft/shared/mirrors/mirror-set-arrays';
import { assignmentContent, contentHash } from '../assignment/assignment-content.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import { allLegs, type LegDocument, setsOf, type VolumeDocument } from '../documents/volume.document.js';
import { labelsOfNode } from '../legs/label-of-leg.js';
import * as base from '../world/worlds.fixture.js';

export const NOW = new Date('2026-11-27T20:00:00Z');
export const TENURE = 1_795_000_000_000;
export const id = (kind: string, n: number) => `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const CLUSTER = id('c', 0);
export const CLASS = id('f', 1);
const machine = (n: number) => ({ id: id('a', n), name: `${n > 10 ? 'c' : 't'}${n % 10}`, hostId: id('b', n) });
export const [t1, t2, t3, c1, c2] = [machine(1), machine(2), machine(3), machine(11), machine(12)];
export const TARGETS = [t1, t2, t3];
export const driveOf = (target: { id: string }) => id('d', Number(target.id.slice(-12)));

export const leg = (n: number, index: number, target: { id: string; name: string }, change: Changes<LegDocument> = {}): LegDocument =>
  changed(
    base.leg(index, target.name, {
      ...{ id: id('e', n), driveId: driveOf(target), driveSerial: `S-${target.name}`, nodeId: target.id },
      spec: { orderGeneration: 7 },
      status: { readyBytes: 2 ** 30 },
    }),
    change,
  );

/** Volume `n`, with a leg on each of the targets in turn. */
export function volume(n: number, protection: Protection, change: Changes<VolumeDocument> = {}): VolumeDocument {
  const width = protection === 'raid10' ? 4 : 2;
  return changed(
    base.volume({
      ...{ _id: id('9', n), name: `vol-${n}` },
      legs: Array.from({ length: width }, (_, index) => leg(n * 100 + index, index, TARGETS[(n + index) % 3]!)),
      array: isMirrored(protection) ? { spec: { uuid: id('8', n), dataOffsetBytes: 8_388_608 }, status: { created: true } } : null,
      spec: { protection, driveClassId: CLASS, lastTenure: TENURE + n },
    }),
    change,
  );
}

export const attachment = (
  n: number,
  of: VolumeDocument,
  client: { id: string; name: string },
  change: Changes<AttachmentDocument> = {},
) => {
  const attachmentId = id('7', n);
  const targets = TARGETS.filter((target) => of.legs.some(({ nodeId }) => nodeId === target.id));
  return changed(
    base.attachment({
      ...{ _id: attachmentId, volumeId: of._id, volumeName: of.name, nodeId: client.id, nodeName: client.name },
      exports: targets.map((target, at) => ({
        ...{ nodeId: target.id, nodeName: target.name, subsystemNqn: subsystemNqn(attachmentId, target.id, of.spec.epoch) },
        ...{ serial: `serial-${n}-${at}`, serviceId: 10_000 + n },
        spec: {
          portals: [{ storageNetwork: 'left', address: `10.0.0.${TARGETS.indexOf(target) + 1}`, hostAddress: '10.0.0.99' }],
          namespaces: of.legs.filter(({ nodeId }) => nodeId === target.id).map((each, nth) => ({ nsid: nth + 1, legId: each.id })),
          ...{ desired: 'exported' as const, orderGeneration: 7 },
        },
        status: {},
      })),
      spec: { tenure: TENURE + n, orderGeneration: 7, epoch: of.spec.epoch },
    }),
    change,
  );
};

export interface World {
  volumes: VolumeDocument[];
  attachments?: AttachmentDocument[];
}

export const inventory = (node: { name: string; id: string }, hasDrive: boolean): NodeDescription['inventory'] => ({
  ...{ agentVersion: '0.1.0', hostname: node.name, kernel: '6.12', bootId: 'boot-1', distribution: 'Debian', memoryBytes: 2 ** 30 },
  cpu: { model: 'cpu', sockets: 1, cores: 2, threads: 2 },
  nics: [
    {
      ...{
        name: 'eth1',
        macAddress: '',
        speedBitsPerSecond: null,
        mtuBytes: 1500,
        up: true,
        rdmaDevice: 'rxe0',
        numaNode: 0,
        pciAddress: null,
      },
      addresses: [`10.0.0.${TARGETS.findIndex(({ id: targetId }) => targetId === node.id) + 1}/24`],
    },
  ],
  drives: hasDrive
    ? [
        {
          ...{ serial: `S-${node.name}`, nsid: 1, model: 'm', firmware: 'f', wwid: null, sizeBytes: 2 ** 40, logicalBlockBytes: 512 },
          ...{ pciAddress: null, numaNode: 0, contents: [], weftDriveId: driveOf(node), inUse: true, smart: null },
        },
      ]
    : [],
  capabilities: { rdma: true, nvmet: true, nvmeAuthentication: false },
});

const ALL = [...TARGETS, c1, c2];
type Machine = (typeof ALL)[number];

function contentAt(node: Machine, { volumes, attachments = [] }: World): AssignmentContent {
  const settings = { ...defaultSettings, storageNetworks: [{ name: 'left', cidrs: ['10.0.0.0/24'] }] };
  const drive = {
    ...{ _id: driveOf(node), nodeId: node.id, serial: `S-${node.name}`, nsid: 1 },
    ...{ spec: { desired: 'in-service', wipe: null, orderGeneration: 7 }, status: { inService: true } },
  };
  return assignmentContent({
    ...{ node: { _id: node.id, hostId: node.hostId }, settings, drives: TARGETS.includes(node) ? [drive as never] : [] },
    hostIds: new Map(ALL.map((each) => [each.id, each.hostId])),
    volumes: volumes.filter(
      (each) =>
        allLegs(each).some(({ nodeId }) => nodeId === node.id) ||
        attachments.some(({ nodeId, volumeId }) => nodeId === node.id && volumeId === each._id),
    ),
    attachments: attachments.filter((each) => each.nodeId === node.id || each.exports.some(({ nodeId }) => nodeId === node.id)),
  });
}

/** The contents of a node's drives, and the tenures in its ledger. */
function storageAt(node: Machine, { volumes, attachments = [] }: World) {
  const labels = labelsOfNode(node.id, volumes, new Map([[CLASS, 'fast']]));
  const own = volumes.flatMap((each) => allLegs(each).map((of) => ({ of, each }))).filter(({ of }) => of.nodeId === node.id);
  const nameIn = (volumeId: string) => {
    const holder = attachments.find((each) => each.volumeId === volumeId);
    return holder ? mdHolder({ tenure: holder.spec.tenure ?? 0, attachmentId: holder._id }) : null;
  };
  return {
    tenures: Object.fromEntries(own.map(({ each }) => [each._id, each.spec.lastTenure])),
    volumeGroups: TARGETS.includes(node)
      ? [{ vg: vgName(driveOf(node)), sizeBytes: 2 ** 40, freeBytes: 1, largestFreeBytes: 1, extentBytes: 4_194_304 }]
      : [],
    logicalVolumes: own.map(({ of, each }) => ({
      ...{ vg: vgName(of.driveId), lv: lvName(of.id), sizeBytes: of.spec.sizeBytes },
      tags: ['weft.leg', `weft.volume.${each._id}`, WIPED_TAG, ...(labels.find(({ legId }) => legId === of.id)?.tags ?? [])],
    })),
    superblocks: Object.fromEntries(
      own.map(({ of, each }) => {
        const events = of.status.inSync ? 20 : 10;
        return [of.id, each.array && { uuid: uuidOf(each, of), events, deviceRole: 'Active device 0', name: nameIn(each._id) }];
      }),
    ),
  };
}

const arraysOfVolume = ({ _id, spec, array, legs }: VolumeDocument) =>
  array
    ? arrayIds(_id, { level: spec.protection === 'raid10' ? 'raid10' : 'raid1', copies: spec.copies, uuid: array.spec.uuid }, legs)
    : [];
/** UUID that the superblock of a leg has. */
const uuidOf = (volume: VolumeDocument, { index }: LegDocument): string => {
  const uuids = arraysOfVolume(volume);
  return (uuids.length > 1 ? uuids[setsOf(volume.spec)({ index })] : uuids[0])?.uuid ?? '';
};
const inSyncLegs = (volume: VolumeDocument, uuid: string): string[] =>
  volume.legs.filter((leg) => leg.status.inSync && uuidOf(volume, leg) === uuid).map(({ id: legId }) => legId);

/** Arrays as the ledger of a client has them. */
const arraysAt = (node: Machine, { volumes, attachments = [] }: World) =>
  Object.fromEntries(
    attachments
      .filter(({ nodeId }) => nodeId === node.id)
      .flatMap((each) => {
        const of = volumes.find(({ _id }) => _id === each.volumeId);
        return of
          ? arraysOfVolume(of).map(({ id, uuid }) => [id, { attachmentId: each._id, epoch: 1, uuid, inSyncLegs: inSyncLegs(of, uuid) }])
          : [];
      }),
  );

/** What the agents of this world would say of themselves. */
export const described = (world: World): NodeDescription[] =>
  ALL.map((node) => {
    const content = contentAt(node, world);
    const held = { historyId: id('6', 1), generation: 7, hash: contentHash(content) };
    return nodeDescriptionSchema.parse({
      ...{ form: 'weft-node-description-1', at: NOW.toISOString(), node: { ...node, clusterId: CLUSTER } },
      ...{ credentialHash: node.id.replaceAll('-', '').repeat(2), held, factsLost: false },
      assignment: {
        ...{ clusterId: CLUSTER, nodeId: node.id, generation: 7, hash: held.hash, historyId: held.historyId },
        ...{ known: [], acknowledged: true, acceptedLossId: null, content },
      },
      ...{ arrays: arraysAt(node, world), inventory: inventory(node, TARGETS.includes(node)), ...storageAt(node, world) },
    });
  });
