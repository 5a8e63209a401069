import { Injectable } from '@nestjs/common';
import type { LegObservations } from '@weft/shared/kinds/leg';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { legObservations } from '../domain/legs/leg-observations.js';
import { WorldStore } from '../domain/store/world-store.service.js';

/** The observed state of legs, from the agents' last reports, for views of volumes. */
@Injectable()
export class LegObservationsService {
  constructor(private readonly worlds: WorldStore) {}

  /** For one volume: the observed states (observations) by leg id, and the ids of the attachments that they refer to. */
  async of(volume: VolumeDocument): Promise<{ observations: Map<string, LegObservations>; attachmentIds: string[] }> {
    const world = await this.worlds.around(volume);
    const observations = new Map(volume.legs.map((leg) => [leg.id, legObservations(world, leg)] as const));
    return { observations, attachmentIds: world.attachments.map(({ _id }) => _id) };
  }
}
