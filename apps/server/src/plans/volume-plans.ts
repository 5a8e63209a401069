import { Injectable } from '@nestjs/common';
import type { VolumeCreate } from '@weft/shared/kinds/volume';
import type { Message } from '@weft/shared/text/message';
import { legRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { ClientSession } from 'mongodb';
import { nodeOf, volumeOf } from '../domain/documents/references.js';
import { allLegs, type LegDocument } from '../domain/documents/volume.document.js';
import { EpochsService } from '../volumes/epochs.service.js';
import { VolumeChangesService } from '../volumes/volume-changes.service.js';
import { VolumesService } from '../volumes/volumes.service.js';
import type { Decided, Decision, Lost } from './part.js';
import { PlansRepository } from './plans.repository.js';

/** Plans for volumes. */
@Injectable()
export class VolumePlans {
  constructor(
    private readonly plans: PlansRepository,
    private readonly volumes: VolumesService,
    private readonly changes: VolumeChangesService,
    private readonly epochs: EpochsService,
  ) {}

  async created(request: VolumeCreate, session: ClientSession): Promise<Decided> {
    const { volume, exists } = await this.volumes.created(request, session);
    const attachments = exists ? await this.plans.attachments(volume._id, session) : [];
    const after = { volume, attachments };
    return this.plans.parts(exists ? after : { volume: null, attachments: [] }, after, session);
  }

  async grown(id: string, sizeBytes: number, session: ClientSession): Promise<Decided> {
    const { before, after, attachments } = await this.changes.grown(id, sizeBytes, session);
    const stored = await this.plans.attachments(id, session);
    return this.plans.parts({ volume: before, attachments: stored }, { volume: after, attachments }, session);
  }

  async removed(id: string, session: ClientSession): Promise<Decided> {
    const { before, after } = await this.volumes.removed(id, session);
    return this.plans.parts({ volume: before, attachments: [] }, { volume: after, attachments: [] }, session);
  }

  async discarded(id: string, legIds: readonly string[], session: ClientSession): Promise<Decided> {
    const { before, after } = await this.epochs.discarded(id, null, legIds, session);
    const attachments = await this.plans.attachments(id, session);
    return this.plans.parts({ volume: before, attachments }, { volume: after, attachments }, session);
  }

  /** Offline nodes stay offline, and legs missing on other nodes stay missing: otherwise there would be no loss to accept. */
  async lossAccepted(id: string, legIds: readonly string[], session: ClientSession): Promise<Decision> {
    const { before, after } = await this.epochs.lossAccepted(id, legIds, session);
    const parts = await this.plans.parts(before, after, session);
    const legs = allLegs(before.volume);
    const nodes = await this.plans.nodes(
      legs.map(({ nodeId }) => nodeId),
      session,
    );
    const isAway = ({ nodeId }: LegDocument) => nodes.get(nodeId)?.status.connection.state !== 'online';
    const givenUp = legs.filter((leg) => legIds.includes(leg.id));
    const missing = new Set(parts.before.drives.filter(({ status: { present } }) => !present).map(({ _id }) => _id));
    const lost: Lost = {
      nodeIds: new Set(legs.filter(isAway).map(({ nodeId }) => nodeId)),
      driveIds: new Set([...missing, ...givenUp.filter((leg) => !isAway(leg)).map(({ driveId }) => driveId)]),
    };
    const isAttached = before.attachments.some(({ spec: { desired } }) => desired === 'attached');
    return {
      rehearsed: [{ ...parts, lost, isStuck: isAttached }],
      notes: [
        ...(isAttached ? [] : [messageOf('epoch-starts-at-attach', { volume: volumeOf(before.volume), epoch: after.volume.spec.epoch })]),
        ...givenUp.filter(isAway).map(whenBack),
      ],
    };
  }
}

const whenBack = (leg: LegDocument): Message => messageOf('leg-withheld-later', { leg: legRef(leg), node: nodeOf(leg) });
