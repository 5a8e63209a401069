import { Injectable } from '@nestjs/common';
import type { LegTruth } from '@weft/shared/kinds/leg';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { legTruth } from '../domain/legs/leg-observations.js';
import { WorldStore } from '../domain/store/world-store.service.js';

/** The truth about legs, from what agents have said last: for whoever shows volumes. */
@Injectable()
export class LegTruthService {
  constructor(private readonly worlds: WorldStore) {}

  /** Of one volume: the truths by leg id, and the ids of the attachments that they speak of. */
  async of(volume: VolumeDocument): Promise<{ truths: Map<string, LegTruth>; attachmentIds: string[] }> {
    const world = await this.worlds.around(volume);
    const truths = new Map(volume.legs.map((leg) => [leg.id, legTruth(world, leg)] as const));
    return { truths, attachmentIds: world.attachments.map(({ _id }) => _id) };
  }
}
