import { Injectable } from '@nestjs/common';
import type { PlanChange } from '@weft/shared/kinds/plan';
import type { ClientSession } from 'mongodb';
import { AttachmentPlans } from './attachment-plans.js';
import type { Decided, Decision } from './part.js';
import { PlacePlans } from './place-plans.js';
import { VolumePlans } from './volume-plans.js';

const of = (...rehearsed: Decided[]): Decision => ({ rehearsed, notes: [] });

/** Applies a change to its part of the world with the change's own code, refusals included. Stores nothing. */
@Injectable()
export class PlanDecisions {
  constructor(
    private readonly places: PlacePlans,
    private readonly volumes: VolumePlans,
    private readonly attachments: AttachmentPlans,
  ) {}

  async of(change: PlanChange, session: ClientSession): Promise<Decision> {
    switch (change.kind) {
      case 'drive.take':
        return of(await this.places.ordered('take', change.driveId, session));
      case 'drive.wipe':
        return of(await this.places.ordered('wipe', change.driveId, session, change.method));
      case 'drive.release':
        return of(await this.places.ordered('release', change.driveId, session));
      case 'drive.evict':
        return this.places.evicted('drive', change.driveId, session);
      case 'node.drain':
        return this.places.evicted('node', change.nodeId, session);
      case 'node.maintenance':
        return this.places.maintained(change.nodeId, session);
      case 'volume.create':
        return of(await this.volumes.created(change.volume, session));
      case 'volume.grow':
        return of(await this.volumes.grown(change.volumeId, change.sizeBytes, session));
      case 'volume.delete':
        return of(await this.volumes.removed(change.volumeId, session));
      case 'volume.accept-loss':
        return this.volumes.lossAccepted(change.volumeId, change.legIds, session);
      case 'volume.discard':
        return of(await this.volumes.discarded(change.volumeId, change.legIds, session));
      case 'attachment.create':
        return of(await this.attachments.created(change.attachment, session));
      case 'attachment.delete':
        return of(await this.attachments.removed(change.attachmentId, session));
      case 'attachment.limit':
        return of(await this.attachments.limited(change.attachmentId, change.limits, session));
      case 'attachment.revoke':
        return of(await this.attachments.revoked(change.attachmentId, change, session));
    }
  }
}
