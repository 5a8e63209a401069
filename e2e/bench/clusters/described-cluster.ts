import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lvName, subsystemNqn, vgName, WIPED_TAG } from '@weft/shared/identity';
import { type NodeDescription, nodeDescriptionSchema } from '@weft/shared/messages/node-description';
import type { Db } from 'mongodb';
import { assignmentContent, contentHash } from '../../../apps/server/src/domain/assignment/assignment-content.js';
import type { AttachmentDocument, ExportDocument } from '../../../apps/server/src/domain/documents/attachment.document.js';
import type { DriveDocument } from '../../../apps/server/src/domain/documents/drive.document.js';
import type { DriveClassDocument } from '../../../apps/server/src/domain/documents/drive-class.document.js';
import type { NodeDocument } from '../../../apps/server/src/domain/documents/node.document.js';
import type { VolumeDocument } from '../../../apps/server/src/domain/documents/volume.document.js';
import { labelsOfNode } from '../../../apps/server/src/domain/legs/label-of-leg.js';
import type { SettingsDocument } from '../../../apps/server/src/settings/settings.document.js';

const GENERATION = 7;

/** The files that `weft-agent describe` would write on the nodes of this database, into a new folder. @returns how many */
export async function describeCluster(db: Db, folder: string): Promise<number> {
  const all = <T extends { _id: string }>(name: string) => db.collection<T>(name).find().toArray() as Promise<T[]>;
  const nodes = await all<NodeDocument>('nodes');
  const drives = await all<DriveDocument>('drives');
  const volumes = await all<VolumeDocument>('volumes');
  const classes = new Map((await all<DriveClassDocument>('driveClasses')).map(({ _id, name }) => [_id, name]));
  const [{ clusterId, historyId, spec: settings } = { clusterId: '', historyId: '', spec: undefined as never }] =
    await all<SettingsDocument>('settings');
  const attachments = exported(await all<AttachmentDocument>('attachments'), volumes, nodes);
  const hostIds = new Map(nodes.map(({ _id, hostId }) => [_id, hostId]));
  await mkdir(folder);
  for (const node of nodes) {
    const own = drives.filter(({ nodeId }) => nodeId === node._id);
    const of = attachments.filter(({ nodeId, exports }) => nodeId === node._id || exports.some((each) => each.nodeId === node._id));
    const used = new Set(of.filter(({ nodeId }) => nodeId === node._id).map(({ volumeId }) => volumeId));
    const near = volumes.filter(({ _id, legs }) => used.has(_id) || legs.some(({ nodeId }) => nodeId === node._id));
    const content = assignmentContent({ node, settings, hostIds, drives: own, volumes: near, attachments: of });
    const hash = contentHash(content);
    const held = { historyId, generation: GENERATION, hash };
    const labels = new Map(labelsOfNode(node._id, near, classes).map(({ legId, tags }) => [legId, tags]));
    const legs = near.flatMap((volume) => volume.legs.filter(({ nodeId }) => nodeId === node._id).map((leg) => ({ leg, volume })));
    const description = {
      ...{ form: 'weft-node-description-1', at: new Date().toISOString(), factsLost: false, arrays: {}, superblocks: {}, held },
      ...{ node: { id: node._id, name: node.name, clusterId, hostId: node.hostId }, credentialHash: node.credentialHash },
      assignment: {
        ...{ clusterId, nodeId: node._id, generation: GENERATION, hash, historyId, known: [], acknowledged: true, acceptedLossId: null },
        content,
      },
      tenures: Object.fromEntries(near.map(({ _id }) => [_id, 1])),
      inventory: {
        ...(node.status.inventory as object),
        drives: own.map(({ _id, status }) => ({ ...status.inventory, weftDriveId: _id, inUse: true })),
      },
      volumeGroups: own.map(({ _id, status }) => ({
        ...{ vg: vgName(_id), sizeBytes: status.capacityBytes, freeBytes: status.largestFreeBytes },
        ...{ largestFreeBytes: status.largestFreeBytes, extentBytes: 4_194_304 },
      })),
      logicalVolumes: legs.map(({ leg, volume }) => ({
        ...{ vg: vgName(leg.driveId), lv: lvName(leg.id), sizeBytes: leg.spec.sizeBytes },
        tags: ['weft.leg', `weft.volume.${volume._id}`, WIPED_TAG, ...(labels.get(leg.id) ?? [])],
      })),
    };
    const written: NodeDescription = nodeDescriptionSchema.parse(description);
    await writeFile(join(folder, node.name), JSON.stringify(written));
  }
  return nodes.length;
}

/** The attachments with one export on each target: the seeded ones have none. */
function exported(
  attachments: readonly AttachmentDocument[],
  volumes: readonly VolumeDocument[],
  nodes: readonly NodeDocument[],
): AttachmentDocument[] {
  const volumeOf = new Map(volumes.map((volume) => [volume._id, volume]));
  const addressOf = new Map(nodes.map(({ _id, status }) => [_id, status.inventory?.nics[0]?.addresses[0]?.split('/')[0] ?? '10.0.0.1']));
  return attachments.map((attachment, at) => {
    const legs = volumeOf.get(attachment.volumeId)?.legs ?? [];
    const targets = [...new Map(legs.map(({ nodeId, nodeName }) => [nodeId, nodeName]))];
    return {
      ...attachment,
      exports: targets.map(
        ([nodeId, nodeName]): ExportDocument => ({
          ...{
            nodeId,
            nodeName,
            subsystemNqn: subsystemNqn(attachment._id, nodeId, 1),
            serial: `${at}`,
            serviceId: 10_000 + at,
            status: {},
          },
          spec: {
            portals: [
              { storageNetwork: 'left', address: addressOf.get(nodeId) ?? '', hostAddress: addressOf.get(attachment.nodeId) ?? '' },
            ],
            namespaces: legs.filter((leg) => leg.nodeId === nodeId).map(({ id }, nth) => ({ nsid: nth + 1, legId: id })),
            ...{ desired: 'exported', orderGeneration: GENERATION },
          },
        }),
      ),
    };
  });
}
