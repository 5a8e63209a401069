import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/errors';
import type { AttachmentRevoke } from '@weft/shared/kinds/attachment';
import type { AuditStatement } from '@weft/shared/kinds/audit';
import type { Job } from '@weft/shared/kinds/job';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import { requireVersion } from '../core/mongo/objects.js';
import { revoked } from '../domain/attachment/revoked.js';
import type { AttachmentDocument, ExportDocument } from '../domain/documents/attachment.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { type EpochChange, lossOf, newEpoch } from '../domain/epoch/epoch.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { EpochsService } from '../volumes/epochs.service.js';
import { AttachmentsRepository } from './attachments.repository.js';

interface Order {
  id: string;
  ifMatch: number | undefined;
  requestedBy: string;
}

/**
 * Takes a volume away from a client that does not give it back (S3). A client that is heard lets go of it first, then every target fences its legs; a target
 * that an administrator says is off is left out, and its legs leave the epoch (S13). Asked again while it is under way, statements are added and none is taken back.
 */
@Injectable()
export class RevocationsService {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly worlds: WorldStore,
    private readonly epochs: EpochsService,
    private readonly audit: AuditService,
    private readonly jobs: JobsService,
    private readonly settings: SettingsService,
  ) {}

  async revoke({ id, ifMatch, requestedBy }: Order, request: AttachmentRevoke): Promise<{ job: Job }> {
    const job = await this.attachments.transaction(async (session) => {
      const before = await this.require(id, session);
      checkName(before, request.volumeName);
      requireVersion(before, ifMatch);
      const locked = await this.worlds.lock(before.volumeId, session);
      const { stored, after, newlyOff } = await this.taken(before, locked, request, requestedBy, session);
      await this.worlds.write(stored, after, session);
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

  /** The volume and all its attachments as a revocation would leave them at first. Nothing is stored. */
  async revoked(
    id: string,
    request: Omit<AttachmentRevoke, 'volumeName'>,
    session: ClientSession,
  ): Promise<Record<'before' | 'after', { volume: VolumeDocument; attachments: AttachmentDocument[] }>> {
    const attachment = await this.require(id, session);
    const volume = await this.attachments.volume(attachment.volumeId, session);
    const { stored, after } = await this.taken(attachment, volume, request, 'whoever asks for it', session);
    return { before: stored, after };
  }

  /** The volume and all its attachments as they are and as they will be. */
  private async taken(
    attachment: AttachmentDocument,
    found: VolumeDocument | null,
    request: Omit<AttachmentRevoke, 'volumeName'>,
    by: string,
    session: ClientSession,
  ) {
    const { set, newlyOff, epoch } = await this.decide(attachment, found, request, by, session);
    const all = await this.attachments.ofVolume(attachment.volumeId, session);
    const stored = { volume: volumeOf(attachment, found), attachments: all };
    const attachments = all.map((each) => (each._id === attachment._id ? { ...each, ...set } : each));
    return { stored, newlyOff, after: epoch ? newEpoch(epoch.volume, attachments, epoch.change) : { ...stored, attachments } };
  }

  private async decide(
    before: AttachmentDocument,
    found: VolumeDocument | null,
    request: Omit<AttachmentRevoke, 'volumeName'>,
    by: string,
    session: ClientSession,
  ) {
    const volume = volumeOf(before, found);
    const nodes = await this.attachments.nodes([before.nodeId, ...before.exports.map((each) => each.nodeId)], session);
    checkStatements(before, request, nodes);
    const newlyOff = before.exports.filter((each) => request.targetsOff.includes(each.nodeId) && !each.leftOut);
    const inSyncKnown = before.revoked ? (before.revoked.inSyncKnown ?? false) : await this.epochs.isCurrent(volume, before, session);
    const settings = (await this.settings.get(session)).spec;
    const set = revoked(before, request, { by, inSyncKnown, settings, now: await this.attachments.now(session) }, volume);
    const change = await this.leaveOut(volume, { ...before, ...set }, newlyOff, request, session);
    return { set, newlyOff, epoch: change && { volume, change } };
  }

  /** The legs of targets that are off leave the epoch: it is their target's word that they are fenced, and that is not there. @returns null: it goes on. */
  private async leaveOut(
    volume: VolumeDocument,
    attachment: AttachmentDocument,
    newlyOff: readonly ExportDocument[],
    request: Pick<AttachmentRevoke, 'acceptLoss'>,
    session: ClientSession,
  ): Promise<EpochChange | null> {
    const legIds = new Set(newlyOff.flatMap((each) => each.namespaces.map(({ legId }) => legId)));
    const givenUp = new Set(volume.legs.filter((leg) => legIds.has(leg.id)).map((leg) => leg.id));
    if (givenUp.size === 0) return null;
    if (!isMirrored(volume.spec.protection))
      throw new DomainError(
        'not-possible',
        `Volume ${volume.name} is ${volume.spec.protection}: no leg of it can be left out. Wait for ${newlyOff.map((each) => each.nodeName).join(', ')}.`,
        { field: 'targetsOff' },
      );
    const all = await this.attachments.ofVolume(volume._id, session);
    const others = all.filter((each) => each._id !== attachment._id && !each.fenced);
    if (others.length > 0)
      throw new DomainError(
        'in-use',
        `Volume ${volume.name} is also attached by ${others.map((each) => each.nodeName).join(', ')}: leaving legs out starts a new epoch. Detach or revoke those first.`,
      );
    const only = lossOf(volume, givenUp);
    // Who was in sync by a report of some time ago may have failed since, and the client gone on with the others.
    const lost = attachment.revoked?.inSyncKnown ? only : volume.legs.filter((leg) => givenUp.has(leg.id) && leg.inSync);
    if (lost.length > 0 && !request.acceptLoss) {
      const names = lost.map((leg) => `leg ${leg.index} on ${leg.nodeName}`).join(', ');
      const why =
        only.length > 0
          ? `Without ${names} no leg of the mirror set is in sync: what was written last would be lost`
          : `${attachment.nodeName} has not said that it let go of the volume before its legs were fenced: since its last report it may have written to ${names} alone, and that would be lost`;
      throw new DomainError('not-possible', `${why}. Wait for these targets, or accept the loss too (acceptLoss).`, {
        field: 'targetsOff',
      });
    }
    const accepted = new Set(lost.map((leg) => leg.id));
    return { givenUp, now: new Date(), revokedAttachmentId: attachment._id, accepted };
  }

  private async require(id: string, session: ClientSession): Promise<AttachmentDocument> {
    const attachment = await this.attachments.find(id, session);
    if (!attachment) throw new DomainError('not-found', `There is no attachment ${id}.`);
    return attachment;
  }
}

const nameOf = (attachment: AttachmentDocument) => `${attachment.volumeName} on ${attachment.nodeName}`;

function volumeOf({ _id, volumeId }: AttachmentDocument, volume: VolumeDocument | null): VolumeDocument {
  if (!volume) throw new Error(`Attachment ${_id} is of volume ${volumeId}, which is not there. Run "weft-server check".`);
  return volume;
}

function checkName(attachment: AttachmentDocument, name: string): void {
  if (name === attachment.volumeName) return;
  throw new DomainError(
    'invalid-field',
    `The volume's name is ${attachment.volumeName}, not "${name}": nothing was changed. Repeat the name of the volume that you mean.`,
    { field: 'volumeName' },
  );
}

/** A machine that is talking to a server is not off. */
function checkStatements(
  attachment: AttachmentDocument,
  request: Pick<AttachmentRevoke, 'clientIsOff' | 'targetsOff'>,
  nodes: ReadonlyMap<string, NodeDocument>,
): void {
  const online = (nodeId: string) => nodes.get(nodeId)?.connection.state === 'online';
  if (request.clientIsOff && online(attachment.nodeId))
    throw new DomainError(
      'wrong-state',
      `${attachment.nodeName} is connected to a server: it is not off. Leave the statement out, it will answer for itself.`,
      {
        field: 'clientIsOff',
      },
    );
  for (const id of request.targetsOff) {
    const exported = attachment.exports.find((each) => each.nodeId === id);
    if (!exported)
      throw new DomainError('invalid-field', `Node ${id} exports no leg of volume ${attachment.volumeName} to ${attachment.nodeName}.`, {
        field: 'targetsOff',
      });
    if (online(id))
      throw new DomainError('wrong-state', `${exported.nodeName} is connected to a server: it is not off, and fences its legs itself.`, {
        field: 'targetsOff',
      });
  }
}

function statements(attachment: AttachmentDocument, request: AttachmentRevoke, newlyOff: readonly ExportDocument[]): AuditStatement[] {
  const client = { id: attachment.nodeId, name: attachment.nodeName };
  return [
    ...(attachment.revoked
      ? []
      : [
          {
            statement: 'take-away' as const,
            about: client,
            text: `Volume ${attachment.volumeName} is taken away from ${client.name}: what it has not written by now is not written.`,
          },
        ]),
    ...(request.clientIsOff ? [{ statement: 'client-is-off' as const, about: client, text: `${client.name} is off.` }] : []),
    ...newlyOff.map((each) => ({
      statement: 'target-is-off' as const,
      about: { id: each.nodeId, name: each.nodeName },
      text: `${each.nodeName} is off and will not export before it has talked to a server.${request.acceptLoss ? ' What only its legs have may be lost.' : ''}`,
    })),
  ];
}
