import { Injectable } from '@nestjs/common';
import { alertRuleOf } from '@weft/shared/alerts/alert-rules';
import { counted } from '@weft/shared/alerts/rules/rule';
import { slowOf } from '@weft/shared/stats/slow-io';
import type { AlertLatency } from '../domain/alerts/alert-world.js';
import { SlowMinutes } from '../domain/alerts/slow-minutes.js';
import type { Thresholds } from '../domain/alerts/thresholds.js';
import { StatsQueryService } from '../stats/query/stats-query.service.js';
import { AlertWorldRepository } from './alert-world.repository.js';

const RULE = 'WeftLatencyObjectiveMissed';
const MINUTE_MS = 60_000;
const HOURS_6_MS = 360 * MINUTE_MS;
/** Minutes that one read takes over, so that no evaluation waits long for the hours before it took over. */
const PER_READ_MS = 30 * MINUTE_MS;
/** Older minutes say nothing about now. */
const STALE_MS = 10 * MINUTE_MS;

interface Kept {
  objective: number;
  minutes: SlowMinutes;
}

/** I/O of volumes with a latency objective, minute by minute, in memory. Without an objective nothing is read. */
@Injectable()
export class LatencyObjectives {
  /** The end of the last minute that was read. Undefined: none was. */
  private readUntil: number | undefined;
  private kept = new Map<string, Kept>();

  constructor(
    private readonly repository: AlertWorldRepository,
    private readonly statistics: StatsQueryService,
  ) {}

  /** The next read begins six hours ago. */
  forget(): void {
    this.readUntil = undefined;
    this.kept = new Map();
  }

  /** Reads the minutes since the last read, or a part of them. A volume whose objective changed begins anew. */
  async read(thresholds: Thresholds, classNames: ReadonlyMap<string, string>, now: Date): Promise<AlertLatency[]> {
    if (!Number.isFinite(thresholds.lowest(RULE))) {
      this.forget();
      return [];
    }
    const [volumes, until] = await Promise.all([this.repository.allVolumes(classNames), this.statistics.minutesUntil()]);
    const objectives = volumes.flatMap((each) => {
      const objective = counted(alertRuleOf(RULE)?.threshold ?? {}, thresholds.of(RULE, each));
      return Number.isFinite(objective) ? [{ ...each, objective }] : [];
    });
    const from = Math.max(this.readUntil ?? 0, until - HOURS_6_MS);
    const to = Math.min(until, from + PER_READ_MS);
    this.keep(objectives, from);
    if (to > from) await this.readMinutes(from, to);
    const isKnown = to === until && now.getTime() - until <= STALE_MS;
    return objectives.map((each) => ({ ...each, minutes: isKnown ? this.kept.get(each.volume.id)?.minutes : undefined }));
  }

  private keep(objectives: readonly Omit<AlertLatency, 'minutes'>[], from: number): void {
    this.kept = new Map(
      objectives.map(({ volume: { id }, objective }) => {
        const before = this.kept.get(id);
        return [id, before?.objective === objective ? before : { objective, minutes: new SlowMinutes(from) }];
      }),
    );
  }

  private async readMinutes(from: number, to: number): Promise<void> {
    for (const { minutes } of this.kept.values()) minutes.advance(to);
    for await (const points of this.statistics.latencyMinutes(new Date(from), new Date(to)))
      for (const { volumeId, at, histogram } of points) {
        const of = this.kept.get(volumeId);
        if (of) of.minutes.add(at, ...slowOf(histogram, of.objective));
      }
    this.readUntil = to;
  }
}
