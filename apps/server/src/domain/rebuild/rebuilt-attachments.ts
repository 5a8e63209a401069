import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import type { FoundAttachment, FoundExport, Sources } from './sources.js';

const toExport = ({ target, ...each }: FoundExport): ExportDocument => ({
  ...{
    nodeId: target.node.id,
    nodeName: target.node.name,
    subsystemNqn: each.subsystemNqn,
    serial: each.serial,
    serviceId: each.serviceId,
  },
  spec: {
    portals: each.portals.map(({ hostAddress, ...portal }) => ({ ...portal, hostAddress: hostAddress ?? '' })),
    ...{ namespaces: each.namespaces, desired: each.desired, orderGeneration: target.held.generation },
    ...(each.tls && { tlsKeyId: each.tls.keyId }),
  },
  status: {},
});

/** As the client has it, or as its targets still export it after the client is done. */
function toAttachment(
  attachmentId: string,
  volume: VolumeDocument,
  client: Sources['nodes'][number],
  here: FoundAttachment | undefined,
  exports: readonly FoundExport[],
  now: Date,
): AttachmentDocument {
  const isWanted = here?.desired === 'attached' && here.revoked === null;
  const tenure = here?.tenure ?? exports[0]?.tenure ?? 0;
  return {
    ...{ _id: attachmentId, version: 1, revision: 1, createdAt: tenure > 0 ? new Date(tenure) : now, updatedAt: now, generation: 1 },
    ...{ volumeId: volume._id, volumeName: volume.name, nodeId: client.node.id, nodeName: client.node.name },
    exports: exports.map(toExport).sort((a, b) => a.nodeId.localeCompare(b.nodeId)),
    spec: {
      ...{ mode: here?.mode ?? exports[0]?.mode ?? 'exclusive', transport: exports[0]?.transport ?? 'rdma' },
      ...{ reattach: here ? here.onlyBootId === null : true, bootId: here?.onlyBootId ?? client.inventory.bootId },
      ...{ epoch: here?.epoch ?? exports[0]?.epoch ?? volume.spec.epoch, tenure, desired: isWanted ? 'attached' : 'detached' },
      orderGeneration: client.held.generation,
      // How far its fences were is not known: they are made again, and nobody else gets the volume before (S3).
      ...(here?.revoked
        ? { revoked: { by: 'weft-server rebuild', at: now, clientIsOff: false, targetsOff: [], arrayUuid: here.array?.uuid ?? null } }
        : {}),
    },
    status: {
      state: here?.revoked ? 'revoking' : isWanted ? 'attached' : here ? 'detaching' : 'unexporting',
      ...{ fenced: false, observedGeneration: 1, conditions: [] },
    },
  };
}

export interface Attached {
  documents: AttachmentDocument[];
  /** Ids of volumes that may have a writer that nobody described. */
  uncertain: ReadonlySet<string>;
  notes: Message[];
}

/** Attachments from the clients' assignments, and from exports that outlived them. A volume that a host may write to that nobody described is uncertain. */
export function rebuiltAttachments(volumes: readonly VolumeDocument[], { attachments, exports, nodes }: Sources, now: Date): Attached {
  const documents: AttachmentDocument[] = [];
  const uncertain = new Set<string>();
  const notes: Message[] = [];
  const ids = new Set([...attachments, ...exports].map(({ attachmentId }) => attachmentId));
  for (const id of ids) {
    const here = attachments.find(({ attachmentId }) => attachmentId === id);
    const exported = exports.filter(({ attachmentId }) => attachmentId === id);
    const volume = volumes.find(({ _id }) => _id === (here ?? exported[0])?.volumeId);
    const client = here?.client ?? nodes.find(({ assignment }) => assignment?.content.hostNqn === exported[0]?.hostNqn);
    if (!volume) continue;
    if (client) documents.push(toAttachment(id, volume, client, here, exported, now));
    else {
      uncertain.add(volume._id);
      notes.push(messageOf('rebuild-volume-left-out', { volume: volume.name, reason: 'a host that nobody described may write to it' }));
    }
  }
  return { documents: documents.filter(({ volumeId }) => !uncertain.has(volumeId)), uncertain, notes };
}
