import { createHash } from 'node:crypto';
import { DomainError } from '@weft/shared/errors/domain-error';
import { subsystemNqn } from '@weft/shared/identity';
import type { Transport } from '@weft/shared/messages/assignment';
import type { TlsAbility } from '@weft/shared/messages/storage-encryption';
import type { MessageReference } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument, ExportDocument, ExportSpec } from '../documents/attachment.document.js';
import type { LegDocument } from '../documents/volume.document.js';
import { type EncryptionSurroundings, encryptionGap } from '../storage-encryption/gap.js';

/** One address of a node on a storage network. */
export interface StoragePortal {
  storageNetwork: string;
  address: string;
  rdma: boolean;
}

export interface ExportRequest {
  attachmentId: string;
  epoch: number;
  transport: Transport;
  client: { id: string; name: string; portals: readonly StoragePortal[] };
  legs: readonly LegDocument[];
  /** Portals of each target, by node id. */
  targets: ReadonlyMap<string, readonly StoragePortal[]>;
  /** Service ids in use on each target, by node id. */
  usedServiceIds: ReadonlyMap<string, ReadonlySet<number>>;
  encryption: EncryptionSurroundings;
  /** What client and targets can encrypt, by node id. */
  tls: ReadonlyMap<string, TlsAbility | undefined>;
}

/** Above the well-known ports and below the kernel's ephemeral ones (ip_local_port_range starts at 32768). */
const FIRST_SERVICE_ID = 10_000;
const LAST_SERVICE_ID = 32_767;
/** Exports with TLS have ids from here on, so that a port number shows what a connection is. Others get these too when their own are used up. */
export const FIRST_TLS_SERVICE_ID = 22_000;

/**
 * Plans one subsystem per (attachment, target), with its own service id on that target and a portal on every storage network that both nodes share.
 * @throws DomainError `no-shared-network` with the names of client and target, or `storage-encryption-required`.
 */
export function planExports(request: ExportRequest): ExportDocument[] {
  const byNode = new Map<string, LegDocument[]>();
  for (const leg of [...request.legs].sort((a, b) => a.index - b.index)) byNode.set(leg.nodeId, [...(byNode.get(leg.nodeId) ?? []), leg]);
  return [...byNode].map(([nodeId, legs]) => {
    const nodeName = legs[0]?.nodeName ?? '';
    const nqn = subsystemNqn(request.attachmentId, nodeId, request.epoch);
    const isEncrypted = getsTls(request, nodeRef(nodeId, nodeName));
    return {
      nodeId,
      nodeName,
      subsystemNqn: nqn,
      serial: createHash('sha256').update(`${request.attachmentId}:${nodeId}`).digest('hex').slice(0, 20),
      serviceId: freeServiceId(request.usedServiceIds.get(nodeId) ?? new Set(), nodeRef(nodeId, nodeName), isEncrypted),
      spec: {
        portals: sharedPortals(request, nodeId, nodeName),
        namespaces: legs.map((leg, at) => ({ nsid: at + 1, legId: leg.id })),
        desired: 'exported' as const,
        orderGeneration: 0,
        ...(isEncrypted && { tlsKeyId: tlsKeyIdOf(nqn) }),
      },
      status: {},
    };
  });
}

/** @throws DomainError `storage-encryption-required`. */
function getsTls({ encryption, tls, client, transport }: ExportRequest, target: MessageReference): boolean {
  const gap = encryptionGap(encryption, { transport, client: tls.get(client.id), target: tls.get(target.id) });
  if (gap === null || gap === 'off' || encryption.setting !== 'required') return gap === null;
  throw new DomainError('storage-encryption-required', { client: nodeRef(client.id, client.name), target, gap }, { field: 'nodeId' });
}

/** The same for the same export, so that a plan shows what the change will store. A UUID of version 8 (RFC 9562). */
function tlsKeyIdOf(nqn: string): string {
  const hex = createHash('sha256').update(`${nqn} tls`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Adds legs of one target to the exports of a running attachment: namespaces if the target exports already, else another subsystem.
 * @param planned result of `planExports` for these legs alone.
 */
export function withExport(exports: readonly ExportDocument[], planned: ExportDocument): ExportDocument[] {
  const there = exports.find((each) => each.nodeId === planned.nodeId);
  if (!there) return [...exports, planned];
  const last = Math.max(there.spec.lastNsid ?? 0, ...there.spec.namespaces.map((each) => each.nsid));
  const added = planned.spec.namespaces.map(({ legId }, at) => ({ nsid: last + 1 + at, legId }));
  // An export that is being withdrawn, because no leg was left in it, is needed again.
  const kept = there.spec.desired === 'exported' ? there.spec.namespaces : [];
  const { leftOut, ...again } = there.spec;
  const { gone, ...status } = there.status;
  const spec: ExportSpec = { ...again, desired: 'exported', namespaces: [...kept, ...added], lastNsid: last + added.length };
  return exports.map((each) => (each === there ? { ...there, spec, status } : each));
}

/** The attachments, with the planned exports added to one of them. */
export const withExports = (
  attachments: readonly AttachmentDocument[],
  attachmentId: string,
  planned: readonly ExportDocument[],
): AttachmentDocument[] =>
  attachments.map((each) => (each._id === attachmentId ? { ...each, exports: planned.reduce(withExport, each.exports) } : each));

function portalPairs(client: readonly StoragePortal[], target: readonly StoragePortal[], transport: Transport): ExportSpec['portals'] {
  const usable = (portal: StoragePortal) => transport === 'tcp' || portal.rdma;
  return target.filter(usable).flatMap(({ storageNetwork, address }) => {
    const own = client.filter(usable).find((portal) => portal.storageNetwork === storageNetwork);
    return own ? [{ storageNetwork, address, hostAddress: own.address }] : [];
  });
}

export const reaches = (client: readonly StoragePortal[], target: readonly StoragePortal[], transport: Transport): boolean =>
  portalPairs(client, target, transport).length > 0;

function sharedPortals({ client, targets, transport }: ExportRequest, nodeId: string, nodeName: string): ExportSpec['portals'] {
  const portals = portalPairs(client.portals, targets.get(nodeId) ?? [], transport);
  if (portals.length > 0) return portals;
  const carried = (list: readonly StoragePortal[]) =>
    list.map(({ storageNetwork, address, rdma }) => messageOf('network-portal', { storageNetwork, address, rdma }));
  throw new DomainError(
    'nodes-share-no-network',
    {
      ...{ client: nodeRef(client.id, client.name), target: nodeRef(nodeId, nodeName), transport },
      ...{ clientPortals: carried(client.portals), targetPortals: carried(targets.get(nodeId) ?? []) },
    },
    {
      field: 'nodeId',
      shortages: [{ what: 'storage-networks', unit: 'count', needed: 1, available: 0, where: `${client.name} and ${nodeName}` }],
    },
  );
}

function freeServiceId(used: ReadonlySet<number>, target: MessageReference, isEncrypted: boolean): number {
  for (let id = isEncrypted ? FIRST_TLS_SERVICE_ID : FIRST_SERVICE_ID; id <= LAST_SERVICE_ID; id++) if (!used.has(id)) return id;
  throw new DomainError('service-ids-used-up', { target, firstId: FIRST_SERVICE_ID, lastId: LAST_SERVICE_ID });
}
