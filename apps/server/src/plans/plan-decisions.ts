import { Injectable } from '@nestjs/common';
import type { PlanChange } from '@weft/shared/kinds/plan';
import type { ClientSession } from 'mongodb';
import type { AttachmentDocument } from '../attachments/attachment.document.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { RevocationsService } from '../attachments/revocations.service.js';
import { DrivesService } from '../drives/drives.service.js';
import { EpochsService } from '../volumes/epochs.service.js';
import { allLegs, type VolumeDocument } from '../volumes/volume.document.js';
import { VolumeChangesService } from '../volumes/volume-changes.service.js';
import { VolumesService } from '../volumes/volumes.service.js';
import type { Decided, Part } from './part.js';
import { PlansRepository } from './plans.repository.js';

/** What a change makes of the part of the world that it is about: decided by the change's own code, with its refusals. Stores nothing. */
@Injectable()
export class PlanDecisions {
  constructor(
    private readonly plans: PlansRepository,
    private readonly drives: DrivesService,
    private readonly volumes: VolumesService,
    private readonly changes: VolumeChangesService,
    private readonly epochs: EpochsService,
    private readonly attachments: AttachmentsService,
    private readonly revocations: RevocationsService,
  ) {}

  async of(change: PlanChange, session: ClientSession): Promise<Decided> {
    switch (change.kind) {
      case 'drive.take':
        return ofDrive(await this.drives.ordered('take', change.driveId, session));
      case 'drive.wipe':
        return ofDrive(await this.drives.ordered('wipe', change.driveId, session));
      case 'drive.release':
        return ofDrive(await this.drives.ordered('release', change.driveId, session));
      case 'volume.create': {
        const { volume, exists } = await this.volumes.created(change.volume, session);
        return exists ? this.unchanged(volume, session) : this.ofVolume(null, volume, [], [], session);
      }
      case 'volume.grow': {
        const { before, after, attachments } = await this.changes.grown(change.volumeId, change.sizeBytes, session);
        return this.ofVolume(before, after, await this.plans.attachments(before._id, session), attachments, session);
      }
      case 'volume.delete': {
        const { before, after } = await this.volumes.removed(change.volumeId, session);
        return this.ofVolume(before, after, [], [], session);
      }
      case 'volume.discard': {
        const { before, after } = await this.epochs.discarded(change.volumeId, null, change.legIds, session);
        const attachments = await this.plans.attachments(before._id, session);
        return this.ofVolume(before, after, attachments, attachments, session);
      }
      case 'attachment.create': {
        const { attachment, exists } = await this.attachments.created(change.attachment, session);
        return this.ofAttachment(attachment, exists, session);
      }
      case 'attachment.delete':
        return this.ofAttachment(await this.attachments.removed(change.attachmentId, session), false, session);
      case 'attachment.revoke': {
        const { before, after } = await this.revocations.revoked(change.attachmentId, change, session);
        const decided = await this.ofVolume(before.volume, after.volume, before.attachments, after.attachments, session);
        const isOff = after.attachments.filter(({ _id, revoked }) => _id === change.attachmentId && revoked?.clientIsOff);
        return { ...decided, lost: { nodeIds: new Set(isOff.map(({ nodeId }) => nodeId)), driveIds: new Set() } };
      }
    }
  }

  /** @param next as it is after the change; stored before as something else, or not at all. */
  private async ofAttachment(next: AttachmentDocument, exists: boolean, session: ClientSession): Promise<Decided> {
    const volume = await this.plans.volume(next.volumeId, session);
    if (!volume) throw new Error(`Attachment ${next._id} is of no volume. Run "weft-server check".`);
    if (exists) return this.unchanged(volume, session);
    const stored = await this.plans.attachments(volume._id, session);
    return this.ofVolume(volume, volume, stored, [...stored.filter(({ _id }) => _id !== next._id), next], session);
  }

  private async unchanged(volume: VolumeDocument, session: ClientSession): Promise<Decided> {
    const attachments = await this.plans.attachments(volume._id, session);
    return this.ofVolume(volume, volume, attachments, attachments, session);
  }

  private async ofVolume(
    before: VolumeDocument | null,
    after: VolumeDocument,
    attachmentsBefore: AttachmentDocument[],
    attachmentsAfter: AttachmentDocument[],
    session: ClientSession,
  ): Promise<Decided> {
    const legs = [...(before ? allLegs(before) : []), ...allLegs(after)];
    const drives = await this.plans.drives([...new Set(legs.map(({ driveId }) => driveId))], session);
    return {
      before: { drives, volume: before, attachments: attachmentsBefore },
      after: { drives, volume: after, attachments: attachmentsAfter },
    };
  }
}

const ofDrive = ({ before, after }: { before: Part['drives'][number]; after: Part['drives'][number] }): Decided => {
  const part = (drive: Part['drives'][number]): Part => ({ drives: [drive], volume: null, attachments: [] });
  return { before: part(before), after: part(after) };
};
