import { Injectable } from '@nestjs/common';
import type { LegCache } from '@weft/shared/cache/volume-cache';
import type { Leg } from '@weft/shared/kinds/volume';
import { isUnread } from '@weft/shared/messages/report';
import type { LegDocument, VolumeDocument } from '../domain/documents/volume.document.js';
import { legObservations } from '../domain/legs/leg-observations.js';
import { reportOf } from '../domain/scrub/scrub-client.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import type { VolumeWorld } from '../domain/world/volume-world.js';
import type { ScrubReport } from './scrub.mapper.js';
import type { VolumeSurroundings } from './volume.mapper.js';
import { attachedOf } from './volumes.repository.js';

/** The observed state of legs and of the scrub, from the agents' last reports, for views of volumes. */
@Injectable()
export class LegObservationsService {
  constructor(private readonly worlds: WorldStore) {}

  /** For one volume: the observed states by leg id, the attachments that they refer to, and its scrub. */
  async of(volume: VolumeDocument): Promise<Omit<VolumeSurroundings, 'className'>> {
    const world = await this.worlds.around(volume);
    const observations = new Map(volume.legs.map((leg) => [leg.id, legObservations(world, leg)] as const));
    const caches = new Map(volume.legs.map((leg) => [leg.id, cacheOf(world, leg)] as const));
    const mapped = new Map(volume.legs.map((leg) => [leg.id, mappedOf(world, leg)] as const));
    const checksums = new Map(volume.legs.map((leg) => [leg.id, integrityOf(world, leg)] as const));
    const attachments = world.attachments.map(attachedOf);
    return {
      observations,
      caches,
      mapped,
      checksums,
      attachments,
      scrubIntervalDays: world.scrubs.scrubIntervalDays,
      scrub: scrubReport(world),
    };
  }
}

function cacheOf(world: VolumeWorld, { id, nodeId }: LegDocument): LegCache['observed'] {
  const report = world.lastReport(nodeId, 'leg', id);
  return report && !isUnread(report) ? (report.observed.cache ?? null) : null;
}

function mappedOf(world: VolumeWorld, { id, nodeId }: LegDocument): number | null {
  const report = world.lastReport(nodeId, 'leg', id);
  return report && !isUnread(report) ? (report.observed.thin?.mappedBytes ?? null) : null;
}

function integrityOf(world: VolumeWorld, { id, nodeId }: LegDocument): Leg['integrity'] {
  const report = world.lastReport(nodeId, 'leg', id);
  return report && !isUnread(report) ? (report.observed.integrity ?? null) : null;
}

function scrubReport(world: VolumeWorld): ScrubReport | undefined {
  const order = world.volume.spec.scrub;
  const status = order && reportOf(world, order);
  if (!order || !status) return undefined;
  const array = world.lastReport(order.client.id, 'attachment', order.attachmentId)?.observed.array;
  return { status, bytesPerSecond: array?.syncSpeedBytesPerSecond ?? null };
}
