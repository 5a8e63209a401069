import { Injectable } from '@nestjs/common';
import type { LegObservations } from '@weft/shared/kinds/leg';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { legObservations } from '../domain/legs/leg-observations.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { type Attached, attachedOf } from './volumes.repository.js';

/** The observed state of legs, from the agents' last reports, for views of volumes. */
@Injectable()
export class LegObservationsService {
  constructor(private readonly worlds: WorldStore) {}

  /** For one volume: the observed states by leg id, and the attachments that they refer to. */
  async of(volume: VolumeDocument): Promise<{ observations: ReadonlyMap<string, LegObservations>; attachments: Attached[] }> {
    const world = await this.worlds.around(volume);
    const observations = new Map(volume.legs.map((leg) => [leg.id, legObservations(world, leg)] as const));
    return { observations, attachments: world.attachments.map(attachedOf) };
  }
}
