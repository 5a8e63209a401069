import { Injectable } from '@nestjs/common';
import type { AttachmentCreate, AttachmentRevoke } from '@weft/shared/kinds/attachment';
import type { IoLimits } from '@weft/shared/limits/io-limits';
import type { ClientSession } from 'mongodb';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { RevocationsService } from '../attachments/revocations.service.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { Decided } from './part.js';
import { PlansRepository } from './plans.repository.js';

/** Plans for attachments. */
@Injectable()
export class AttachmentPlans {
  constructor(
    private readonly plans: PlansRepository,
    private readonly attachments: AttachmentsService,
    private readonly revocations: RevocationsService,
  ) {}

  async created(request: AttachmentCreate, session: ClientSession): Promise<Decided> {
    const { attachment, exists } = await this.attachments.created(request, session);
    return this.changed(attachment, exists, session);
  }

  async removed(id: string, session: ClientSession): Promise<Decided> {
    const { after } = await this.attachments.removed(id, session);
    return this.changed(after, false, session);
  }

  async limited(id: string, limits: IoLimits | null, session: ClientSession): Promise<Decided> {
    const { after } = await this.attachments.limited(id, limits, session);
    return this.changed(after, false, session);
  }

  /** A client that is stated to be off runs no commands. */
  async revoked(id: string, statements: Omit<AttachmentRevoke, 'volumeName'>, session: ClientSession): Promise<Decided> {
    const { before, after } = await this.revocations.revoked(id, statements, session);
    const off = after.attachments.filter(({ _id, spec: { revoked } }) => _id === id && revoked?.clientIsOff).map(({ nodeId }) => nodeId);
    return { ...(await this.plans.parts(before, after, session)), lost: { nodeIds: new Set(off), driveIds: new Set() } };
  }

  /** @param next the attachment after the change; stored before in another state, or not at all. */
  private async changed(next: AttachmentDocument, exists: boolean, session: ClientSession): Promise<Decided> {
    const volume = await this.plans.volume(next.volumeId, session);
    if (!volume) throw new Error(`Attachment ${next._id} is of no volume. Run "weft-server check".`);
    const attachments = await this.plans.attachments(volume._id, session);
    const before = { volume, attachments };
    if (exists) return this.plans.parts(before, before, session);
    return this.plans.parts(before, { volume, attachments: [...attachments.filter(({ _id }) => _id !== next._id), next] }, session);
  }
}
