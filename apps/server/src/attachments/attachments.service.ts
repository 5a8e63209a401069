import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Attachment, AttachmentCreate, AttachmentUpdate } from '@weft/shared/kinds/attachment';
import type { Job } from '@weft/shared/kinds/job';
import { mirrorCopies } from '@weft/shared/kinds/volume';
import type { IoLimits } from '@weft/shared/limits/io-limits';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import { nodeRef, volumeRef } from '@weft/shared/text/references';
import type { ClientSession } from 'mongodb';
import { SharedReads } from '../core/load/shared-reads.js';
import { newStored, requireVersion } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { requestedSpec, type VolumeDocument } from '../domain/documents/volume.document.js';
import { storagePortals } from '../domain/node/storage-network.js';
import { attached, detached, exportedLegs, sameAttachment } from '../domain/requests/attach.js';
import { limited } from '../domain/requests/limit.js';
import { AuthenticationPairs } from '../domain/store/authentication-pairs.service.js';
import { ExportKeys } from '../domain/store/keys/export-keys.service.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { VolumeKeys } from '../volume-keys/volume-keys.service.js';
import { toAttachment } from './attachment.mapper.js';
import { AttachmentsRepository, tlsAbilities } from './attachments.repository.js';

type AttachmentNode = Pick<NodeDocument, '_id' | 'name'>;

@Injectable()
export class AttachmentsService {
  private readonly lists = new SharedReads<Page<Attachment>>();

  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly worlds: WorldStore,
    private readonly settings: SettingsService,
    private readonly jobs: JobsService,
    private readonly pairs: AuthenticationPairs,
    private readonly keys: VolumeKeys,
    private readonly exportKeys: ExportKeys,
  ) {}

  /** Lists that arrive together share a read. */
  list(query: Query<typeof endpoints.listAttachments>): Promise<Page<Attachment>> {
    return this.lists.get(JSON.stringify(query), async () => {
      const page = await this.attachments.page(query);
      return { ...page, items: await this.present(page.items) };
    });
  }

  async get(id: string): Promise<Attachment> {
    return this.presentOne(await this.require(id));
  }

  /** Attaches a volume to a client, or returns an existing equal attachment. */
  async create(request: AttachmentCreate, requestedBy: string): Promise<{ attachment: Attachment; job: Job }> {
    const { attachment, job } = await this.worlds.transaction(async (session) => {
      const before = await this.worlds.lock(request.volumeId, session);
      const { volume, attachment, exists } = await this.decide(request, before, session);
      if (exists) return { attachment, job: await this.jobs.latest('attachment.attach', attachment._id, session) };
      const written = await this.worlds.write({ volume: before, attachments: [] }, { volume, attachments: [attachment] }, session);
      const job = await this.jobs.open(session, {
        kind: 'attachment.attach',
        subject: { kind: 'attachment', id: attachment._id, name: `${attachment.volumeName} on ${attachment.nodeName}` },
        requestedBy,
      });
      return { attachment: written.attachments[0] ?? attachment, job };
    });
    if (!job) throw new Error(`Attachment ${attachment._id} has no attach job. Run "weft-server check".`);
    return { attachment: await this.presentOne(attachment), job: this.jobs.toJob(job) };
  }

  /** Changes the limits per client while the volume is in use. */
  async update(id: string, ifMatch: number | undefined, { limits }: AttachmentUpdate): Promise<Attachment> {
    const written = await this.worlds.transaction(async (session) => {
      const { before, after } = await this.limited(id, limits, session);
      requireVersion(before, ifMatch);
      return this.worlds.write({ volume: null, attachments: [before] }, { volume: null, attachments: [after] }, session);
    });
    const [attachment] = written.attachments;
    if (!attachment) throw new Error(`Attachment ${id} was changed and not returned. Run "weft-server check".`);
    return this.presentOne(attachment);
  }

  /** The attachment after a change of its limits. Stores nothing. */
  async limited(id: string, limits: IoLimits | null, session: ClientSession): Promise<Record<'before' | 'after', AttachmentDocument>> {
    const before = await this.require(id, session);
    const client = (await this.attachments.nodes([before.nodeId], session)).get(before.nodeId);
    if (!client) throw new Error(`The client of attachment ${id} is not in the database. Run "weft-server check".`);
    return { before, after: limited(before, limits, client) };
  }

  /** Orders the client to dismantle the attachment. The client refuses while the device is open; the job then names the processes. */
  async remove(id: string, ifMatch: number | undefined, requestedBy: string): Promise<{ job: Job }> {
    const job = await this.worlds.transaction(async (session) => {
      const { before, after } = await this.removed(id, session);
      requireVersion(before, ifMatch);
      await this.worlds.write({ volume: null, attachments: [before] }, { volume: null, attachments: [after] }, session);
      return this.jobs.open(session, {
        kind: 'attachment.detach',
        subject: { kind: 'attachment', id, name: `${after.volumeName} on ${after.nodeName}` },
        requestedBy,
      });
    });
    return { job: this.jobs.toJob(job) };
  }

  /** The attachment that a create would store, or an existing equal one. Stores nothing. */
  async created(request: AttachmentCreate, session: ClientSession): Promise<{ attachment: AttachmentDocument; exists: boolean }> {
    return this.decide(request, await this.attachments.volume(request.volumeId, session), session);
  }

  /** The attachment in its first state after a detach. Stores nothing. */
  async removed(id: string, session: ClientSession): Promise<Record<'before' | 'after', AttachmentDocument>> {
    const before = await this.require(id, session);
    return { before, after: detached(before) };
  }

  private async decide(request: AttachmentCreate, volume: VolumeDocument | null, session: ClientSession) {
    if (!volume) throw new DomainError('volume-not-found', { id: request.volumeId }, { field: 'volumeId' });
    const existing = await this.attachments.ofVolume(volume._id, session);
    const same = sameAttachment(request, existing);
    if (same) return { volume, attachment: same, exists: true };
    const targetIds = [...new Set(exportedLegs(volume).map((leg) => leg.nodeId))];
    const nodes = await this.attachments.nodes([...targetIds, request.nodeId], session);
    const client = nodes.get(request.nodeId);
    if (!client) throw new DomainError('node-not-found', { id: request.nodeId }, { field: 'nodeId' });
    const { spec } = await this.settings.get(session);
    if (spec.authentication === 'required')
      await this.requireAuthentication(
        client,
        targetIds.flatMap((id) => nodes.get(id) ?? []),
        session,
      );
    requireCopies(volume, client);
    if (requestedSpec(volume.spec).encryption !== 'none') await this.requireEncryption(volume, client, session);
    const made = attached(request, volume, existing, {
      client,
      stored: newStored(),
      reattachByDefault: spec.reattachByDefault,
      targets: new Map([...nodes].map(([id, node]) => [id, storagePortals(node, spec)])),
      usedServiceIds: await this.attachments.usedServiceIds(targetIds, session),
      encryption: await this.exportKeys.surroundings(spec.storageEncryption),
      tls: tlsAbilities(nodes),
    });
    return { ...made, exists: false };
  }

  /** @throws DomainError `client-cannot-encrypt`, `volume-key-unusable`. */
  private async requireEncryption(volume: VolumeDocument, client: NodeDocument, session: ClientSession): Promise<void> {
    const named = { volume: volumeRef(volume._id, volume.name) };
    if (!client.status.inventory?.capabilities.encryption)
      throw new DomainError('client-cannot-encrypt', { ...named, client: nodeRef(client._id, client.name) }, { field: 'nodeId' });
    const problem = await this.keys.problemOf(volume, session);
    if (problem) throw new DomainError('volume-key-unusable', { ...named, problem });
  }

  /** @throws DomainError `authentication-required`. */
  private async requireAuthentication(client: AttachmentNode, targets: readonly AttachmentNode[], session: ClientSession): Promise<void> {
    const ends = targets.map((target) => ({ clientId: client._id, targetId: target._id }));
    const gaps = await this.pairs.gapsOf(ends, 'required', session);
    const at = gaps.findIndex((gap) => gap !== null);
    const [target, gap] = [targets[at], gaps[at]];
    if (!target || !gap || gap === 'off') return;
    const ref = (node: AttachmentNode) => nodeRef(node._id, node.name);
    throw new DomainError('authentication-required', { client: ref(client), target: ref(target), gap }, { field: 'nodeId' });
  }

  private async require(id: string, session?: ClientSession): Promise<AttachmentDocument> {
    const attachment = await this.attachments.find(id, session);
    if (!attachment) throw new DomainError('attachment-not-found', { id });
    return attachment;
  }

  private async present(attachments: AttachmentDocument[]): Promise<Attachment[]> {
    const statuses = await this.attachments.statuses(attachments.map((attachment) => attachment._id));
    return attachments.map((attachment) => toAttachment(attachment, statuses.get(attachment._id)));
  }

  private async presentOne(attachment: AttachmentDocument): Promise<Attachment> {
    const statuses = await this.attachments.statuses([attachment._id]);
    return toAttachment(attachment, statuses.get(attachment._id));
  }
}

/**
 * An agent of an earlier version would take the third half for a mirror set of its own, or makes one array for all mirror sets.
 * @throws DomainError `client-has-fewer-copies`, `client-without-array-per-set`.
 */
function requireCopies(volume: VolumeDocument, client: NodeDocument): void {
  const copies = mirrorCopies(volume.spec);
  const supported = client.status.inventory?.capabilities.copies ?? DEFAULT_COPIES;
  if (copies > supported)
    throw new DomainError(
      'client-has-fewer-copies',
      { volume: volumeRef(volume._id, volume.name), client: nodeRef(client._id, client.name), copies, supported },
      { field: 'nodeId' },
    );
  const hasArrays = volume.spec.protection === 'raid10' && copies > DEFAULT_COPIES;
  if (hasArrays && client.status.inventory?.capabilities.arrayPerSet !== true)
    throw new DomainError(
      'client-without-array-per-set',
      { volume: volumeRef(volume._id, volume.name), client: nodeRef(client._id, client.name) },
      { field: 'nodeId' },
    );
}
