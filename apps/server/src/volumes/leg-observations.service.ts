import { Injectable } from '@nestjs/common';
import type { LegTruth } from '@weft/shared/kinds/leg';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { legTruth } from '../domain/legs/leg-observations.js';
import { WorldStore } from '../domain/store/world-store.service.js';

/** The observed state of legs, from the agents' last reports, for views of volumes. */
@Injectable()
export class LegTruthService {
  constructor(private readonly worlds: WorldStore) {}

  /** For one volume: the observed states (truths) by leg id. */
  async of(volume: VolumeDocument): Promise<{ truths: Map<string, LegTruth> }> {
    const world = await this.worlds.around(volume);
    const truths = new Map(volume.legs.map((leg) => [leg.id, legTruth(world, leg)] as const));
    return { truths };
  }
}
