import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { type Lease, Leases } from '../../core/leases/leases.js';
import { Pace } from '../../core/pace/pace.js';
import { SettingsService } from '../../settings/settings.service.js';
import { MergedPoints, valueAt } from '../points/merged-points.js';
import { type Series, type SeriesKind, seriesKey, seriesKinds, type Tier, tiers } from '../points/series.js';
import { StatsMetrics } from '../sampling/stats-metrics.js';
import { fromDocument } from './point.document.js';
import { StatsRepository } from './stats.repository.js';

const EVERY_MS = 10_000;
/** After this no server has anything more of a step: the longest interval, and what writing may take, with some to spare. */
const SETTLED_MS = 150_000;

/**
 * Makes each tier of the one before, one server at a time.
 *  - a step is rolled up once it is settled; until when that was done is written in a transaction that needs the lease.
 *  - the server dies or loses the lease between the points and that: the step is rolled up again, and of the two points for it one counts.
 *  - nobody did it for longer than the finer tier is kept: what is gone is a gap.
 *  - how long tiers are kept changes in the settings: MongoDB is told so.
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
    while (!lease.signal.aborted) {
      await this.keepAsSet();
      await this.rollUp(lease, Date.now());
      await delay(EVERY_MS, undefined, { signal: lease.signal, ref: false });
    }
  }

  private async keepAsSet(): Promise<void> {
    if (this.keptAsSet) return;
    this.keptAsSet = true;
    await this.repository.keep((await this.settings.get()).spec.statisticsKeptHours);
  }

  /** Brings every tier as far as it can be at `now`. */
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
      // Over what is empty it goes in one step: a night without a server, or the time before the first sample.
      const next = await this.repository.earliest(finer, new Date(at));
      at = Math.max(at, floor(Math.min(next?.getTime() ?? end, end), tier.stepMs));
      if (at < end) await this.step(finer, tier, at);
      at = Math.min(at + tier.stepMs, end);
      await lease.transaction((session) => this.repository.setProgress(tier, new Date(at), session));
    }
  }

  private async step(finer: Tier, tier: Tier, at: number): Promise<void> {
    const stop = this.metrics.rollUpSeconds.startTimer();
    // One kind after the other, for the sake of memory.
    for (const kind of seriesKinds) await this.stepOf(kind, finer, tier, at);
    const seconds = stop();
    this.logger.debug({ tier: tier.name, at: new Date(at), seconds }, 'statistics rolled up');
  }

  private async stepOf(kind: SeriesKind, finer: Tier, tier: Tier, at: number): Promise<void> {
    const merged = new Map<string, { series: Series; points: MergedPoints }>();
    const pace = new Pace();
    for await (const documents of this.repository.read(finer, new Date(at), new Date(at + tier.stepMs), { 'series.kind': kind })) {
      for (const point of documents.map(fromDocument))
        valueAt(merged, seriesKey(point.series), () => ({ series: point.series, points: new MergedPoints(finer) })).points.add(point);
      await pace.rest();
    }
    await this.repository.insert(
      tier,
      [...merged.values()].map(({ series, points }) => ({ series, at, observed: points.result() })),
    );
  }
}

const floor = (time: number, step: number): number => Math.floor(time / step) * step;
