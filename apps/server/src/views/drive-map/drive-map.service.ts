import { Injectable } from '@nestjs/common';
import { DRIVE_MAP_SECONDS, type DriveMap } from '@weft/shared/kinds/views/drive-map';
import { DrivesService } from '../../drives/drives.service.js';
import { SettingsService } from '../../settings/settings.service.js';
import { StatsQueryService } from '../../stats/query/stats-query.service.js';
import { toMappedDrive, toMappedNodes } from './drive-map.mapper.js';

/** How long an answer is cached for all callers: new data arrives every 10 s. */
const KEPT_MS = 3000;

/** Every drive on one screen. Whatever the number of viewers, one read runs at a time, every few seconds. */
@Injectable()
export class DriveMapService {
  private kept: { until: number; answer: Promise<DriveMap> } | undefined;

  constructor(
    private readonly drives: DrivesService,
    private readonly statistics: StatsQueryService,
    private readonly settings: SettingsService,
  ) {}

  get(): Promise<DriveMap> {
    const now = Date.now();
    if (this.kept && now < this.kept.until) return this.kept.answer;
    const kept = { until: now + KEPT_MS, answer: this.read(now) };
    this.kept = kept;
    // The callers get the error; the next call tries again.
    kept.answer.catch(() => {
      if (this.kept === kept) this.kept = undefined;
    });
    return kept.answer;
  }

  private async read(now: number): Promise<DriveMap> {
    const [from, to] = [new Date(now - DRIVE_MAP_SECONDS * 1000), new Date(now)];
    const [{ spec, simulated }, drives, loads] = await Promise.all([
      this.settings.get(),
      this.drives.all(),
      this.statistics.driveLoads(from, to),
    ]);
    const found = await this.drives.nodesById([...new Set(drives.map(({ nodeId }) => nodeId))]);
    const nodes = toMappedNodes(found.values());
    const place = new Map(nodes.map(({ id }, at) => [id, at]));
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      simulated,
      nodes,
      // Omits drives of a node that is being removed. The sort is stable: serials stay in order.
      drives: drives
        .filter(({ nodeId }) => place.has(nodeId))
        .sort((a, b) => (place.get(a.nodeId) ?? 0) - (place.get(b.nodeId) ?? 0))
        .map((drive) => toMappedDrive(drive, spec.reservedRatio, loads.get(drive._id))),
    };
  }
}
