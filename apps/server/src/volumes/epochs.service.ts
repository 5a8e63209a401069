import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job } from '@weft/shared/kinds/job';
import type { AcceptLoss, Discard } from '@weft/shared/kinds/volume';
import { driveRef, legRef } from '@weft/shared/text/references';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import { requireVersion } from '../core/mongo/objects.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import { nodeOf } from '../domain/documents/references.js';
import type { LegDocument, ObsoleteLegDocument, VolumeDocument } from '../domain/documents/volume.document.js';
import { checkAction, discarded, lossAccepted } from '../domain/requests/accept-loss.js';
import type { VolumeSlice } from '../domain/store/slice.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import type { VolumeWorld } from '../domain/world/volume-world.js';
import { JobsService } from '../jobs/jobs.service.js';

interface Order {
  id: string;
  ifMatch: number | undefined;
  requestedBy: string;
}

/** Starts new epochs of volumes, and removes the remains of older ones. Each is one audited call (S4). */
@Injectable()
export class EpochsService {
  constructor(
    private readonly worlds: WorldStore,
    private readonly audit: AuditService,
    private readonly jobs: JobsService,
  ) {}

  /** Gives up unreachable legs, with the data that only they have. */
  async acceptLoss({ id, ifMatch, requestedBy }: Order, { volumeName, legIds }: AcceptLoss): Promise<void> {
    await this.worlds.transaction(async (session) => {
      const world = await this.require(id, session);
      const { volume } = world;
      checkAction('accept-loss', volume, volumeName);
      const { after, givenUp } = lossAccepted(world, legIds);
      requireVersion(volume, ifMatch);
      await this.worlds.write(world, after, session);
      await this.audit.record(session, {
        by: requestedBy,
        action: 'volume.accept-loss',
        subject: { kind: 'volume', id, name: volume.name },
        statements: givenUp.map((leg) =>
          auditStatement({ statement: 'give-up-leg', about: aboutLeg(leg) }, 'leg-given-up', { ...placeOf(leg), epoch: volume.spec.epoch }),
        ),
      });
    });
  }

  /** The volume and its attachments after accepting a loss. Stores nothing. */
  async lossAccepted(id: string, legIds: readonly string[], session: ClientSession): Promise<Record<'before' | 'after', VolumeSlice>> {
    const world = await this.require(id, session);
    checkAction('accept-loss', world.volume, null);
    return { before: world, after: lossAccepted(world, legIds).after };
  }

  /** Orders the removal of obsolete legs' LVs; their space is free when their nodes have reported them removed. */
  async discard({ id, ifMatch, requestedBy }: Order, { volumeName, legIds }: Discard): Promise<{ job: Job }> {
    const job = await this.worlds.transaction(async (session) => {
      const { before: volume, after, found } = await this.discarded(id, volumeName, legIds, session);
      requireVersion(volume, ifMatch);
      await this.worlds.write({ volume, attachments: [] }, { volume: after, attachments: [] }, session);
      await this.audit.record(session, {
        by: requestedBy,
        action: 'volume.discard',
        subject: { kind: 'volume', id, name: volume.name },
        statements: found.map((leg) =>
          auditStatement({ statement: 'discard-leg', about: aboutLeg(leg) }, 'leg-discarded', { ...placeOf(leg), epoch: leg.spec.epoch }),
        ),
      });
      return this.jobs.open(session, { kind: 'volume.discard', subject: { kind: 'volume', id, name: volume.name }, requestedBy });
    });
    return { job: this.jobs.toJob(job) };
  }

  /** The volume after a discard. Stores nothing. @param name the volume's name as repeated by the caller; null: not checked. */
  async discarded(
    id: string,
    name: string | null,
    legIds: readonly string[],
    session: ClientSession,
  ): Promise<{ before: VolumeDocument; after: VolumeDocument; found: ObsoleteLegDocument[] }> {
    const { volume: before } = await this.require(id, session);
    checkAction('discard', before, name);
    return { before, ...discarded(before, legIds) };
  }

  private async require(id: string, session: ClientSession): Promise<VolumeWorld> {
    const world = await this.worlds.read(id, session);
    if (!world) throw new DomainError('volume-not-found', { id });
    return world;
  }
}

const aboutLeg = ({ id, index, nodeName }: LegDocument) => ({ id, name: `leg ${index} on ${nodeName}` });

const placeOf = (leg: LegDocument) => ({ leg: legRef(leg), node: nodeOf(leg), drive: driveRef(leg.driveId, leg.driveSerial) });
