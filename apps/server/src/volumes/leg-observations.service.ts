import { Injectable } from '@nestjs/common';
import type { LegTruth } from '@weft/shared/kinds/leg';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { legTruth } from '../domain/legs/leg-observations.js';
import { WorldStore } from '../domain/store/world-store.service.js';

/** The observed state of legs, from the agents' last reports, for views of volumes. */
@Injectable()
export class LegTruthService {
  constructor(private readonly worlds: WorldStore) {}

  /** For one volume: the observed states (truths) by leg id, and the ids of the attachments that they refer to. */
  async of(volume: VolumeDocument): Promise<{ truths: Map<string, LegTruth>; attachmentIds: string[] }> {
    const world = await this.worlds.around(volume);
    const truths = new Map(volume.legs.map((leg) => [leg.id, legTruth(world, leg)] as const));
    return { truths, attachmentIds: world.attachments.map(({ _id }) => _id) };
  }
}
