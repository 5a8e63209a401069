import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { type Lease, Leases } from '../../core/leases/leases.js';
import { whileHeld } from '../../core/leases/while-held.js';
import { Throttle } from '../../core/load/throttle.js';
import { SettingsService } from '../../settings/settings.service.js';
import { MergedPoints, valueAt } from '../points/merged-points.js';
import { type Series, type SeriesKind, seriesKey, seriesKinds, type Tier, tiers } from '../points/series.js';
import { StatsMetrics } from '../sampling/stats-metrics.js';
import { fromDocument } from './point.document.js';
import { StatsRepository } from './stats.repository.js';

const EVERY_MS = 10_000;
/** After this time no server has more data for a step: the longest interval, plus the time that writing may take, plus a margin. */
const SETTLED_MS = 150_000;

/**
 * Creates each tier from the finer one, on one server at a time.
 *  - A step is rolled up once it is settled. The progress is stored in a transaction that needs the lease.
 *  - If the server stops or loses the lease between storing points and progress, the step is rolled up again, and one of its two points counts.
 *  - If no server rolls up for longer than the finer tier is kept, the deleted points are a gap.
 *  - When the settings change how long tiers are kept, MongoDB gets the new expiry.
 */
@Injectable()
export class RollUp implements OnApplicationBootstrap {
  private readonly logger = new Logger(RollUp.name);
  private keptAsSet = false;

  constructor(
    private readonly leases: Leases,
    private readonly repository: StatsRepository,
    private readonly settings: SettingsService,
    private readonly feed: ChangeFeed,
    private readonly metrics: StatsMetrics,
  ) {}

  onApplicationBootstrap(): void {
    const readAgain = () => {
      this.keptAsSet = false;
    };
    this.feed.onChange(({ collection }) => {
      if (collection === 'settings') readAgain();
    });
    this.feed.onResync(readAgain);
    this.leases.run('statistics', (lease) => this.work(lease));
  }

  private async work(lease: Lease): Promise<void> {
    this.keptAsSet = false;
    await whileHeld(lease, EVERY_MS, async () => {
      await this.keepAsSet();
      await this.rollUp(lease, Date.now());
    });
  }

  private async keepAsSet(): Promise<void> {
    if (this.keptAsSet) return;
    this.keptAsSet = true;
    await this.repository.keep((await this.settings.get()).spec.statisticsKeptHours);
  }

  /** Rolls up every tier as far as possible at `now`. */
  async rollUp(lease: Pick<Lease, 'signal' | 'transaction'>, now: number): Promise<void> {
    for (const [index, tier] of tiers.entries()) {
      const finer = tiers[index - 1];
      if (finer) await this.rollUpTier(lease, finer, tier, now);
    }
  }

  private async rollUpTier(lease: Pick<Lease, 'signal' | 'transaction'>, finer: Tier, tier: Tier, now: number): Promise<void> {
    const progress = await this.repository.progress();
    const settled = finer === tiers[0] ? now - SETTLED_MS : (progress.get(finer.name)?.getTime() ?? 0);
    const end = floor(settled, tier.stepMs);
    let at = progress.get(tier.name)?.getTime() ?? 0;
    while (at < end && !lease.signal.aborted) {
      // One iteration skips an empty period: a night without a server, or the time before the first sample.
      const next = await this.repository.earliest(finer, new Date(at));
      at = Math.max(at, floor(Math.min(next?.getTime() ?? end, end), tier.stepMs));
      if (at < end) await this.step(finer, tier, at);
      at = Math.min(at + tier.stepMs, end);
      await lease.transaction((session) => this.repository.setProgress(tier, new Date(at), session));
    }
  }

  private async step(finer: Tier, tier: Tier, at: number): Promise<void> {
    const stop = this.metrics.rollUpSeconds.startTimer();
    // One kind after the other, to limit memory use.
    for (const kind of seriesKinds) await this.stepOf(kind, finer, tier, at);
    const seconds = stop();
    this.logger.debug({ tier: tier.name, at: new Date(at), seconds }, 'statistics rolled up');
  }

  private async stepOf(kind: SeriesKind, finer: Tier, tier: Tier, at: number): Promise<void> {
    const merged = new Map<string, { series: Series; points: MergedPoints }>();
    const throttle = new Throttle();
    for await (const documents of this.repository.read(finer, new Date(at), new Date(at + tier.stepMs), { 'series.kind': kind })) {
      for (const point of documents.map(fromDocument))
        valueAt(merged, seriesKey(point.series), () => ({ series: point.series, points: new MergedPoints(finer) })).points.add(point);
      await throttle.rest();
    }
    await this.repository.insert(
      tier,
      [...merged.values()].map(({ series, points }) => ({ series, at, observed: points.result() })),
    );
  }
}

const floor = (time: number, step: number): number => Math.floor(time / step) * step;
