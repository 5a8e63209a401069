import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors';
import type { Volume, VolumeUpdate } from '@weft/shared/kinds/volume';
import type { ClientSession } from 'mongodb';
import { AssignmentsService } from '../agents/assignments.service.js';
import { requireVersion } from '../core/mongo/objects.js';
import { DrivesService } from '../drives/drives.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { planGrowth } from './growth.js';
import type { VolumeDocument } from './volume.document.js';
import { VolumesRepository } from './volumes.repository.js';
import { VolumesService } from './volumes.service.js';

/** Changes of what a volume that exists should be: its description, its labels, and its size, which only grows. */
@Injectable()
export class VolumeChangesService {
  constructor(
    private readonly volumes: VolumesRepository,
    private readonly service: VolumesService,
    private readonly drives: DrivesService,
    private readonly assignments: AssignmentsService,
    private readonly jobs: JobsService,
  ) {}

  /** All or nothing. @returns the volume after it; of a dry run the volume as it would be. */
  async update(id: string, ifMatch: number | undefined, change: VolumeUpdate, requestedBy: string): Promise<Volume> {
    const { dryRun = false, sizeBytes, ...plain } = change;
    const volume = await this.volumes.allocation(async (session) => {
      const before = await this.volumes.find(id, session);
      if (!before) throw new DomainError('not-found', `There is no volume ${id}.`);
      requireVersion(before, ifMatch);
      const grown =
        sizeBytes === undefined || sizeBytes === before.spec.sizeBytes ? before : await this.planned(before, sizeBytes, session);
      const next = { ...grown, spec: { ...grown.spec, ...plain } };
      if (dryRun) return next;
      const { spec, legs, growth = null, generation } = next;
      const stored = await this.volumes.update(id, { ifMatch, set: { spec, legs, growth, generation }, session });
      return grown === before ? stored : this.order(before, stored, requestedBy, session);
    });
    return this.service.presentOne(volume);
  }

  private async planned(volume: VolumeDocument, toSizeBytes: number, session: ClientSession): Promise<VolumeDocument> {
    const found = await this.drives.matching({ by: 'list', driveIds: volume.legs.map((leg) => leg.driveId) }, session);
    const drives = new Map((await this.drives.withFree(found, session)).map((drive) => [drive._id, drive]));
    const { legs, growth } = planGrowth(volume, toSizeBytes, drives);
    return { ...volume, legs, growth, generation: volume.generation + 1 };
  }

  /** Books the bytes and orders the LVs larger, in one transaction (S6). What clients see follows when every leg was reported wiped (S2). */
  private async order(
    before: VolumeDocument,
    volume: VolumeDocument,
    requestedBy: string,
    session: ClientSession,
  ): Promise<VolumeDocument> {
    for (const leg of volume.legs) {
      const bytes = leg.sizeBytes - (before.legs.find(({ id }) => id === leg.id)?.sizeBytes ?? 0);
      if (bytes > 0) await this.drives.book(leg.driveId, bytes, session);
    }
    const generations = await this.assignments.recompute(
      session,
      volume.legs.map((leg) => leg.nodeId),
    );
    const legs = volume.legs.map((leg) => ({ ...leg, orderGeneration: generations.get(leg.nodeId) ?? leg.orderGeneration }));
    await this.jobs.open(session, { kind: 'volume.grow', subject: { kind: 'volume', id: volume._id, name: volume.name }, requestedBy });
    return this.volumes.update(volume._id, { set: { legs }, live: true, session });
  }
}
