import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/errors';
import type { Job } from '@weft/shared/kinds/job';
import { type AcceptLoss, type Discard, volumeActions } from '@weft/shared/kinds/volume';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import { requireVersion } from '../core/mongo/objects.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { LegDocument, ObsoleteLegDocument, VolumeDocument } from '../domain/documents/volume.document.js';
import { checkGivenUp } from '../domain/epoch/accept-loss-checks.js';
import { type EpochChange, newEpoch } from '../domain/epoch/epoch.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { EpochsRepository } from './epochs.repository.js';

interface Order {
  id: string;
  ifMatch: number | undefined;
  requestedBy: string;
}

/** Starts new epochs of volumes, and ends what older ones have left. Each is one audited call (S4). */
@Injectable()
export class EpochsService {
  constructor(
    private readonly epochs: EpochsRepository,
    private readonly worlds: WorldStore,
    private readonly audit: AuditService,
    private readonly jobs: JobsService,
  ) {}

  /** Gives up legs that cannot be reached, with what only they have. */
  async acceptLoss({ id, ifMatch, requestedBy }: Order, { volumeName, legIds }: AcceptLoss): Promise<void> {
    await this.epochs.transaction(async (session) => {
      const { volume, attachments, givenUp, change } = await this.lossOf(id, volumeName, legIds, session);
      requireVersion(volume, ifMatch);
      await this.worlds.write({ volume, attachments }, newEpoch(volume, attachments, change), session);
      await this.audit.record(session, {
        by: requestedBy,
        action: 'volume.accept-loss',
        subject: { kind: 'volume', id, name: volume.name },
        statements: givenUp.map((leg) => ({
          statement: 'give-up-leg',
          about: { id: leg.id, name: `leg ${leg.index} on ${leg.nodeName}` },
          text: `What was written to leg ${leg.index} on ${leg.nodeName} (drive ${leg.driveSerial}) alone is given up; epoch ${volume.epoch} ends, epoch ${volume.epoch + 1} starts without it.`,
        })),
      });
    });
  }

  /** The volume and its attachments as accepting a loss would leave them. Nothing is stored. */
  async lossAccepted(
    id: string,
    legIds: readonly string[],
    session: ClientSession,
  ): Promise<Record<'before' | 'after', { volume: VolumeDocument; attachments: AttachmentDocument[] }>> {
    const { volume, attachments, change } = await this.lossOf(id, null, legIds, session);
    return { before: { volume, attachments }, after: newEpoch(volume, attachments, change) };
  }

  /** @param name as it was repeated; null: it is not asked for. */
  private async lossOf(id: string, name: string | null, legIds: readonly string[], session: ClientSession) {
    const volume = await this.require('accept-loss', id, name, session);
    const attachments = await this.epochs.attachments(id, session);
    const givenUp = volume.legs.filter((leg) => legIds.includes(leg.id));
    checkNamed(volume, legIds, givenUp);
    await this.checkGivenUp(volume, givenUp, attachments, session);
    const change: EpochChange = { givenUp: new Set(legIds), now: new Date(), revokedAttachmentId: null };
    return { volume, attachments, givenUp, change };
  }

  /** Orders the LVs of obsolete legs removed; their space is free when their nodes have reported them gone. */
  async discard({ id, ifMatch, requestedBy }: Order, { volumeName, legIds }: Discard): Promise<{ job: Job }> {
    const job = await this.epochs.transaction(async (session) => {
      const { before: volume, after, found } = await this.discarded(id, volumeName, legIds, session);
      requireVersion(volume, ifMatch);
      await this.worlds.write({ volume, attachments: [] }, { volume: after, attachments: [] }, session);
      await this.audit.record(session, {
        by: requestedBy,
        action: 'volume.discard',
        subject: { kind: 'volume', id, name: volume.name },
        statements: found.map((leg) => ({
          statement: 'discard-leg',
          about: { id: leg.id, name: `leg ${leg.index} on ${leg.nodeName}` },
          text: `The data of leg ${leg.index} of epoch ${leg.epoch} on ${leg.nodeName} (drive ${leg.driveSerial}) may be destroyed.`,
        })),
      });
      return this.jobs.open(session, { kind: 'volume.discard', subject: { kind: 'volume', id, name: volume.name }, requestedBy });
    });
    return { job: this.jobs.toJob(job) };
  }

  /** The volume as a discard would leave it. Nothing is stored. @param name as it was repeated; null: it is not asked for. */
  async discarded(
    id: string,
    name: string | null,
    legIds: readonly string[],
    session: ClientSession,
  ): Promise<{ before: VolumeDocument; after: VolumeDocument; found: ObsoleteLegDocument[] }> {
    const before = await this.require('discard', id, name, session);
    const found = (before.obsoleteLegs ?? []).filter((leg) => legIds.includes(leg.id));
    checkNamed(before, legIds, found);
    const unfenced = found.filter((leg) => leg.fencedFrom !== null);
    if (unfenced.length > 0)
      throw new DomainError(
        'wrong-state',
        `${namesOf(unfenced)} may still be exported: its node has not confirmed the fence. Wait for ${[...new Set(unfenced.map((leg) => leg.nodeName))].join(', ')} to connect to a server.`,
      );
    const obsoleteLegs = (before.obsoleteLegs ?? []).map((leg) =>
      legIds.includes(leg.id) ? { ...leg, desired: 'absent' as const, state: 'deleting' as const } : leg,
    );
    return { before, after: { ...before, obsoleteLegs }, found };
  }

  /**
   * Whether the record of which legs are in sync is the client's word of now: a server hears it, and it runs the array. Of a silent one nobody knows: since its last
   * report a leg may have failed, and what was written since is on the others alone. So it is of one that has nothing left of it: it may have restarted before.
   */
  async isCurrent(volume: VolumeDocument, attachment: AttachmentDocument, session: ClientSession): Promise<boolean> {
    const nodes = await this.epochs.nodes([attachment.nodeId], session);
    const array = (await this.epochs.clientWord(attachment, nodes.get(attachment.nodeId), session))?.observed.array;
    return array !== undefined && array !== null && array.uuid === volume.array?.uuid;
  }

  private async checkGivenUp(
    volume: VolumeDocument,
    givenUp: readonly LegDocument[],
    attachments: readonly AttachmentDocument[],
    session: ClientSession,
  ) {
    const nodes = await this.epochs.nodes(
      [...givenUp, ...attachments].map(({ nodeId }) => nodeId),
      session,
    );
    const clients = await Promise.all(
      attachments.map(async (attachment) => ({
        attachment,
        word: await this.epochs.clientWord(attachment, nodes.get(attachment.nodeId), session),
      })),
    );
    const targets = await Promise.all(
      givenUp.map(async (leg) => [leg.id, await this.epochs.legWord(leg, nodes.get(leg.nodeId), session)] as const),
    );
    checkGivenUp(volume, givenUp, clients, new Map(targets));
  }

  private async require(
    action: 'accept-loss' | 'discard',
    id: string,
    name: string | null,
    session: ClientSession,
  ): Promise<VolumeDocument> {
    const volume = await this.epochs.find(id, session);
    if (!volume) throw new DomainError('not-found', `There is no volume ${id}.`);
    if (name !== null && volume.name !== name)
      throw new DomainError(
        'invalid-field',
        `The volume's name is ${volume.name}, not "${name}": nothing was changed. Repeat the name of the volume that you mean.`,
        { field: 'volumeName' },
      );
    if (!volumeActions[action].includes(volume.state))
      throw new DomainError(
        'wrong-state',
        `Volume ${volume.name} is ${volume.state}: this needs it ${volumeActions[action].join(' or ')}.`,
      );
    return volume;
  }
}

const namesOf = (legs: readonly LegDocument[]) => legs.map((leg) => `leg ${leg.index} on ${leg.nodeName}`).join(', ');

function checkNamed(volume: VolumeDocument, legIds: readonly string[], found: readonly LegDocument[]): void {
  const unknown = legIds.filter((legId) => !found.some((leg) => leg.id === legId));
  if (unknown.length > 0)
    throw new DomainError(
      'invalid-field',
      `Volume ${volume.name} has no such leg ${unknown.join(', ')} here: it may have left already. Read the volume again.`,
      { field: 'legIds' },
    );
}
