import { Injectable } from '@nestjs/common';
import type { MessageReference } from '@weft/shared/text/message';
import type { ClientSession } from 'mongodb';
import { planExports, reaches, type StoragePortal } from '../domain/attachment/exports.js';
import type { AttachmentDocument, ExportDocument } from '../domain/documents/attachment.document.js';
import { nodeOf } from '../domain/documents/references.js';
import type { LegDocument } from '../domain/documents/volume.document.js';
import { storagePortals } from '../domain/node/storage-network.js';
import { ExportKeys } from '../domain/store/keys/export-keys.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { AttachmentsRepository, tlsAbilities } from './attachments.repository.js';

/**
 * Exports of these legs only; `withExport` merges them with the attachment's other exports.
 * @param unsaved exports planned earlier and not stored yet.
 * @throws DomainError `no-shared-network`, `storage-encryption-required`, or `not-possible` when a target has no service id left.
 */
export type ExportsPlanner = (legs: readonly LegDocument[], unsaved?: readonly ExportDocument[]) => ExportDocument[];

/** Adds legs to existing attachments. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly settings: SettingsService,
    private readonly exportKeys: ExportKeys,
  ) {}

  ofVolume(volumeId: string, session: ClientSession): Promise<AttachmentDocument[]> {
    return this.attachments.ofVolume(volumeId, session);
  }

  /** Returns a planner for exports of legs on these targets to the attachment's client, based on the current state. */
  async planner(attachment: AttachmentDocument, targetIds: readonly string[], session: ClientSession | undefined): Promise<ExportsPlanner> {
    const usedServiceIds = await this.attachments.usedServiceIds([...targetIds], session);
    const nodes = await this.attachments.nodes([...targetIds, attachment.nodeId], session);
    const { spec: settings } = await this.settings.get(session);
    const targets = new Map([...nodes].map(([id, node]) => [id, storagePortals(node, settings)]));
    // A volume that is attached in the clear stays repairable when encryption becomes required; one that is encrypted gets no leg without.
    const isPlain = attachment.exports.every(({ spec }) => spec.tlsKeyId === undefined);
    const setting = isPlain && settings.storageEncryption === 'required' ? 'preferred' : settings.storageEncryption;
    const [encryption, tls] = [await this.exportKeys.surroundings(setting), tlsAbilities(nodes)];
    const client = { id: attachment.nodeId, name: attachment.nodeName, portals: targets.get(attachment.nodeId) ?? [] };
    const {
      _id: attachmentId,
      spec: { epoch, transport },
    } = attachment;
    return (legs, unsaved = []) => {
      const used = new Map([...usedServiceIds].map(([id, ids]) => [id, new Set(ids)]));
      for (const { nodeId, serviceId } of unsaved) used.get(nodeId)?.add(serviceId);
      return planExports({ attachmentId, epoch, transport, client, legs, targets, usedServiceIds: used, encryption, tls });
    };
  }

  /** Targets that have fenced an export of one of these attachments because of a foreign host: a new leg there would never join. */
  fencedTargets(attachments: readonly AttachmentDocument[], session: ClientSession | undefined): Promise<Set<string>> {
    return this.attachments.fencedTargets(attachments, session);
  }

  /** Nodes that at least one client of the attachments does not reach, each with those clients. */
  async outOfReach(
    attachments: readonly AttachmentDocument[],
    nodeIds: readonly string[],
    session: ClientSession | undefined,
  ): Promise<Map<string, MessageReference[]>> {
    const portals = await this.portals([...nodeIds, ...attachments.map((each) => each.nodeId)], session);
    const of = (nodeId: string) => portals.get(nodeId) ?? [];
    return new Map(
      nodeIds.flatMap((nodeId) => {
        const cut = attachments.filter((each) => !reaches(of(each.nodeId), of(nodeId), each.spec.transport));
        return cut.length > 0 ? [[nodeId, cut.map(nodeOf)] as const] : [];
      }),
    );
  }

  private async portals(nodeIds: string[], session: ClientSession | undefined): Promise<Map<string, StoragePortal[]>> {
    const nodes = await this.attachments.nodes(nodeIds, session);
    const { spec } = await this.settings.get(session);
    return new Map([...nodes].map(([id, node]) => [id, storagePortals(node, spec)]));
  }
}
