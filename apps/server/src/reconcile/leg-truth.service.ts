import { Injectable } from '@nestjs/common';
import type { LegTruth } from '@weft/shared/kinds/leg';
import type { VolumeDocument } from '../volumes/volume.document.js';
import { legTruth } from './leg-truth.js';
import { VolumeWorldRepository } from './volume-world.repository.js';

/** The truth about legs, from what agents have said last: for whoever shows volumes. */
@Injectable()
export class LegTruthService {
  constructor(private readonly worlds: VolumeWorldRepository) {}

  /** By leg id. */
  async of(volumes: readonly VolumeDocument[]): Promise<Map<string, LegTruth>> {
    const worlds = await this.worlds.around(volumes);
    return new Map(worlds.flatMap((world) => world.volume.legs.map((leg) => [leg.id, legTruth(world, leg)] as const)));
  }
}
