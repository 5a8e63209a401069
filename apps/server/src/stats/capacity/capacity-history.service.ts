import { Injectable, Logger } from '@nestjs/common';
import { type CapacityForecast, FORECAST_DAYS } from '@weft/shared/kinds/capacity-forecast';
import { asOf } from '../../core/as-of/as-of.js';
import { Throttle } from '../../core/load/throttle.js';
import { valueAt } from '../points/merged-points.js';
import type { ClassSample } from './capacity.document.js';
import { CapacityRepository } from './capacity.repository.js';
import { capacityForecast, type Room } from './capacity-forecast.js';
import { type CapacityTrend, capacityTrend, HOUR_MS, noTrend } from './capacity-trend.js';

/** Reads take at most a hundredth of the time; samples come once an hour. */
const LEAST_AGE_MS = 30_000;
const TIMES_AS_LONG = 100;
/** An older result misses a sample: callers wait for a new one. */
const LONGEST_AGE_MS = HOUR_MS;

type CapacityTrends = ReadonlyMap<string, CapacityTrend>;

/** Samples of the capacity of each drive class, and of the cluster (id ''), and their trends. */
@Injectable()
export class CapacityHistory {
  private readonly logger = new Logger(CapacityHistory.name);
  private latest: CapacityTrends | undefined;
  private reading: Promise<CapacityTrends> | undefined;
  private dueAt = 0;
  private readAt = 0;

  constructor(private readonly repository: CapacityRepository) {}

  record(samples: readonly ClassSample[]): Promise<void> {
    return this.repository.insert(samples);
  }

  /** Whether the clock hour of `now` has a sample. */
  isRecorded(now: number): Promise<boolean> {
    return this.repository.hasAny(Math.floor(now / HOUR_MS) * HOUR_MS);
  }

  /**
   * The forecast of a class by its id and by its bytes now. A call waits for MongoDB only if there is no result of the last hour.
   * Otherwise it returns the last one, and starts a new read when that is old.
   */
  async forecasts(): Promise<(driveClassId: string, now: Room) => CapacityForecast> {
    // A forecast looks ahead from now: a past moment has none.
    if (asOf()) return (_driveClassId, then) => capacityForecast(noTrend, then);
    const trends = await this.trends();
    return (driveClassId, now) => capacityForecast(trends.get(driveClassId) ?? noTrend, now);
  }

  private async trends(): Promise<CapacityTrends> {
    if (!this.latest || performance.now() - this.readAt > LONGEST_AGE_MS) return this.refreshed();
    if (performance.now() >= this.dueAt)
      this.refreshed().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'the history of the capacity could not be read; forecasts rest on what was read before'),
      );
    return this.latest;
  }

  private refreshed(): Promise<CapacityTrends> {
    const began = performance.now();
    this.reading ??= this.read()
      .then((trends) => {
        this.latest = trends;
        this.readAt = began;
        return trends;
      })
      .finally(() => {
        this.reading = undefined;
        const now = performance.now();
        this.dueAt = now + Math.max(LEAST_AGE_MS, (now - began) * TIMES_AS_LONG);
      });
    return this.reading;
  }

  private async read(): Promise<CapacityTrends> {
    const byClass = new Map<string, ClassSample[]>();
    const throttle = new Throttle();
    for await (const samples of this.repository.read(Date.now() - FORECAST_DAYS * 24 * HOUR_MS)) {
      for (const sample of samples) valueAt(byClass, sample.driveClassId, (): ClassSample[] => []).push(sample);
      await throttle.rest();
    }
    const trends = new Map<string, CapacityTrend>();
    for (const [id, samples] of byClass) {
      trends.set(id, capacityTrend(samples.sort((a, b) => a.at - b.at)));
      await throttle.rest();
    }
    return trends;
  }
}
