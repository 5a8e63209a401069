import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { AttachmentRevoke } from '@weft/shared/kinds/attachment';
import type { AuditStatement } from '@weft/shared/kinds/audit';
import type { Job } from '@weft/shared/kinds/job';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import { requireVersion } from '../core/mongo/objects.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import type { AttachmentDocument, ExportDocument } from '../domain/documents/attachment.document.js';
import { nodeOf, volumeOfAttachment } from '../domain/documents/references.js';
import { forceMoved } from '../domain/requests/force-move.js';
import type { VolumeSlice } from '../domain/store/slice.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { AttachmentsRepository } from './attachments.repository.js';

interface Order {
  id: string;
  ifMatch: number | undefined;
  requestedBy: string;
}

/**
 * Force-detaches a volume from a client that does not release it (S3). A connected client releases it first; then every target fences its legs. A target that
 * an administrator states is off is left out, and its legs leave the epoch (S13). A repeated request adds statements; no statement is withdrawn.
 */
@Injectable()
export class RevocationsService {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly worlds: WorldStore,
    private readonly audit: AuditService,
    private readonly jobs: JobsService,
    private readonly settings: SettingsService,
  ) {}

  async revoke({ id, ifMatch, requestedBy }: Order, request: AttachmentRevoke): Promise<{ job: Job }> {
    const job = await this.worlds.transaction(async (session) => {
      const before = await this.require(id, session);
      checkName(before, request.volumeName);
      requireVersion(before, ifMatch);
      await this.worlds.lock(before.volumeId, session);
      const { world, after, newlyOff } = await this.moved(before, request, requestedBy, session);
      await this.worlds.write(world, after, session);
      await this.audit.record(session, {
        by: requestedBy,
        action: 'attachment.revoke',
        subject: { kind: 'attachment', id, name: nameOf(before) },
        statements: statements(before, request, newlyOff),
      });
      const open = await this.jobs.openFor([id], session);
      const running = open.find((each) => each.kind === 'attachment.revoke');
      const subject = { kind: 'attachment' as const, id, name: nameOf(before) };
      return running ?? this.jobs.open(session, { kind: 'attachment.revoke', subject, requestedBy });
    });
    return { job: this.jobs.toJob(job) };
  }

  /** The volume and all its attachments in their first state after a revocation. Stores nothing. */
  async revoked(
    id: string,
    request: Omit<AttachmentRevoke, 'volumeName'>,
    session: ClientSession,
  ): Promise<Record<'before' | 'after', VolumeSlice>> {
    const { world, after } = await this.moved(await this.require(id, session), request, 'whoever asks for it', session);
    return { before: world, after };
  }

  private async moved(attachment: AttachmentDocument, request: Omit<AttachmentRevoke, 'volumeName'>, by: string, session: ClientSession) {
    const { _id, volumeId } = attachment;
    const world = await this.worlds.read(volumeId, session);
    if (!world) throw new Error(`Attachment ${_id} is of volume ${volumeId}, which is not there. Run "weft-server check".`);
    const settings = (await this.settings.get(session)).spec;
    return { world, ...forceMoved(world, attachment, request, { by, settings }) };
  }

  private async require(id: string, session: ClientSession): Promise<AttachmentDocument> {
    const attachment = await this.attachments.find(id, session);
    if (!attachment) throw new DomainError('attachment-not-found', { id });
    return attachment;
  }
}

const nameOf = (attachment: AttachmentDocument) => `${attachment.volumeName} on ${attachment.nodeName}`;

function checkName(attachment: AttachmentDocument, name: string): void {
  if (name === attachment.volumeName) return;
  throw new DomainError('volume-name-not-repeated', { volume: volumeOfAttachment(attachment), sentName: name }, { field: 'volumeName' });
}

function statements(attachment: AttachmentDocument, request: AttachmentRevoke, newlyOff: readonly ExportDocument[]): AuditStatement[] {
  const client = { id: attachment.nodeId, name: attachment.nodeName };
  const node = nodeOf(attachment);
  const revoked = { volume: volumeOfAttachment(attachment), client: node };
  return [
    ...(attachment.spec.revoked ? [] : [auditStatement({ statement: 'force-detach', about: client }, 'volume-force-detached', revoked)]),
    ...(request.clientIsOff ? [auditStatement({ statement: 'client-is-off', about: client }, 'client-is-off', { client: node })] : []),
    ...newlyOff.map((each) => {
      const about = { id: each.nodeId, name: each.nodeName };
      return auditStatement({ statement: 'target-is-off', about }, 'target-is-off', {
        target: nodeOf(each),
        acceptLoss: request.acceptLoss,
      });
    }),
  ];
}
