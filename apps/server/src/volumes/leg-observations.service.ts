import { Injectable } from '@nestjs/common';
import type { LegObservations } from '@weft/shared/kinds/leg';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { legObservations } from '../domain/legs/leg-observations.js';
import { WorldStore } from '../domain/store/world-store.service.js';

/** The observed state of legs, from the agents' last reports, for views of volumes. */
@Injectable()
export class LegObservationsService {
  constructor(private readonly worlds: WorldStore) {}

  /** For one volume: the observed states by leg id. */
  async of(volume: VolumeDocument): Promise<ReadonlyMap<string, LegObservations>> {
    const world = await this.worlds.around(volume);
    return new Map(volume.legs.map((leg) => [leg.id, legObservations(world, leg)] as const));
  }
}
