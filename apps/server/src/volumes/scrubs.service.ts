import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Volume } from '@weft/shared/kinds/volume';
import { requireVersion } from '../core/mongo/objects.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { checksumsAcknowledged } from '../domain/integrity/checksum-errors.js';
import { repairOrdered, scrubOrdered, scrubStopped } from '../domain/scrub/scrub-requests.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import type { VolumeWorld } from '../domain/world/volume-world.js';
import { VolumesService } from './volumes.service.js';

/** Orders of people for scrubs, and acknowledgements of checksum errors. The reconciler gives the orders of the schedule, and ends all. */
@Injectable()
export class ScrubsService {
  constructor(
    private readonly worlds: WorldStore,
    private readonly volumes: VolumesService,
  ) {}

  start(id: string, ifMatch: number | undefined, orderedBy: string): Promise<Volume> {
    return this.change(id, ifMatch, (world) => scrubOrdered(world, 'check', orderedBy));
  }

  stop(id: string, ifMatch: number | undefined): Promise<Volume> {
    return this.change(id, ifMatch, scrubStopped);
  }

  /** Overwrites one half where the halves differ. */
  repair(id: string, ifMatch: number | undefined, volumeName: string, orderedBy: string): Promise<Volume> {
    return this.change(id, ifMatch, (world) => repairOrdered(world, volumeName, orderedBy));
  }

  /** The checksum errors so far, which a person has looked at. */
  acknowledge(id: string, ifMatch: number | undefined, by: string): Promise<Volume> {
    return this.change(id, ifMatch, (world) => checksumsAcknowledged(world, by));
  }

  private async change(id: string, ifMatch: number | undefined, decide: (world: VolumeWorld) => VolumeDocument): Promise<Volume> {
    const volume = await this.worlds.transaction(async (session) => {
      const world = await this.worlds.read(id, session);
      if (!world) throw new DomainError('volume-not-found', { id });
      requireVersion(world.volume, ifMatch);
      const after = decide(world);
      return (await this.worlds.write(world, { volume: after, attachments: world.attachments }, session)).volume ?? after;
    });
    return this.volumes.presentOne(volume);
  }
}
