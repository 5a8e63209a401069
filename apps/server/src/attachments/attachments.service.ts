import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/errors';
import { type Attachment, type AttachmentCreate, attachmentActions } from '@weft/shared/kinds/attachment';
import type { Job } from '@weft/shared/kinds/job';
import { maintenanceRefusal } from '@weft/shared/kinds/maintenance';
import type { ClientSession } from 'mongodb';
import { newStored, requireVersion } from '../core/mongo/objects.js';
import { checkAllowed } from '../domain/attachment/check-allowed.js';
import { planExports } from '../domain/attachment/exports.js';
import { type AttachmentDocument, nextTenure, tenureOf } from '../domain/documents/attachment.document.js';
import { isInForce, shown } from '../domain/documents/maintenance.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { storagePortals } from '../domain/node/storage-network.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { toAttachment } from './attachment.mapper.js';
import { AttachmentsRepository } from './attachments.repository.js';

@Injectable()
export class AttachmentsService {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly worlds: WorldStore,
    private readonly settings: SettingsService,
    private readonly jobs: JobsService,
  ) {}

  async list(query: Query<typeof endpoints.listAttachments>) {
    const page = await this.attachments.page(query);
    return { ...page, items: await this.present(page.items) };
  }

  async get(id: string): Promise<Attachment> {
    return this.presentOne(await this.require(id));
  }

  /** Attaches a volume to a client, or answers with the attachment that already does so in the same way. */
  async create(request: AttachmentCreate, requestedBy: string): Promise<{ attachment: Attachment; job: Job }> {
    const { attachment, job } = await this.attachments.transaction(async (session) => {
      const volume = await this.worlds.lock(request.volumeId, session);
      const { attachment, exists } = await this.decide(request, volume, session);
      if (exists) return { attachment, job: await this.jobs.latest('attachment.attach', attachment._id, session) };
      // The volume keeps its tenure: the next attachment is later even when this one is gone.
      const after = { volume: volume && { ...volume, lastTenure: tenureOf(attachment) }, attachments: [attachment] };
      const stored = await this.worlds.write({ volume, attachments: [] }, after, session);
      const job = await this.jobs.open(session, {
        kind: 'attachment.attach',
        subject: { kind: 'attachment', id: attachment._id, name: `${attachment.volumeName} on ${attachment.nodeName}` },
        requestedBy,
      });
      return { attachment: stored.attachments[0] ?? attachment, job };
    });
    if (!job) throw new Error(`Attachment ${attachment._id} has no attach job. Run "weft-server check".`);
    return { attachment: await this.presentOne(attachment), job: this.jobs.toJob(job) };
  }

  /** Orders the client to take it apart. The client refuses while the device is open, and the job then says by whom. */
  async remove(id: string, ifMatch: number | undefined, requestedBy: string): Promise<{ job: Job }> {
    const job = await this.attachments.transaction(async (session) => {
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

  /** The attachment that a create would store, or the one that does so already. Nothing is stored. */
  async created(request: AttachmentCreate, session: ClientSession): Promise<{ attachment: AttachmentDocument; exists: boolean }> {
    return this.decide(request, await this.attachments.volume(request.volumeId, session), session);
  }

  /** The attachment as a detach would leave it at first. Nothing is stored. */
  async removed(id: string, session: ClientSession): Promise<Record<'before' | 'after', AttachmentDocument>> {
    const attachment = await this.require(id, session);
    if (!attachmentActions.detach.includes(attachment.state))
      throw new DomainError(
        'wrong-state',
        `Volume ${attachment.volumeName} is ${attachment.state} on ${attachment.nodeName} already: follow that job.`,
      );
    const after = { ...attachment, desired: 'detached' as const, state: 'detaching' as const, generation: attachment.generation + 1 };
    return { before: attachment, after };
  }

  private async decide(request: AttachmentCreate, volume: VolumeDocument | null, session: ClientSession) {
    if (!volume) throw new DomainError('not-found', `There is no volume ${request.volumeId}.`, { field: 'volumeId' });
    const existing = await this.attachments.ofVolume(volume._id, session);
    const same = existing.find(
      (each) =>
        each.nodeId === request.nodeId &&
        each.mode === request.mode &&
        each.transport === request.transport &&
        (request.reattach === undefined || each.reattach === request.reattach) &&
        each.desired === 'attached',
    );
    if (same) return { attachment: same, exists: true };
    checkAllowed(request, volume, existing);
    return { attachment: await this.plan(request, volume, existing, session), exists: false };
  }

  private async plan(
    request: AttachmentCreate,
    volume: VolumeDocument,
    existing: readonly AttachmentDocument[],
    session: ClientSession,
  ): Promise<AttachmentDocument> {
    const stored = newStored();
    const legs = volume.legs.filter((leg) => leg.desired === 'present');
    const targetIds = [...new Set(legs.map((leg) => leg.nodeId))];
    const nodes = await this.attachments.nodes([...targetIds, request.nodeId], session);
    const client = nodes.get(request.nodeId);
    if (!client) throw new DomainError('not-found', `There is no node ${request.nodeId}.`, { field: 'nodeId' });
    const { maintenance } = client;
    if (maintenance && isInForce(maintenance, new Date()) && !request.force)
      throw new DomainError('wrong-state', maintenanceRefusal('attach', { id: client._id, name: client.name }, shown(maintenance)), {
        field: 'nodeId',
      });
    const { spec } = await this.settings.get(session);
    const portals = (node: NodeDocument) => storagePortals(node, spec);
    return {
      ...stored,
      volumeId: volume._id,
      volumeName: volume.name,
      nodeId: client._id,
      nodeName: client.name,
      mode: request.mode,
      transport: request.transport,
      reattach: request.reattach ?? spec.reattachByDefault,
      state: 'attaching',
      epoch: volume.epoch,
      tenure: nextTenure(volume.lastTenure, existing, stored.createdAt),
      desired: 'attached',
      orderGeneration: 0,
      bootId: client.bootId,
      exports: planExports({
        attachmentId: stored._id,
        epoch: volume.epoch,
        transport: request.transport,
        client: { id: client._id, name: client.name, portals: portals(client) },
        legs,
        targets: new Map([...nodes].map(([id, node]) => [id, portals(node)])),
        usedServiceIds: await this.attachments.usedServiceIds(targetIds, session),
      }),
      generation: 1,
      observedGeneration: 0,
      conditions: [],
      fenced: false,
    };
  }

  private async require(id: string, session?: ClientSession): Promise<AttachmentDocument> {
    const attachment = await this.attachments.find(id, session);
    if (!attachment) throw new DomainError('not-found', `There is no attachment ${id}.`);
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
