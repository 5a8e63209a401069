import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Observed } from '../points/observed.js';
import type { Point } from '../points/point.js';
import { finest, type Series } from '../points/series.js';
import { SamplingOrders } from '../sampling/sampling-orders.js';
import { StatsMetrics } from '../sampling/stats-metrics.js';
import { OpenPoints } from './open-points.js';
import { StatsRepository } from './stats.repository.js';

const EVERY_MS = 2000;
/** Time for a sample to arrive and to be processed. A later sample makes a second part of its point; parts add up. */
const SETTLE_MS = 2000;
/** While the previous batch is being stored, ended points wait this long for it; then they are lost. */
const PATIENCE_MS = 30_000;
/** About 100 MiB. A cluster of 128 targets with 24 drives and 4,000 attachments has 25,000. */
const MAX_OPEN = 200_000;

/**
 * Writes points of 10 s to MongoDB after they have ended.
 *  - Taking samples never waits for the writer. It writes one batch at a time.
 *  - If MongoDB accepts no writes, the points that end meanwhile are lost: counted, and logged once. Nothing is kept for later.
 *  - When the server stops, it stores its part of the current step; the next server's part adds up.
 */
@Injectable()
export class HistoryWriter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(HistoryWriter.name);
  private readonly open = new OpenPoints(finest.stepMs, MAX_OPEN);
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private lostSinceSaid = 0;
  private isLosing = false;

  constructor(
    private readonly repository: StatsRepository,
    private readonly orders: SamplingOrders,
    private readonly metrics: StatsMetrics,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write(this.open.takeEndedBefore(Number.POSITIVE_INFINITY));
  }

  add(series: Series, observed: Observed, from: number, to: number): void {
    this.open.add(series, observed, from, to);
  }

  private tick(): void {
    this.lose(this.open.takeDropped());
    const patience = this.writing ? PATIENCE_MS : 0;
    const due = this.open.takeEndedBefore(Date.now() - SETTLE_MS - this.orders.intervalSeconds * 1000 - patience);
    this.metrics.openPoints.set(this.open.size);
    if (due.length === 0) return;
    if (this.writing) {
      this.lose(due.length, 'the lot before is still being stored');
      return;
    }
    this.writing = this.write(due).finally(() => {
      this.writing = undefined;
    });
  }

  /** Never throws. */
  private async write(points: Point[]): Promise<void> {
    const end = this.metrics.writeSeconds.startTimer();
    try {
      await this.repository.insert(finest, points);
      this.metrics.pointsStored.inc(points.length);
      if (this.isLosing)
        this.logger.log({ lost: this.lostSinceSaid }, `statistics are stored again; ${this.lostSinceSaid} points are lost`);
      this.isLosing = false;
      this.lostSinceSaid = 0;
    } catch (error) {
      this.lose(points.length, error);
    } finally {
      end();
    }
  }

  private lose(count: number, why: unknown = 'too many points in memory'): void {
    if (count === 0) return;
    this.metrics.pointsLost.inc(count);
    this.lostSinceSaid += count;
    if (this.isLosing) return;
    this.isLosing = true;
    this.logger.error(
      why instanceof Error ? { err: why } : { why },
      'statistics are not stored: the history has a gap until MongoDB takes them again (live values go on)',
    );
  }
}
